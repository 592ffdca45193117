import { course, longPlan, tell } from "../../support/chains.ts";
import { expect, live, mark, test } from "../../support/fixtures.ts";

const SESSION = "/session?session=night-42";

test("a chain goes on under the reader's eyes", async ({ page, harmony }) => {
  await tell(harmony, course.slice(0, 2));
  await page.goto(SESSION);
  await live(page);
  const before = await mark(page);
  await expect(page.getByText("Running: #1.")).toBeVisible();
  await page.getByRole("link", { name: "Graph" }).focus();
  await tell(harmony, course.slice(2, 4));
  await expect(page.getByText("Running: #2.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Steps" }).getByRole("row").nth(1)).toContainText("in memory");
  await expect(page.getByRole("link", { name: "Graph" })).toBeFocused();
  await tell(harmony, course.slice(4));
  await expect(page.getByText("Step 3 failed. Decision needed.")).toBeVisible();
  await before.expectKept();
});

test("a moment that was chosen stays, whatever happens", async ({ page, harmony }) => {
  await tell(harmony, course.slice(0, 4));
  await page.goto(SESSION);
  await live(page);
  await page.getByRole("link", { name: "Previous", exact: true }).click();
  const before = await mark(page);
  await expect(page.getByText("event 3 of 4")).toBeVisible();
  await tell(harmony, course.slice(4));
  await expect(page.getByText("event 3 of 7")).toBeVisible();
  await expect(page.getByText("Ready to start: #2.")).toBeVisible();
  await before.expectKept();
});

test("a chain is played from its beginning without loading a page", async ({ page, harmony }) => {
  await tell(harmony, course);
  await page.goto(SESSION);
  await live(page);
  const before = await mark(page);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByText("event 1 of 7")).toBeVisible();
  await expect(page).toHaveURL(/at=\d+/);
  await expect(page.getByText("Awaiting approval.")).toBeVisible();
  await expect(page.getByText("event 7 of 7")).toBeVisible();
  await expect(page.getByText("Step 3 failed. Decision needed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(page).not.toHaveURL(/at=/);
  await before.expectKept();
});

test("the slider moves the state while it is drawn, and the address keeps the moment", async ({ page, harmony }) => {
  await tell(harmony, course);
  await page.goto(SESSION);
  await live(page);
  const before = await mark(page);
  const slider = page.getByRole("slider", { name: "Event" });
  await slider.fill("0");
  await expect(page.getByText("event 1 of 7")).toBeVisible();
  await expect(page.getByText("Awaiting approval.")).toBeVisible();
  await expect(page).toHaveURL(/at=1$/);
  await slider.press("ArrowRight");
  await expect(page.getByText("event 2 of 7")).toBeVisible();
  await expect(page.getByText("Running: #1.")).toBeVisible();
  await expect(slider).toBeFocused();
  await slider.press("End");
  await expect(page.getByText("event 7 of 7")).toBeVisible();
  await expect(page).not.toHaveURL(/at=/);
  await before.expectKept();
});

test("a chain that was watched from its beginning is moved by its slider, and back to live", async ({ page, harmony }) => {
  await tell(harmony, course.slice(0, 1));
  await page.goto(SESSION);
  await live(page);
  await expect(page.getByText("event 1 of 1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play" })).toBeHidden();
  await tell(harmony, course.slice(1, 4));
  await expect(page.getByText("event 4 of 4")).toBeVisible();
  const slider = page.getByRole("slider", { name: "Event" });
  await slider.press("ArrowLeft");
  await expect(page.getByText("event 3 of 4")).toBeVisible();
  await page.getByRole("link", { name: "Back to live" }).click();
  await expect(page.getByText("event 4 of 4")).toBeVisible();
});

test("on a phone a step that is chosen stands in view", async ({ page, harmony }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await tell(harmony, [longPlan(60)]);
  await page.goto(`${SESSION}&step=40`);
  await expect(page.getByRole("region", { name: "Step 40" })).toBeInViewport();
});

test("a step opens in place: the address follows, Escape and going back close it", async ({ page, harmony }) => {
  await tell(harmony, course);
  for (const view of ["table", "graph", "timeline"]) {
    await page.goto(`${SESSION}&view=${view}`);
    await live(page);
    const before = await mark(page);
    const link = page.locator("a[data-step='3']");
    const inspector = page.getByRole("region", { name: "Step 3" });
    await link.click();
    await expect(inspector).toContainText("2 of 212 tests fail.");
    await expect(page).toHaveURL(/step=3/);
    await expect(link).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(inspector).toHaveCount(0);
    await expect(page).not.toHaveURL(/step=/);
    await page.goBack();
    await expect(inspector).toBeVisible();
    await inspector.getByRole("link", { name: "Close" }).click();
    await expect(inspector).toHaveCount(0);
    await expect(link).toBeFocused();
    await before.expectKept();
  }
});

