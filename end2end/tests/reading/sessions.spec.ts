import { course, plan, tell } from "../../support/chains.ts";
import { expect, test } from "../../support/fixtures.ts";

test("a session is found in the list and leads to its chain", async ({ page, harmony }) => {
  await page.goto("/sessions");
  await expect(page.getByText("No sessions yet")).toBeVisible();
  await tell(harmony, course);
  await page.reload();
  await page.getByRole("link", { name: "night-42" }).click();
  await expect(page.getByRole("heading", { name: "Session store on disk" })).toBeVisible();
  await expect(page.getByText("Step 3 failed. Decision needed.")).toBeVisible();
  const steps = page.getByRole("region", { name: "Steps" });
  await expect(steps.getByRole("row")).toHaveCount(5);
  await expect(steps.getByRole("row").nth(3)).toContainText("2 of 212 tests fail.");
});

test("the address keeps the moment", async ({ page, harmony }) => {
  await tell(harmony, course);
  await page.goto("/session?session=night-42");
  await page.getByRole("link", { name: "Previous", exact: true }).click();
  await expect(page).toHaveURL(/at=\d+/);
  await expect(page.getByText("Running: #3.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Running: #3.")).toBeVisible();
  await page.getByRole("link", { name: "Compare with now" }).click();
  const changes = page.getByRole("region", { name: "What changed between the moments" });
  await expect(changes.getByRole("listitem")).toHaveCount(1);
  await expect(changes).toContainText("failed");
  await expect(page.getByText(/compared with .* UTC event 6 of 7/)).toBeVisible();
  await page.getByRole("link", { name: "Stop comparing" }).click();
  await expect(changes).toHaveCount(0);
});

test("graph and timeline show the same steps, each with its words", async ({ page, harmony }) => {
  await tell(harmony, course);
  await page.goto("/session?session=night-42");
  await page.getByRole("link", { name: "Graph" }).click();
  await page.getByRole("link", { name: "Step 3, test/, failed" }).click();
  const inspector = page.getByRole("region", { name: "Step 3" });
  await expect(inspector).toContainText("2 of 212 tests fail.");
  await expect(inspector).toContainText("Spawning Step 3: test/ (haiku)");
  await page.getByRole("link", { name: "Timeline" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(4);
  await inspector.getByRole("link", { name: /^line/ }).first().click();
  await expect(page).toHaveURL(/\/documents\/.*view=source/);
});

test("what waits for a person is said first, with the way to the answer", async ({ page, harmony }) => {
  await tell(harmony, course);
  await page.goto("/session?session=night-42");
  const callout = page.getByRole("note", { name: "Waiting for you" });
  await expect(callout).toContainText("Step 3 failed. Decision needed.");
  await expect(callout).toContainText("2 of 212 tests fail.");
  await expect(callout.getByRole("link", { name: "Inbox" })).toHaveAttribute("href", "/inbox");
  await callout.getByRole("link", { name: "Show in the source" }).click();
  await expect(page).toHaveURL(/\/documents\/.*view=source/);
});

test("the line of time has an axis, and a step that has not begun says what it waits for", async ({ page, harmony }) => {
  await tell(harmony, course);
  await page.goto("/session?session=night-42&view=timeline");
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /^#4 / }) });
  await expect(row).toContainText(/pending, waits for #\d/);
  await expect(page.locator(".timeline__newest")).toHaveCount(4);
});

test("a session without a chain has no events to go through", async ({ page, harmony }) => {
  await tell(harmony, ["# Review Report: Session store\n\n## Verdict: APPROVED\n## Score: 94%\n"]);
  await page.goto("/session?session=night-42");
  await expect(page.getByRole("group", { name: "Events over time" })).toHaveCount(0);
});

test("no table of steps is wider than a phone", async ({ page, harmony }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await tell(harmony, course);
  for (const view of ["table", "timeline"]) {
    await page.goto(`/session?session=night-42&view=${view}&step=3`);
    const wider = await page.evaluate(() => {
      const frames = [document.documentElement, ...document.querySelectorAll(".scroll-x, .timeline")];
      return frames.filter((frame) => frame.scrollWidth > frame.clientWidth + 1).length;
    });
    expect(wider, view).toBe(0);
  }
});

test("a plan that can not be carried out says why", async ({ page, harmony }) => {
  const odd = plan.replace("| -- |", "| #2 |").replace("| #2 | pending |\n| 4", "| #9 | pending |\n| 4");
  await tell(harmony, [odd]);
  await page.goto("/session?session=night-42");
  const notes = page.getByRole("region", { name: "Anomalies" });
  await expect(notes).toContainText("steps #1, #2 wait for each other, and none can start");
  await expect(notes).toContainText("step 3 waits for step 9, which does not exist");
});

test("a step whose end was not announced says so", async ({ page, harmony }) => {
  const done = "## Done: Session store on disk\n\n| # | Action | Status | Result |\n|---|---|---|---|\n| 1 | analyze/ | completed | Found |\n";
  await tell(harmony, [plan, course[1] ?? "", done]);
  await page.goto("/session?session=night-42");
  await expect(page.getByRole("row").nth(1)).toContainText(/its end was not announced/);
});

test("a chain without a session is listed by its document", async ({ page, harmony }) => {
  await harmony.send(plan);
  await page.goto("/sessions");
  await page.getByRole("link", { name: /^document / }).click();
  await expect(page.getByText("Awaiting approval.")).toBeVisible();
});

test.describe("where there is nothing", () => {
  test.use({ expectedComplaints: /404/ });

  test("a session of which nothing is known says so", async ({ page }) => {
    await page.goto("/session?session=nowhere");
    await expect(page.getByText("Session not found")).toBeVisible();
  });
});

test.describe("an address that can not be read", () => {
  test.use({ expectedComplaints: /400/ });

  test("is answered with what may stand there", async ({ page, harmony }) => {
    await tell(harmony, course);
    const response = await page.goto("/documents?severity=sev&from=2026-02-30");
    expect(response?.status()).toBe(400);
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("critical, high, medium, low");
    await expect(alert).toContainText("a day of the calendar, as 2026-11-20");
    await alert.getByRole("link", { name: "All documents" }).click();
    await expect(page.getByRole("region", { name: "Documents" }).getByRole("row")).toHaveCount(8);
    await page.goto("/session?session=night-42&view=circle");
    await expect(alert).toContainText("table, graph, timeline");
    await alert.getByRole("link", { name: "The session" }).click();
    await expect(page.getByRole("heading", { name: "Session store on disk" })).toBeVisible();
  });
});
