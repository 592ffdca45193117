import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, live, mark, test } from "../../support/fixtures.ts";
import { issues, openPlayground, views } from "../../support/playground.ts";
import { SHIFT_MEMO } from "../../support/reports.ts";

test("a draft is tried while it is typed", async ({ page, harmony }) => {
  const { id } = await harmony.send(SHIFT_MEMO);
  await page.goto(`/documents/${id}`);
  await page.getByRole("link", { name: /^None of the \d+\? Make it a format$/ }).click();
  await live(page);
  const draft = page.getByRole("textbox", { name: "The file that declares the format" });
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Fields stated: 4 of 4; no issues.");
  const proposal = await draft.inputValue();

  await draft.fill(proposal.replace('type = "percent"', 'type = "prcent"'));
  await expect(preview).toContainText("prcent is no type");
  await expect(preview.locator("pre")).toContainText("^^^^^^^^");
  await expect(preview).toContainText("did you mean percent?");
  await expect(draft).toBeFocused();

  await draft.fill(proposal.replace('type = "percent"', 'type = "date"'));
  await expect(preview).toContainText("Fields stated: 4 of 4; 1 issue.");
  await expect(preview).toContainText("is not a date");

  await draft.fill(proposal.replaceAll("Shift Memo", "Day Memo"));
  await expect(preview).toContainText("is not recognized as Day Memo");
  // The draft has an address, so that it can be loaded again.
  await expect(page).toHaveURL(/draft=/);
  await page.reload();
  await expect(draft).toHaveValue(/Day Memo/);
});

test("the draft is copied and downloaded as it is", async ({ page, context, harmony, browserName }) => {
  test.skip(browserName === "firefox", "it lets no test read the clipboard");
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

const MEMO = `name = "Shift Memo"
heading = "Shift Memo"
gate = "Shift handover"

[fields]
title = { title = true, required = true }
state = { label = "State", words = ["done", "open"], required = true }
handled = { label = "Handled", type = "percent" }

[hints]
verdict = "state"
pass = ["done"]
fail = ["open"]
`;

test.describe("a server with a format of a team", () => {
  test.use({ formats: { "shift-memo.format.toml": MEMO } });

  test("has it in the playground, and counts it", async ({ page }) => {
    const text = await openPlayground(page);
    await text.fill(SHIFT_MEMO.replace("92%", "most of it"));
    await expect(page.getByRole("status").filter({ hasText: /Shift Memo, 1 issue$/ })).toBeVisible();
    await expect(views(page)).toContainText("a <b>quiet</b> & short night");
    await expect(issues(page)).toContainText("most of it");
    const chosen = page.getByRole("combobox", { name: "as" });
    await views(page).locator("summary", { hasText: "Detection" }).click();
    await expect(chosen.locator("option", { hasText: "Shift Memo" })).toHaveCount(1);
    await page.goto("/contract");
    await expect(page.getByRole("heading", { name: "Your formats 1", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Built-in formats 31", exact: true })).toBeVisible();
  });

  test("offers to make a format of what none of them is", async ({ page, harmony }) => {
    const { id } = await harmony.send("# Other\n\nWords.\n");
    await page.goto(`/documents/${id}`);
    await expect(page.getByRole("link", { name: "None of the 32? Make it a format" })).toBeVisible();
  });

  test("changes it, and open documents show the new reading by themselves", async ({ page, context, harmony }) => {
    const { id } = await harmony.send(SHIFT_MEMO);
    const other = await context.newPage();
    await other.goto(`/documents/${(await harmony.send("# Other\n\nWords.\n")).id}`);
    await live(other);
    const kept = await mark(other);
    await page.goto(`/documents/${id}`);
    await live(page);
    await expect(page.getByRole("main")).not.toContainText("is not a date");
    await writeFile(join(harmony.formats, "shift-memo.format.toml"), MEMO.replace("percent", "date"));
    await expect(page.getByRole("main")).toContainText("is not a date");
    await kept.expectKept();
  });
});
