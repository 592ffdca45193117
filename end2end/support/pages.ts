import { course, tell } from "./chains.ts";
import type { Harmony } from "./harmony.ts";
import { carrying } from "./playground.ts";
import { quarantine } from "./quarantine.ts";
import { SHIFT_MEMO, reviewReport } from "./reports.ts";

interface Shown {
  name: string;
  /** Fills the store and gives the address. */
  prepare: (harmony: Harmony) => Promise<string>;
  /** Rules of axe that can't hold there. */
  except?: string[];
  /** It has no scripts. */
  hearsNothing?: boolean;
}

/** The pages that are photographed for people, and checked by axe. */
export const PAGES: Shown[] = [
  { name: "welcome", prepare: async () => "/" },
  { name: "overview", prepare: async (harmony) => (await fill(harmony), "/") },
  // The upper part of this one at 1440 px is `docs/overview.png`.
  { name: "samples", prepare: async (harmony) => (await harmony.loadSamples(), "/") },
  { name: "documents", prepare: async (harmony) => (await fill(harmony), "/documents") },
  { name: "document", prepare: async (harmony) => `/documents/${await fill(harmony)}` },
  { name: "document-source", prepare: async (harmony) => `/documents/${await fill(harmony)}?view=source` },
  { name: "document-json", prepare: async (harmony) => `/documents/${await fill(harmony)}?view=json` },
  { name: "document-fixed", prepare: async (harmony) => `/documents/${await fill(harmony)}/fixed?fix=all` },
  { name: "document-wish", prepare: async (harmony) => `/documents/${await fill(harmony)}?as=5.2` },
  { name: "document-delete", prepare: async (harmony) => `/documents/${await fill(harmony)}/delete` },
  { name: "document-free", prepare: async (harmony) => `/documents/${(await harmony.send(FREE)).id}` },
  { name: "document-format", prepare: async (harmony) => `/documents/${(await harmony.send(SHIFT_MEMO)).id}/format` },
  { name: "documents-ordered", prepare: async (harmony) => (await fill(harmony), "/documents?sort=score") },
  { name: "compare", prepare: async (harmony) => compared(harmony) },
  { name: "delete", prepare: async (harmony) => `/delete?id=${await fill(harmony)}` },
  { name: "search", prepare: async (harmony) => (await fill(harmony), "/documents?q=the&from=2020-01-01") },
  { name: "sessions", prepare: async (harmony) => (await tell(harmony, course), "/sessions") },
  { name: "session", prepare: async (harmony) => (await tell(harmony, course), `${SESSION}&step=3`) },
  { name: "session-graph", prepare: async (harmony) => (await tell(harmony, course), `${SESSION}&view=graph`) },
  { name: "session-timeline", prepare: async (harmony) => (await tell(harmony, course), `${SESSION}&view=timeline`) },
  {
    name: "session-opinions",
    prepare: async (harmony) => (await harmony.loadSamples(), "/session?session=checkout-refunds&step=9"),
  },
  { name: "inbox", prepare: async (harmony) => (await tell(harmony, course), "/inbox") },
  { name: "webhooks", prepare: async (harmony) => (await harmony.addWebhook(), "/webhooks?log=1") },
  { name: "access", prepare: async (harmony) => (await harmony.addWebhook(), "/access") },
  { name: "projects", prepare: async () => "/projects" },
  { name: "preview", prepare: async (harmony) => harmony.publish([reviewReport()]), hearsNothing: true },
  {
    name: "preview-index",
    prepare: async (harmony) => harmony.publish([FREE, reviewReport(), SHIFT_MEMO]),
    hearsNothing: true,
  },
  { name: "previews", prepare: async (harmony) => (await harmony.publish([FREE, reviewReport()]), "/previews") },
  { name: "quarantine", prepare: async (harmony) => (await harmony.send(quarantine(1)), "/quarantine#add") },
  { name: "decisions", prepare: async (harmony) => (await harmony.loadSamples(), "/decisions") },
  { name: "decisions-task", prepare: async (harmony) => (await harmony.loadSamples(), "/decisions?task=task-119") },
  { name: "harmony", prepare: async (harmony) => (await fill(harmony), "/harmony") },
  { name: "contract", prepare: async () => "/contract" },
  { name: "contract-format", prepare: async () => "/contract/review-report" },
  { name: "contract-manual", prepare: async () => "/contract/review-report?tab=contract" },
  { name: "contract-fields", prepare: async () => "/contract/review-report?tab=fields" },
  { name: "contract-rules", prepare: async () => "/contract/review-report?tab=rules" },
  { name: "contract-examples", prepare: async () => "/contract/review-report?tab=examples" },
  { name: "add", prepare: async () => "/add" },
  { name: "playground", prepare: async () => carrying("/playground", REJECTED) },
  // Shows everything twice, once in each theme.
  { name: "gallery", prepare: async () => "/dev/gallery", except: ["landmark-unique"] },
];

const SESSION = "/session?session=night-42";

const FREE = "# Notes of the week\n\nNothing *formal*: a [link](https://example.org) and `code`.\n\n- one\n- two\n";

/** A morning's work of a team; gives the id of the document with most to see. */
async function fill(harmony: Harmony): Promise<string> {
  await harmony.send(FREE);
  await harmony.send(reviewReport({ scope: "packages/ledger", score: 96 }));
  await harmony.send(reviewReport({ scope: "결제 모듈 검토", score: 88, summary: "반올림 규칙이 맞습니다." }));
  await harmony.send(reviewReport({ scope: "the importer", verdict: "APPROVED (with recommendations)", score: 84 }));
  const { id } = await harmony.send(REJECTED);
  return id;
}

/** Two reports of one scope. */
async function compared(harmony: Harmony): Promise<string> {
  const earlier = await harmony.send(reviewReport({ scope: "the ledger", score: 61, verdict: "NEEDS_CHANGES" }));
  const later = await harmony.send(reviewReport({ scope: "the ledger", score: 92, findings: [] }));
  return `/compare?from=${earlier.id}&to=${later.id}`;
}

const REJECTED = reviewReport({
  scope: "packages/backend/src/services/session/replay.ts",
  verdict: "NEEDS_CHANGES",
  score: 61,
  summary: "Replay works for one client. With two, an acknowledged document can be lost; see **finding 1**.",
  findings: [
    {
      file: "packages/backend/src/services/session/replay.ts",
      line: 118,
      severity: "critical",
      description: "The cursor moves before the row is on disk",
      suggestion: "Move it in the same transaction, after `append`",
    },
    { severity: "high", description: "A second client gets the first one's backlog" },
    { severity: "medium", description: "`resume()` retries for ever" },
    { severity: "minor", description: "The log line names no session" },
  ],
});
