import { Harmony } from "../../support/harmony.ts";
import { expect, expectAccessible, test } from "../../support/fixtures.ts";

test.use({ expectedComplaints: /Failed to load resource: the server responded with a status of 4\d\d/ });

test("the pages outside of the app are as accessible as those inside", async ({ page }) => {
  const harmony = await Harmony.start(["--token", "a-token-of-some-length"]);
  try {
    await page.goto(harmony.url);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: "results/pictures/login-390-light.png" });
  } finally {
    // A page that is still live would complain that its server is gone.
    await page.goto("about:blank");
    await harmony.stop();
  }
  await page.goto("/ws");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This address is a WebSocket");
  await expectAccessible(page);
});
