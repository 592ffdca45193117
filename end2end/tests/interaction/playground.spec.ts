import { expect, expectAccessible, live, test } from "../../support/fixtures.ts";
import { Harmony } from "../../support/harmony.ts";
import { DEVIATING, carrying, issues, openPlayground, views } from "../../support/playground.ts";

test("a text is read and shown as it is typed", async ({ page }) => {
  const text = await openPlayground(page);
  await expect(views(page)).toBeEmpty();
  await text.pressSequentially("# Review Report: typed\n\n## Verdict: APPROVED\n\n## Score: 9/10\n");
  await expect(page.getByRole("status").filter({ hasText: /^5\.1 Review Report, \d+ issues$/ })).toBeVisible();
  await expect(views(page)).toContainText("typed");
  await expect(issues(page)).toContainText("the score is written 9/10");
  // In place, and below the words that it is about.
  const mark = page.locator("[data-mirror] mark", { hasText: "9/10" });
  await expect(mark).toBeAttached();
  await expect(text).toBeFocused();
});

test("marks lie under the words that they are about, however lines break", async ({ page }) => {
  const text = await openPlayground(page);
  const long = `${"words that fill a line and more ".repeat(40)}\n`;
  await text.fill(DEVIATING.replace("Rounding is right.\n", long));
  const heights = await page.evaluate(() => {
    const area = document.querySelector<HTMLTextAreaElement>("[data-area]");
    const mirror = document.querySelector<HTMLElement>("[data-mirror]");
    return { area: area?.scrollHeight, mirror: mirror?.scrollHeight };
  });
  expect(heights.area).toBe(heights.mirror);
});

test("fixes are made one by one, all at once, and undone", async ({ page }) => {
  const text = await openPlayground(page);
  await text.fill(DEVIATING);
  const score = issues(page).locator(".diagnostic", { hasText: "the score is written" });
  await score.getByRole("link", { name: "Fix" }).click();
  await expect(text).toHaveValue(/## Score: 90%/);
  await expect(score).toBeHidden();
  await expect(text).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(text).toHaveValue(DEVIATING);
  // The views are due to be drawn again while the link is held down.
  await views(page).getByRole("link", { name: /^Fix (all|the one)/ }).click({ delay: 200 });
  await expect(text).toHaveValue(/## Score: 90%/);
  await expect(views(page).getByRole("link", { name: /^Fix/ })).toBeHidden();
});

test("issues are reached by keys", async ({ page }) => {
  const text = await openPlayground(page, carrying("/playground", DEVIATING));
  await text.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  await expect(text).toBeFocused();
  const chosen = () =>
    text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
  const first = await chosen();
  await page.keyboard.press("F8");
  expect(await chosen()).not.toBe(first);
  await page.keyboard.press("Shift+F8");
  expect(await chosen()).toBe(first);
});

test("a text is read as a format that the reader chooses", async ({ page }) => {
  await openPlayground(page, carrying("/playground", "# Notes\n\nJust words.\n"));
  await expect(views(page)).toContainText("No format was recognized");
  await views(page).locator("summary", { hasText: "Detection" }).click();
  await views(page).getByRole("combobox", { name: "as" }).selectOption("5.1");
  await views(page).getByRole("button", { name: "Parse as this format" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^5\.1 Review Report/ })).toBeVisible();
});

test("templates of all formats are something to start from", async ({ page }) => {
  const text = await openPlayground(page);
  const templates = page.getByRole("combobox", { name: "Start from a template" });
  expect(await templates.locator("option").count()).toBe(32);
  await templates.selectOption({ label: "5.4 Diagnosis Report" });
  await expect(text).toHaveValue(/^# Root Cause Analysis/);
  await expect(page.getByRole("status").filter({ hasText: "5.4 Diagnosis Report, no issues" })).toBeVisible();
});

const FORMAT = `name = "Shift Memo"\nheading = "Shift Memo"\n\n[fields]\nhandled = { label = "Handled", type = "percent", required = true }\n`;

test("a dropped format counts in the tab, and a wrong one says where", async ({ page }) => {
  const text = await openPlayground(page);
  await text.fill("# Shift Memo: night\n\n**Handled:** most\n");
  await expect(views(page)).toContainText("No format was recognized");
  const drop = async (name: string, content: string) => {
    const dataTransfer = await page.evaluateHandle(
      ({ name, content }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], name));
        return transfer;
      },
      { name, content },
    );
    await text.dispatchEvent("drop", { dataTransfer });
  };
  await drop("shift-memo.format.toml", FORMAT);
  await expect(page.getByText("Texts in this tab are also read as Shift Memo")).toBeVisible();
  await expect(views(page)).toContainText("Shift Memo");
  await expect(issues(page)).toContainText("Handled");
  await drop("broken.format.toml", FORMAT.replace("percent", "prcent"));
  await expect(page.getByText("broken.format.toml declares no format: line 5: `prcent` is no type")).toBeVisible();
  await drop("a.md", DEVIATING);
  await expect(text).toHaveValue(DEVIATING);
});

test.describe("without the server", () => {
  // The frame around the playground tries to reach it again.
  test.use({ expectedComplaints: /WebSocket connection|ERR_CONNECTION_REFUSED/ });

  test("the playground goes on", async ({ page }) => {
    const harmony = await Harmony.start();
    try {
      await openPlayground(page, `${harmony.url}/playground`);
    } finally {
      await harmony.stop();
    }
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.fill(DEVIATING);
    await expect(views(page)).toContainText("packages/ledger");
    await expect(issues(page)).toContainText("the score is written 9/10");
  });
});

test("a shared link shows the text", async ({ page, context, harmony }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const text = await openPlayground(page);
  await live(page);
  await text.fill(DEVIATING);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText(/^The link is copied\. It carries the whole text, in \S+ characters\.$/)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.startsWith(`${harmony.url}/preview#t=`)).toBe(true);
  await page.goto(link);
  await expect(page.getByRole("status").filter({ hasText: /^5\.1 Review Report, / })).toBeVisible();
  await page.getByRole("link", { name: "Edit a copy" }).click();
  await expect(text).toHaveValue(DEVIATING);
});

test("the playground is accessible", async ({ page }) => {
  await openPlayground(page, carrying("/playground", DEVIATING));
  await expect(views(page)).toContainText("packages/ledger");
  await expectAccessible(page);
});
