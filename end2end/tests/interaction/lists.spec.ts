import { expect, live, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("rows are selected with x", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "one" }));
  await harmony.send(reviewReport({ scope: "two" }));
  await page.goto("/documents");
  await live(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: "Select", checked: true })).toHaveCount(2);
  await expect(page.getByRole("group", { name: "Selected documents" })).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: "Select", checked: true })).toHaveCount(1);
});

test("an empty overview listens for the first document", async ({ page, harmony }) => {
  await page.goto("/");
  await live(page);
  await expect(page.getByText("Listening for the first document")).toBeVisible();
  await harmony.send(reviewReport({ scope: "the first one" }));
  await expect(page.getByText("The first document is here")).toBeVisible();
  await expect(page.getByRole("link", { name: "the first one" })).toBeVisible();
});

test("what came since the last visit is marked", async ({ page, context, harmony }) => {
  await harmony.send(reviewReport({ scope: "seen before" }));
  const hour = 60 * 60 * 1000;
  const visit = (at: number) => context.addCookies([{ name: "harmony-visit", value: `${at}.`, url: harmony.url }]);
  await visit(Date.now() + hour);
  await page.goto("/");
  await expect(page.getByRole("row", { name: /seen before/ })).toBeVisible();
  await expect(page.getByRole("img", { name: "New" })).toHaveCount(0);
  await visit(Date.now() - hour);
  await page.goto("/");
  await expect(page.getByRole("row", { name: /seen before/ }).getByRole("img", { name: "New" })).toBeVisible();
});

test.describe("times", () => {
  test.use({ timezoneId: "Asia/Seoul" });

  test("are in the reader's zone on request", async ({ page, harmony }) => {
    const { url } = await harmony.send(reviewReport());
    await page.goto(url);
    const received = page.getByText("received").locator("time");
    await expect(received).toHaveAttribute("title", / UTC$/);
    await page.getByRole("button", { name: "Local time" }).click();
    await expect(page).toHaveURL(new RegExp(`${url}$`));
    await expect(received).toHaveAttribute("title", / KST$/);
    await page.getByRole("button", { name: "UTC" }).click();
    await expect(received).toHaveAttribute("title", / UTC$/);
  });
});

test("the line beside the source is moved by keys and by the pointer, and stays", async ({ page, harmony }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { url } = await harmony.send(reviewReport());
  await page.goto(url);
  await live(page);
  const source = page.getByRole("complementary", { name: "Source" });
  const width = async () => Math.round((await source.boundingBox())?.width ?? 0);
  const usual = await width();
  const line = page.getByRole("separator", { name: "Width of the source" });
  await line.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(width).toBeGreaterThan(usual);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(width).toBeLessThan(usual);
  const place = await line.boundingBox();
  await page.mouse.move((place?.x ?? 0) + 8, 400);
  await page.mouse.down();
  await page.mouse.move(640, 420, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(usual);
  const pulled = await width();
  await page.reload();
  expect(await width()).toBe(pulled);
});
