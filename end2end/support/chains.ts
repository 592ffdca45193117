import type { Harmony } from "./harmony.ts";

/** A plan of four steps, of which two stand side by side. */
export const plan = `## Chain: Session store on disk

**Request:** Keep sessions across restarts
**Source:** code-and-review/

| # | Action | Model | Key Inputs | Waits For | Status |
|---|--------|-------|------------|-----------|--------|
| 1 | analyze/ | sonnet | scope=src/store | -- | pending |
| 2 | code/ | opus | Write sessions to disk | #1 | pending |
| 3 | test/ | haiku | all packages | #2 | pending |
| 4 | review/ | sonnet | scope=all changes | #2 | pending |

**Execution:** Parallel: [1] -> [2] -> [3, 4]

What each step does:
1. **analyze/** -- Find out where sessions are kept.
2. **code/** -- Write them to disk.
3. **test/** -- Run all tests.
4. **review/** -- Review the change.

Execute?
`;

/** A plan of so many steps, each after the one before it. */
export function longPlan(steps: number): string {
  const row = (number: number) => `| ${number} | code/ | opus | part ${number} | ${number > 1 ? `#${number - 1}` : "--"} | pending |`;
  const rows = Array.from({ length: steps }, (_, index) => row(index + 1)).join("\n");
  const head = "| # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|";
  return `## Chain: A very long one\n\n**Request:** All of it\n\n${head}\n${rows}\n\nExecute?\n`;
}

export const course = [
  plan,
  "Spawning Step 1: analyze/ (sonnet)\n",
  ">> Step 1 complete: analyze/ -- Sessions are kept in memory. Continuing to Step 2...\n",
  "Spawning Step 2: code/ (opus)\n",
  ">> Step 2 complete: code/ -- Sessions are on disk. Continuing to Step 3...\n",
  "Spawning Step 3: test/ (haiku)\n",
  "## Error: Tests fail\n\n**Step:** 3 — test/\n**Message:** 2 of 212 tests fail.\n**Context:** All packages.\n\n**Recovery options:**\n1. Retry the step\n2. Cancel the chain\n",
];

/** Sends texts one by one, as an orchestrator tells them. */
export async function tell(harmony: Harmony, texts: string[], session = "night-42"): Promise<void> {
  for (const text of texts) await harmony.send(text, "text/markdown", `?session=${session}`);
}
