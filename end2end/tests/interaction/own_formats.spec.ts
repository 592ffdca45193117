import { expect, live, test } from "../../support/fixtures.ts";
import { SHIFT_MEMO } from "../../support/reports.ts";

test("a draft is tried while it is typed", async ({ page, harmony }) => {
  const { id } = await harmony.send(SHIFT_MEMO);
  await page.goto(`/documents/${id}`);
  await page.getByRole("link", { name: /^None of the \d+\? Make it a format$/ }).click();
  await live(page);
  const draft = page.getByRole("textbox", { name: "The file that declares the format" });
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Fields stated: 4 of 4; no deviations.");
  const proposal = await draft.inputValue();

  await draft.fill(proposal.replace('type = "percent"', 'type = "prcent"'));
  await expect(preview).toContainText("prcent is no type");
  await expect(preview.locator("pre")).toContainText("^^^^^^^^");
  await expect(preview).toContainText("did you mean percent?");
  await expect(draft).toBeFocused();

  await draft.fill(proposal.replace('type = "percent"', 'type = "date"'));
  await expect(preview).toContainText("Fields stated: 4 of 4; 1 deviation.");
  await expect(preview).toContainText("is not a date");

  await draft.fill(proposal.replaceAll("Shift Memo", "Day Memo"));
  await expect(preview).toContainText("is not recognized as Day Memo");
  // The draft has an address, so that it can be loaded again.
  await expect(page).toHaveURL(/draft=/);
  await page.reload();
  await expect(draft).toHaveValue(/Day Memo/);
});

test("the draft is copied and downloaded as it is", async ({ page, context, harmony }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await harmony.send(SHIFT_MEMO);
  await page.goto(`/documents/${id}/format`);
  await live(page);
  const draft = page.getByRole("textbox", { name: "The file that declares the format" });
  await draft.fill(`# mine\n${await draft.inputValue()}`);
  const source = await draft.inputValue();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(source);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("shift-memo.format.toml");
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe(source);
});
