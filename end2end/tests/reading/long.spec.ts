import { longPlan, tell } from "../../support/chains.ts";
import { expect, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

const STEPS = 10_000;
const DOCUMENTS = 300;

test("of ten thousand steps a page holds a hundred, and any is one jump away", async ({ page, harmony }) => {
  await tell(harmony, [longPlan(STEPS)]);
  await page.goto("/session?session=night-42");
  const steps = page.getByRole("region", { name: "Steps" }).getByRole("row");
  await expect(steps).toHaveCount(101);
  await page.getByRole("spinbutton", { name: "Step" }).fill("7777");
  await page.getByRole("button", { name: "Go" }).click();
  await expect(steps).toHaveCount(101);
  await expect(steps.nth(1).getByRole("cell", { name: "7777", exact: true })).toBeVisible();
  for (const view of ["Graph", "Timeline"]) {
    await page.getByRole("link", { name: view }).click();
    await expect(page.getByText(/7.777–7.876 of 10.000/)).toBeVisible();
  }
});

test("a long chain opens where something happens", async ({ page, harmony }) => {
  await tell(harmony, [longPlan(STEPS), "Spawning Step 5000: code/ (opus)\n"]);
  await page.goto("/session?session=night-42");
  const running = page.getByRole("row").filter({ hasText: "running" });
  await expect(running.getByRole("cell", { name: "5000", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page.getByText(/5.097–5.196 of 10.000/)).toBeVisible();
  await page.getByRole("link", { name: "Step #5000" }).click();
  const inspector = page.getByRole("region", { name: "Step 5000" });
  await expect(inspector).toContainText("| 5000 | code/ | opus | part 5000 |");
});

test("of many chains of a session a page holds a hundred", async ({ page, harmony }) => {
  const line = (_: unknown, index: number) =>
    JSON.stringify({ text: longPlan(2).replace("A very long one", `Chain ${index + 1}`), source: { session: "night-42" } });
  await harmony.post(Array.from({ length: 120 }, line).join("\n"), "application/x-ndjson");
  await page.goto("/session?session=night-42");
  const chains = page.getByRole("list", { name: "Chains of the session" }).getByRole("link");
  await expect(chains).toHaveCount(20);
  await page.getByRole("navigation", { name: "Pages of chains" }).getByRole("link", { name: "Previous" }).click();
  await expect(chains).toHaveCount(100);
  await expect(chains.first()).toContainText("Chain 1");
  await expect(page.getByRole("heading", { name: "Chain 1", exact: true })).toBeVisible();
});

test("any document of a long list is one jump away", async ({ page, harmony }) => {
  const line = (_: unknown, index: number) => JSON.stringify({ text: reviewReport({ scope: `number ${index + 1}` }) });
  await harmony.post(Array.from({ length: DOCUMENTS }, line).join("\n"), "application/x-ndjson");
  await page.goto("/documents");
  const rows = page.getByRole("region", { name: "Documents" }).getByRole("row");
  expect(await rows.count()).toBeLessThanOrEqual(101);
  await page.getByRole("spinbutton", { name: "or number" }).fill("101");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(rows.nth(1).getByRole("link", { name: "number 100", exact: true })).toBeVisible();
  expect(await rows.count()).toBeLessThanOrEqual(101);
});

test("what is under quarantine waits for a person until it is released", async ({ page, harmony }) => {
  const text = (heading: string, rest: string) => `# Quarantine ${heading}\n\n${rest}**Target Type:** session\n**Target ID:** night-42\n`;
  await harmony.send(text("Record", "**Subcommand:** quarantine\n**Reason:** It loops.\n"));
  await page.goto("/");
  const waits = page.getByRole("region", { name: "Needs attention" });
  await expect(waits.getByRole("link", { name: "session night-42" })).toBeVisible();
  await harmony.send(text("Release", "**Subcommand:** release\n"));
  await page.reload();
  await expect(waits).toHaveCount(0);
});