test("a step of a graph that is chosen stays in view beside what is said of it", async ({ page, harmony }) => {
  await tell(harmony, [longPlan(40)]);
  await page.goto(`${SESSION}&view=graph`);
  await live(page);
  const link = page.locator("a[data-step='6']");
  await link.click();
  await expect(page.getByRole("region", { name: "Step 6" })).toBeVisible();
  const isWithin = () =>
    link.evaluate((step) => {
      const [inner, outer] = [step, step.closest(".graph__drawing")!].map((element) => element.getBoundingClientRect());
      return inner!.left >= outer!.left && inner!.right <= outer!.right && inner!.top >= outer!.top;
    });
  await expect.poll(isWithin).toBe(true);
});

test("a step that is chosen on a later page of a long chain leaves the rows where they are", async ({ page, harmony }) => {
  await tell(harmony, [longPlan(300)]);
  await page.goto(`${SESSION}&row=101`);
  await live(page);
  await page.locator("a[data-step='150']").click();
  await expect(page.getByRole("region", { name: "Step 150" })).toBeVisible();
  await expect(page.locator("a[data-step]").first()).toHaveAttribute("data-step", "101");
});

test("the line of time of a short chain is told in seconds", async ({ page, harmony }) => {
  await tell(harmony, course);
  await page.goto(`${SESSION}&view=timeline`);
  await expect(page.getByRole("columnheader").nth(1)).toHaveText(/\d\d:\d\d:\d\d UTC.*\d\d:\d\d:\d\d UTC/);
});

test("a graph of three hundred steps opens at the one at work, and stays where it is", async ({ page, harmony }) => {
  await tell(harmony, [longPlan(300), "Spawning Step 180: code/ (opus)\n"]);
  await page.goto(`${SESSION}&view=graph`);
  await live(page);
  const drawing = page.getByRole("region", { name: "Steps and what they wait for" });
  await drawing.scrollIntoViewIfNeeded();
  await expect(page.getByRole("link", { name: "Step 180, code/, running" })).toBeInViewport();
  await expect(page.getByRole("link", { name: "Step 1, code/, pending" })).not.toBeInViewport();
  const before = await drawing.evaluate((element) => element.scrollTop);
  await tell(harmony, [">> Step 180 complete: code/ -- Done so far. Continuing to Step 181...\n"]);
  await expect(page.getByRole("link", { name: "Step 180, code/, completed" })).toBeInViewport();
  expect(await drawing.evaluate((element) => element.scrollTop)).toBe(before);
});

test("a chain is gone through by keys", async ({ page, harmony }) => {
  await tell(harmony, course);
  await page.goto(SESSION);
  await live(page);
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "Step 3" })).toBeVisible();
  await live(page);
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "Step 4" })).toBeVisible();
  await live(page);
  await page.keyboard.press("k");
  await expect(page.getByRole("region", { name: "Step 3" })).toBeVisible();
  await live(page);
  await page.keyboard.press("2");
  await expect(page.getByRole("region", { name: "Steps and what they wait for" })).toBeVisible();
  await live(page);
  await page.keyboard.press("h");
  await expect(page.getByText("event 6 of 7")).toBeVisible();
});

test("keys go from step to step in the graph, and as fast as they are pressed", async ({ page, harmony }) => {
  await tell(harmony, course);
  await page.goto(`${SESSION}&view=graph`);
  await live(page);
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "Step 3" })).toBeVisible();
  await live(page);
  // Both at once: one that comes while the next page is loaded reaches no page.
  await page.evaluate(() => {
    const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true }));
    press();
    press();
  });
  await expect(page.getByRole("region", { name: "Step 1" })).toBeVisible();
});

test("the list and the overview say at once what waits for a person", async ({ page, context, harmony }) => {
  await tell(harmony, course.slice(0, 6));
  const overview = await context.newPage();
  await page.goto("/sessions");
  await overview.goto("/");
  await Promise.all([live(page), live(overview)]);
  await expect(overview.getByRole("region", { name: "Needs attention" })).toHaveCount(0);
  await tell(harmony, course.slice(6));
  const row = page.getByRole("row").filter({ hasText: "night-42" });
  await expect(row).toContainText("waiting");
  await expect(row).toContainText("Step 3 failed. Decision needed.");
  const waits = overview.getByRole("region", { name: "Needs attention" });
  await expect(waits).toContainText("Step 3 failed.");
  await waits.getByRole("link", { name: "Session store on disk" }).click();
  await expect(overview.getByRole("heading", { name: "Session store on disk" })).toBeVisible();
});
