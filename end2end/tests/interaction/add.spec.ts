import { expect, live, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("a dropped file fills the form", async ({ page }) => {
  await page.goto("/add");
  await live(page);
  const text = reviewReport({ scope: "dropped" });
  const dataTransfer = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "dropped.md", { type: "text/markdown" }));
    return transfer;
  }, text);
  await page.getByRole("textbox", { name: /^Text/ }).dispatchEvent("drop", { dataTransfer });
  await expect(page.getByRole("textbox", { name: /^Text/ })).toHaveValue(text);
  await expect(page.getByRole("textbox", { name: /^Path/ })).toHaveValue("dropped.md");
  await page.getByRole("button", { name: "Add document" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("dropped");
});

test("a command is copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await live(page);
  const command = page.getByText(/^harmony hook install/);
  await command.locator("..").getByRole("button", { name: "Copy the command" }).click();
  await expect(page.getByText("Copied", { exact: true })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await command.textContent());
});
