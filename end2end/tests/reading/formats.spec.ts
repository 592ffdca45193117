import { expect, test } from "../../support/fixtures.ts";

test("each format has its manual, rules and example", async ({ page }) => {
  await page.goto("/formats");
  await page.getByRole("link", { name: "Review Report" }).click();
  await expect(page).toHaveURL(/\/formats\/review-report$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review Report");
  await expect(page.getByRole("region", { name: "Rules" }).getByRole("row")).not.toHaveCount(0);
  await expect(page.getByRole("region", { name: "Example" })).toContainText("# Review Report:");
});

test("the gallery shows the widgets in both themes", async ({ page }) => {
  await page.goto("/gallery");
  await expect(page.getByRole("region", { name: "Light" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Dark" })).toBeVisible();
});
