import { expect, test } from "../../support/fixtures.ts";
import { SHIFT_MEMO } from "../../support/reports.ts";

test("a document of no format becomes an example of one", async ({ page, harmony }) => {
  const { id } = await harmony.send(SHIFT_MEMO);
  await page.goto(`/documents/${id}`);
  await page.getByRole("link", { name: /^None of the \d+\? Make it a format$/ }).click();
  const draft = page.getByRole("textbox", { name: "The file that declares the format" });
  await expect(draft).toHaveValue(/^# Learned from /);
  await expect(draft).toHaveValue(/as in `a <b>quiet<\/b> & short night`/);
  await expect(draft).toHaveValue(/handled = \{ label = "Handled", type = "percent", required = true \}/);
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Fields stated: 4 of 4; no issues.");
  await expect(preview).toContainText("Wait for the index");

  await draft.fill((await draft.inputValue()).replace('type = "percent"', 'type = "date"'));
  await page.getByRole("button", { name: "Show the preview" }).click();
  await expect(preview).toContainText("is not a date");
  await expect(draft).toHaveValue(/type = "date"/);
});

test("without anything in common there is a file to begin with", async ({ page, harmony }) => {
  const { id } = await harmony.send("Just words.\n");
  await page.goto(`/documents/${id}/format`);
  await expect(page.getByText("neither a heading nor a JSON object")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "The file that declares the format" })).toHaveValue(/My Format/);
});
