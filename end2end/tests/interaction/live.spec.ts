import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, live, mark, state, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("a new document appears in an open page by itself", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the first" }));
  await page.goto("/");
  await live(page);
  const before = await mark(page);
  await harmony.send(reviewReport({ scope: "the second", verdict: "NEEDS_CHANGES" }));
  const rows = page.getByRole("region", { name: "Newest reports and verdicts" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("the second");
  await expect(rows).toHaveCount(3);
  await before.expectKept();
});

test("a report written into the watched folder appears by itself", async ({ page, harmony }) => {
  await page.goto("/");
  await live(page);
  await writeFile(join(harmony.watched, "review.md"), reviewReport({ scope: "from a folder" }));
  const feed = page.getByRole("region", { name: "Newest reports and verdicts" });
  await expect(feed.getByRole("link", { name: "from a folder" })).toBeVisible();
  await expect(feed).toContainText("review.md");
});

test("the list does not move while it is read: new documents wait", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the first" }));
  await page.goto("/documents");
  await live(page);
  await harmony.send(reviewReport({ scope: "the second" }));
  const show = page.getByRole("link", { name: "1 new document, show" });
  await expect(show).toBeVisible();
  await expect(page.getByRole("link", { name: "the second" })).toHaveCount(0);
  await show.click();
  await expect(page.getByRole("link", { name: "the second" })).toBeVisible();
  await expect(show).toHaveCount(0);
});

test("an empty list fills by itself", async ({ page, harmony }) => {
  await page.goto("/documents");
  await live(page);
  await harmony.send(reviewReport({ scope: "the very first" }));
  await expect(page.getByRole("link", { name: "the very first" })).toBeVisible();
});

test.describe("a server that goes away", () => {
  // The browser itself reports a connection that was refused.
  test.use({ expectedComplaints: /WebSocket connection to .* failed/ });

  test("the page says so, and catches up when it is back", async ({ page, harmony }) => {
    await harmony.send(reviewReport({ scope: "before" }));
    await page.goto("/");
    await live(page);
    const before = await mark(page);
    await harmony.pause();
    await expect(state(page, /^Stale since \d\d:\d\d:\d\d UTC$/)).toBeVisible();
    await harmony.resume();
    await harmony.send(reviewReport({ scope: "meanwhile" }));
    await live(page);
    const feed = page.getByRole("region", { name: "Newest reports and verdicts" });
    await expect(feed.getByRole("link", { name: "meanwhile" })).toBeVisible();
    await expect(feed.getByRole("row")).toHaveCount(3);
    await before.expectKept();
  });

  test("a link that is followed meanwhile opens once it is back", async ({ page, harmony }) => {
    await page.goto("/");
    await live(page);
    await harmony.pause();
    await expect(page.getByText("Harmony can’t be reached since")).toBeVisible();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Documents" }).click();
    await expect(page.getByText("The page that you chose opens once it answers.")).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await harmony.resume();
    await expect(page).toHaveURL(/\/documents$/);
  });
});
