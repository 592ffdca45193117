import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("the address holds the filters", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "a pass" }));
  await harmony.send(reviewReport({ scope: "a failure", verdict: "NEEDS_CHANGES" }));
  await page.goto("/documents?state=failed");
  const list = page.getByRole("region", { name: "Documents" });
  await expect(list.getByRole("link", { name: "a failure" })).toBeVisible();
  await expect(list.getByRole("link", { name: "a pass" })).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: /^State/ })).toHaveValue("failed");
});

test("a search from any page ends in the list", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the parser" }));
  await harmony.send(reviewReport({ scope: "the store" }));
  await page.goto("/contract");
  await page.getByRole("search").getByLabel(/^Search/).fill("parser");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/documents\?q=parser$/);
  const list = page.getByRole("region", { name: "Documents" });
  await expect(list.getByRole("link", { name: "the parser", exact: true })).toBeVisible();
  await expect(list.getByRole("link", { name: "the store" })).toHaveCount(0);
});

test("a search that finds nothing says so", async ({ page, harmony }) => {
  await harmony.send(reviewReport());
  await page.goto("/documents?q=nowhere");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await expect(page.getByRole("region", { name: "Documents" }).getByRole("row")).toHaveCount(2);
});

test("a pasted text is stored and shown", async ({ page }) => {
  await page.goto("/add");
  await page.getByRole("textbox", { name: /^Text/ }).fill(reviewReport({ scope: "pasted by hand" }));
  await page.getByRole("textbox", { name: /^Path/ }).fill("reports/pasted.md");
  await page.getByRole("button", { name: "Add document" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("pasted by hand");
  await expect(page.getByText("reports/pasted.md")).toBeVisible();
});
