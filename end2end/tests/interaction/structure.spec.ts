import { expect, live, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

/** The landmarks and names by which assistive technology finds its way through the main pages. */
test("the overview", async ({ page, harmony }) => {
  await harmony.loadSamples();
  await page.goto("/");
  await live(page);
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - link "Skip to content"
    - navigation "Pages":
      - list:
        - listitem:
          - link /Inbox \\d+ waiting/
      - list "Runs"
      - list "Quality"
      - list "Tools"
    - banner:
      - search:
        - combobox "Search sessions, documents, formats, rules and pages"
      - status: Live
      - link "Add"
      - button "Change the theme"
    - main:
      - heading "Overview" [level=1]
      - region "Needs attention":
        - heading /Needs attention \\d+ View all \\d+/ [level=2]
        - list
      - list "Figures":
        - listitem:
          - link "Contract pass rate"
        - listitem:
          - link "Failed verdicts"
        - listitem:
          - link "Critical findings"
        - listitem:
          - link "Active sessions, 24 h"
      - region "Runs":
        - heading "Runs All 1 session" [level=2]
        - list
      - region "Newest reports and verdicts":
        - table
  `);
});

test("the list of documents", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the one" }));
  await page.goto("/documents?state=passed");
  await live(page);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "Documents" [level=1]
      - list "Views":
        - listitem:
          - link "All 1"
      - searchbox "Text"
      - combobox "Format"
      - combobox "Kind"
      - combobox "State"
      - combobox "Findings"
      - list "Filters":
        - listitem:
          - 'link "Remove the filter state: passed"'
        - listitem:
          - link "Clear all"
      - region "Documents":
        - table:
          - rowgroup:
            - row "State Document Source Score Findings Issues When"
          - rowgroup:
            - row /the one/
      - navigation "Pages of the list"
  `);
});

test("a document", async ({ page, harmony }) => {
  const { url } = await harmony.send(reviewReport({ scope: "the one", findings: [{ severity: "URGENT" }] }));
  await page.goto(url);
  await live(page);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - navigation "Breadcrumbs":
        - list:
          - listitem:
            - link "Documents"
      - heading "the one" [level=1]
      - button "Actions"
      - navigation "Views of the document":
        - link "Viewer"
        - link "Source"
        - link "JSON"
      - region "Counts":
        - paragraph:
          - link /\\d+ issues?/
        - link "Prompt for all"
      - region "Review Report":
        - article:
          - region "Findings":
            - heading "Findings 1" [level=2]
            - table
        - region "Issues":
          - heading /Issues \\d+/ [level=2]
          - heading /Unknown severity/ [level=3]
      - complementary "Source":
        - region "Source text"
  `);
});
