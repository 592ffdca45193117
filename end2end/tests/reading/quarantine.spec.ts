import { expect, test } from "../../support/fixtures.ts";
import { quarantine } from "../../support/quarantine.ts";

test("a quarantine says how long it lasts yet", async ({ page, harmony }) => {
  const { id } = await harmony.send(quarantine(1));
  await page.goto(`/documents/${id}`);
  await expect(page.getByText("chain blocked")).toContainText(/5 d 23 h left|6 d 0 h left/);
  await expect(page.getByText("runs no new steps until it is released")).toBeVisible();
});

test("a quarantine whose time is over does not read as if it ran", async ({ page, harmony }) => {
  const { id } = await harmony.send(quarantine(10));
  await page.goto(`/documents/${id}`);
  await expect(page.getByText("chain expired")).toContainText(/3 d 0 h ago/);
  await expect(page.getByText("has expired: it may run new steps again")).toBeVisible();
  await expect(page.getByText("Ended by itself on")).toBeVisible();
});
