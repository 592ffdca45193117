import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

const BLOCKS = 50;

const manyReports = Array.from({ length: BLOCKS }, (_, index) => reviewReport({ scope: `part ${index + 1}` })).join("\n");

test("of many blocks a page shows some, and says which", async ({ page, harmony }) => {
  const { id } = await harmony.send(manyReports);
  await page.goto(`/documents/${id}`);
  const pages = page.getByRole("navigation", { name: "Pages of blocks", exact: true });
  const blocks = page.getByRole("region", { name: "Review Report", exact: true });
  await expect(pages).toContainText("Blocks 1–20 of 50");
  await expect(blocks).toHaveCount(20);
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/block=21/);
  await expect(pages).toContainText("Blocks 21–40 of 50");
  await expect(blocks.first()).toContainText("part 21");
  await pages.getByRole("link", { name: "Last" }).click();
  await expect(pages).toContainText("Blocks 31–50 of 50");
  await expect(pages.getByRole("link", { name: "Next" })).toHaveCount(0);
  await pages.getByRole("link", { name: "First" }).click();
  await expect(blocks.first()).toContainText("part 1");
});

test("a block far behind is one link away, and the JSON stays with it", async ({ page, harmony }) => {
  const { id } = await harmony.send(manyReports);
  await page.goto(`/documents/${id}`);
  await page.locator("summary", { hasText: "Detection" }).click();
  await page.getByRole("link", { name: "Block 45", exact: true }).click();
  const blocks = page.getByRole("region", { name: "Review Report", exact: true });
  await expect(page.getByText("Blocks 45–50 of 50").first()).toBeVisible();
  await expect(blocks.first()).toContainText("part 45");
  await page.getByRole("link", { name: "JSON" }).click();
  await expect(page.getByText(/^Blocks? 45.* of 50$/).first()).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Review Report: part 45");
});

test("of one block nothing is left out, so there are no pages", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport());
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole("navigation", { name: "Pages of blocks" })).toHaveCount(0);
});
