import { expect, live, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

const DEVIATING = reviewReport({ findings: [{ severity: "urgent" }] }).replace("## Score: 92%", "## Score: 9/10");

test("the prompt for a rule and the prompt for all are copied", async ({ page, context, harmony }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await harmony.send(DEVIATING);
  await page.goto(`/documents/${id}`);
  await live(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const score = page.getByRole("region", { name: "Issues" }).locator(".issues").filter({ hasText: "the score is written" });
  await score.getByRole("link", { name: "Prompt" }).click();
  await expect.poll(clipboard).toContain("deviates from its contract in one place");
  expect(await clipboard()).toContain("+    4 | ## Score: 90%");
  await page.getByRole("link", { name: "Prompt for all" }).click();
  await expect.poll(clipboard).toContain("2. warning");
});

test("the fixed text is copied as it is", async ({ page, context, harmony }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await harmony.send(DEVIATING);
  await page.goto(`/documents/${id}/fixed?fix=all`);
  await live(page);
  await page.getByRole("button", { name: "Copy the fixed text" }).click();
  const fixed = await (await page.request.get(`/api/documents/${id}/fixed?fix=all`)).text();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(fixed);
});
