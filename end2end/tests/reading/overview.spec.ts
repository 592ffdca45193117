import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("an empty store says what to do", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Overview · Harmony");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await expect(page.getByText("No documents yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Paste or drop a report" })).toHaveAttribute("href", "/add");
});

test("the newest document stands first, with verdict and score", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the older one" }));
  const newer = await harmony.send(reviewReport({ scope: "the newer one", verdict: "NEEDS_CHANGES", score: 61 }));
  await page.goto("/");
  const rows = page.getByRole("region", { name: "Newest reports and verdicts" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("needs changes");
  await expect(rows.nth(1)).toContainText("61");
  await expect(rows.nth(1).getByRole("link", { name: "the newer one" })).toHaveAttribute("href", `/documents/${newer.id}`);
  await expect(rows.nth(2)).toContainText("approved");
});

test("samples come when asked, are marked, and go again", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Load the sample" }).click();
  const feed = page.getByRole("region", { name: "Newest reports and verdicts" });
  await expect(feed.getByText(/, sample$/).first()).toBeVisible();
  await page.getByRole("button", { name: "Remove the samples" }).click();
  await expect(page.getByText("No documents yet")).toBeVisible();
});
