import { expect, expectAccessible, live, test } from "../../support/fixtures.ts";
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

test("every open page hears of a quarantine and of its release", async ({ page, harmony, context }) => {
  const other = await context.newPage();
  await page.goto("/contract");
  await other.goto("/quarantine");
  await live(page);
  await live(other);
  const target = { targetType: "session", targetId: "night-42", reason: "It loops.", autoRelease: true };
  await page.request.post(`${harmony.url}/api/quarantine`, { data: target });
  for (const open of [page, other]) {
    await expect(open.getByText("Quarantined: session night-42. It loops.")).toBeVisible();
    await expect(open.getByRole("link", { name: "Quarantine 1 active" })).toBeVisible();
  }
  await expect(other.getByRole("timer")).toHaveText(/^23 h 59 min left$/);
  await expectAccessible(other);
  await other.getByRole("link", { name: "Release session night-42" }).click();
  await other.getByRole("button", { name: "Release" }).click();
  await expect(other.getByText("Nothing is quarantined")).toBeVisible();
  await expect(page.getByText("Released: session night-42")).toBeVisible();
  await expect(page.getByRole("link", { name: "Quarantine", exact: true })).toBeVisible();
});
