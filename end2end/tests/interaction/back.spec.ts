import { expect, live, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("going back returns to the row, and the page goes on", async ({ playwright, harmony }) => {
  for (const scope of ["the oldest", "the older", "the newer"]) await harmony.send(reviewReport({ scope }));
  // Tests start a browser that keeps no page for the way back.
  const browser = await playwright.chromium.launch({
    executablePath: process.env.CHROMIUM,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const page = await browser.newPage();
  await page.goto(`${harmony.url}/documents`);
  await live(page);
  await page.evaluate(() => Object.assign(window, { isKept: true }));
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("the older");
  await page.evaluate(() => history.back());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documents");
  expect(await page.evaluate(() => (window as unknown as { isKept?: boolean }).isKept)).toBe(true);
  await expect(page.getByRole("link", { name: "the older" })).toBeFocused();
  await harmony.send(reviewReport({ scope: "meanwhile" }));
  await expect(page.getByRole("link", { name: "1 new document, show" })).toBeVisible();
  await browser.close();
});
