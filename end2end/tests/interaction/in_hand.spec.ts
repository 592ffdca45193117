import type { Locator, Page } from "@playwright/test";

import { expect, live, test } from "../../support/fixtures.ts";
import type { Harmony } from "../../support/harmony.ts";
import { reviewReport } from "../../support/reports.ts";

/** Long enough for what arrives to be drawn, were nothing in hand. */
const DRAWN = 2_500;

async function sendOf(harmony: Harmony, session: string): Promise<void> {
  await harmony.send(reviewReport({ scope: `of ${session}` }), "text/markdown", `?session=${session}`);
}

async function press(page: Page, link: Locator): Promise<void> {
  await link.hover();
  await page.mouse.down();
}

test("a link that is held down while something arrives is followed", async ({ page, harmony }) => {
  await sendOf(harmony, "night");
  await page.goto("/sessions");
  await live(page);
  await press(page, page.getByRole("link", { name: "night" }));
  await sendOf(harmony, "morning");
  await page.waitForTimeout(DRAWN);
  await expect(page.getByRole("link", { name: "morning" })).toHaveCount(0);
  await page.mouse.up();
  await expect(page).toHaveURL(/night/);
});

test("a link of the feed is followed to where it led when it was pressed", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the first" }));
  await page.goto("/");
  await live(page);
  await press(page, page.getByRole("link", { name: "the first" }));
  await harmony.send(reviewReport({ scope: "the second" }));
  await page.waitForTimeout(DRAWN);
  await page.mouse.up();
  await expect(page.getByRole("heading", { name: "the first" })).toBeVisible();
});

test("words that are selected stay selected, until they aren't", async ({ page, harmony }) => {
  await sendOf(harmony, "night");
  await page.goto("/sessions");
  await live(page);
  const select = (name: string) =>
    page.getByRole("link", { name }).evaluate((link) => getSelection()?.selectAllChildren(link));
  await select("night");
  await sendOf(harmony, "morning");
  await page.waitForTimeout(DRAWN);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("night");
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await expect(page.getByRole("link", { name: "morning" })).toBeVisible();
});
