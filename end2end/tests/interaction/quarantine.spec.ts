import { expect, live, test } from "../../support/fixtures.ts";
import { quarantine } from "../../support/quarantine.ts";

const MINUTE_DAYS = 1 / (24 * 60);

test("the time of a quarantine runs down and out while one looks", async ({ page, harmony }) => {
  await page.clock.install();
  const { id } = await harmony.send(quarantine(7 - 30 * MINUTE_DAYS));
  await page.goto(`/documents/${id}`);
  await live(page);
  const time = page.getByRole("timer");
  await expect(time).toHaveText(/^29 min \d+ s left$/);
  await page.clock.fastForward("10:00");
  await expect(time).toHaveText(/^19 min \d+ s left$/);
  await page.clock.fastForward("25:00");
  await expect(time).toHaveText(/^5 min \d+ s ago$/);
  await expect(page.getByText("chain expired")).toBeVisible();
});
