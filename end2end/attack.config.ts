import { defineConfig } from "@playwright/test";

import tests from "./playwright.config.ts";

/** What browsers make of hostile texts: `cargo xtask attack` runs it. */
export default defineConfig({
  ...tests,
  testDir: "attack",
  outputDir: "results/attack",
  reporter: [["list"]],
  timeout: 3_600_000,
  projects: [{ name: "attack" }],
});
