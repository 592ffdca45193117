import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

const TWO_BLOCKS = `${reviewReport()}\n>> Step 2 complete: second-opinion/ -- SKIPPED (too small)\n`;

test("a document says how it was recognized", async ({ page, harmony }) => {
  const { id } = await harmony.send(TWO_BLOCKS);
  await page.goto(`/documents/${id}`);
  await page.locator("summary", { hasText: "Detection" }).click();
  const rows = page.locator("details").filter({ hasText: "Detection" }).getByRole("row");
  await expect(rows).toHaveCount(1 + 3);
  await expect(rows.nth(1)).toContainText("heading # Review Report:");
  await expect(rows.nth(2)).toContainText("2.3 Second Opinion Skip");
  await expect(rows.nth(3)).toContainText("Not read: 2.3 Second Opinion Skip opens at the same place");
});

test("a text is read as the reader wishes, and the address keeps it", async ({ page, harmony }) => {
  const { id } = await harmony.send("## Verdict: APPROVED\n\nNothing else.\n");
  await page.goto(`/documents/${id}`);
  await expect(page.getByText("No format was recognized")).toBeVisible();
  await page.locator("summary", { hasText: "Detection" }).click();
  await page.getByRole("combobox", { name: "as" }).selectOption("5.1 Review Report");
  await page.getByRole("button", { name: "Parse as this format" }).click();
  await expect(page).toHaveURL(/as=5\.1/);
  await expect(page.getByText("because you chose it, not because it was detected")).toBeVisible();
  await expect(page.getByText("Approved", { exact: true })).toBeVisible();
  await page.getByRole("navigation", { name: "Views of the document" }).getByRole("link", { name: "JSON" }).click();
  await expect(page).toHaveURL(/as=5(\.|%2E)1.*view=json/);
  await expect(page.getByRole("main")).toContainText('"format": "5.1"');
  await page.getByRole("link", { name: "Parse as detected" }).click();
  await expect(page.getByText("No format was recognized")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/documents/${id}$`));
});

test("one block of several is read otherwise", async ({ page, harmony }) => {
  const { id } = await harmony.send(TWO_BLOCKS);
  await page.goto(`/documents/${id}`);
  await page.locator("summary", { hasText: "Detection" }).click();
  await page.getByRole("combobox", { name: "Read" }).selectOption("the block at line 15 (2.3)");
  await page.getByRole("combobox", { name: "as" }).selectOption("2.1 Step Completion");
  await page.getByRole("button", { name: "Parse as this format" }).click();
  await expect(page.getByText("The block at line 15 is parsed as 2.1 Step Completion")).toBeVisible();
  await expect(page.getByRole("region", { name: "Step Completion" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Review Report" })).toBeVisible();
});
