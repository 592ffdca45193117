import { expect, test } from "../../support/fixtures.ts";

test("each format has its contract in tabs", async ({ page }) => {
  await page.goto("/formats");
  await expect(page).toHaveURL(/\/contract$/);
  await page.getByRole("link", { name: "Review Report" }).click();
  await expect(page).toHaveURL(/\/contract\/review-report$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review Report");
  const tabs = page.getByRole("navigation", { name: "Parts of the contract" });
  await tabs.getByRole("link", { name: "Contract" }).click();
  await expect(page.getByRole("region", { name: "Manual" })).toContainText("Review Report: {scope}");
  await tabs.getByRole("link", { name: "Fields" }).click();
  await expect(page.getByRole("region", { name: "Fields" }).getByRole("row", { name: /^verdict / })).toContainText("NEEDS_CHANGES");
  await tabs.getByRole("link", { name: "Rules" }).click();
  await expect(page.getByRole("region", { name: "Rules" }).getByRole("row")).not.toHaveCount(0);
  await tabs.getByRole("link", { name: "Examples" }).click();
  await expect(page.getByRole("region", { name: "Complete" })).toContainText("# Review Report:");
});

test("the gallery shows the widgets in both themes", async ({ page }) => {
  await page.goto("/dev/gallery");
  await expect(page.getByRole("region", { name: "Light" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Dark" })).toBeVisible();
});
