import { expect, test } from "../../support/fixtures.ts";
import { carrying } from "../../support/playground.ts";

test("without scripts, the pages of the browser say what they need", async ({ page, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled !== false, "the other tests have scripts");
  await page.goto("/playground");
  await expect(page.getByText("which takes scripts")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeHidden();
  await page.getByRole("link", { name: "add the text" }).click();
  await expect(page.getByRole("button", { name: "Add document" })).toBeVisible();
  await page.goto(carrying("/preview", "# Review Report: x\n"));
  await expect(page.getByText("which takes scripts")).toBeVisible();
});
