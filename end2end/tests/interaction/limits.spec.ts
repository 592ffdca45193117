import { expect, live, test } from "../../support/fixtures.ts";
import { longReport, reviewReport } from "../../support/reports.ts";

const MEGABYTE = 1024 * 1024;

// A debug build reads large texts thirty times slower than a release.
test.use({ actionTimeout: 60_000 });

test("a report of 5 MB is shown, and the page answers", async ({ page, harmony }) => {
  test.slow();
  const { text, findings } = longReport(5 * MEGABYTE);
  const { id } = await harmony.send(text);
  await page.goto(`/documents/${id}`);
  const pages = page.getByRole("navigation", { name: "Pages of findings" });
  const thousands = Math.floor(findings / 1_000);
  await expect(pages).toContainText(new RegExp(`1–100 of ${thousands}\\s${findings % 1_000}`));
  await live(page);
  await pages.getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/row=101/);
  const rows = page.getByRole("region", { name: "Findings" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("101");
  await page.getByRole("navigation", { name: "Views of the document" }).getByRole("link", { name: "Source" }).click();
  await page.waitForURL(/view=source$/);
  await expect(page.getByRole("region", { name: "Source" })).toContainText("# Review Report: everything at once");
});

test("a line of 2 MB is cut in the view", async ({ page, harmony }) => {
  const description = "far ".repeat(MEGABYTE / 2);
  const { id } = await harmony.send(reviewReport({ findings: [{ description }] }));
  await page.goto(`/documents/${id}?view=source`);
  await live(page);
  await expect(page.locator("#L12")).toContainText("the rest is in the raw text");
  const shown = await page.getByRole("main").innerText();
  expect(shown.length).toBeLessThan(20_000);
});

test("20 MB are refused, and the answer says the limit", async ({ harmony }) => {
  const response = await harmony.post("x".repeat(20 * MEGABYTE));
  expect(response.status).toBe(413);
  expect(response.headers.get("content-type")).toContain("application/problem+json");
  expect(await response.text()).toContain("16 MB");
});
