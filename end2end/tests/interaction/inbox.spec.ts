import { course, tell } from "../../support/chains.ts";
import { expect, live, test } from "../../support/fixtures.ts";

test("an item of the inbox is done and put off by keys", async ({ page, harmony }) => {
  await tell(harmony, course);
  await tell(harmony, course, "night-43");
  await page.goto("/inbox");
  await live(page);
  const items = page.locator("[data-row]");
  const count = await items.count();
  expect(count).toBeGreaterThan(1);
  for (const key of ["e", "s"]) {
    await page.keyboard.press("j");
    await expect(items.first()).toBeFocused();
    await page.keyboard.press(key);
    await expect(items).toHaveCount(count - 1);
    // The item that takes its place has the focus.
    await expect(items.first()).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(items).toHaveCount(count);
    await live(page);
  }
});
