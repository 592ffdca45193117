import { defineConfig } from "@playwright/test";

import tests from "./playwright.config.ts";

/** How soon a page shows what happened: a figure that `cargo xtask bench` prints, not a test. */
export default defineConfig({
  ...tests,
  testDir: "painted",
  reporter: [["line"]],
  workers: 1,
  projects: [{ name: "painted" }],
});
