//! The facts of a session: what it took, what it changed, and who worked in it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::answer::AnswerState;
use super::judge::Said;
use super::line::{Call, LineFacts, Tokens};
use super::prices::Prices;
use super::thread::{Run, is_write};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// Those that cost most tokens first.
    pub models: Vec<ModelFacts>,
    pub tokens: Tokens,
    /// In US dollars; unknown if the price of a model is.
    pub cost: Option<f64>,
    pub first_ms: Option<i64>,
    pub last_ms: Option<i64>,
    /// Those that a tool changed, in the order of their paths.
    pub files: Vec<FileFacts>,
    pub files_changed: u64,
    pub files_read: u64,
    /// Those that were called most often first.
    pub tools: Vec<ToolFacts>,
    pub calls: u64,
    /// The newest last.
    pub failed: Vec<FailedCommand>,
    pub failed_commands: u64,
    /// The sub-agents, each before those that it called.
    pub agents: Vec<AgentFacts>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct ModelFacts {
    pub model: String,
    pub tokens: Tokens,
    pub cost: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct FileFacts {
    pub path: String,
    /// By `Write`, and by tools that edit.
    pub written: u32,
    pub edited: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct ToolFacts {
    pub tool: String,
    pub calls: u64,
    pub failed: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct FailedCommand {
    pub command: String,
    pub exit: Option<i32>,
    pub answered: Said,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// A sub-agent and what it took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AgentFacts {
    /// Missing until it reports, or if its calls were not kept.
    pub agent: Option<String>,
    /// What it was called for, and its kind.
    pub task: Option<String>,
    pub kind: Option<String>,
    /// 0 for those that the session's own agent called.
    pub depth: u32,
    pub calls: u64,
    pub failed: u64,
    pub tokens: Tokens,
    pub first_ms: Option<i64>,
    pub last_ms: Option<i64>,
}

/// The most files, failed commands, tools and sub-agents that are listed. All are counted.
const LISTED: usize = 300;
const DEEPEST: u32 = 32;

/// What one agent took.
#[derive(Debug, Default)]
struct Worked {
    calls: u64,
    failed: u64,
    tokens: Tokens,
    first_ms: Option<i64>,
    last_ms: Option<i64>,
}

/// A call of a sub-agent, and which one reported.
#[derive(Debug)]
struct Sent<'l> {
    by: Option<&'l str>,
    call: &'l Call,
    agent: Option<&'l str>,
}

#[derive(Debug, Default)]
struct Fold<'l> {
    facts: Facts,
    /// Each line of a message repeats its tokens; the last is complete.
    usage: BTreeMap<&'l str, (&'l LineFacts, Tokens)>,
    calls: HashMap<&'l str, &'l Call>,
    tools: BTreeMap<&'l str, ToolFacts>,
    changed: BTreeMap<&'l str, FileFacts>,
    read: BTreeSet<&'l str>,
    workers: BTreeMap<Option<&'l str>, Worked>,
    sent: Vec<Sent<'l>>,
}

impl Facts {
    pub(super) fn of(lines: &[LineFacts], prices: &Prices) -> Self {
        let mut fold = Fold::default();
        for line in lines {
            fold.take(line);
        }
        fold.finish(prices)
    }
}

impl<'l> Fold<'l> {
    fn take(&mut self, line: &'l LineFacts) {
        let agent = line.agent.as_deref();
        let worker = self.workers.entry(agent).or_default();
        for (first, last) in
            [(&mut worker.first_ms, &mut worker.last_ms), (&mut self.facts.first_ms, &mut self.facts.last_ms)]
        {
            *first = earliest(*first, line.at_ms);
            *last = (*last).max(line.at_ms);
        }
        if let Some(tokens) = line.tokens {
            let message = line.place.message.as_deref().unwrap_or(&line.key);
            self.usage.insert(message, (line, tokens));
        }
        for call in &line.calls {
            self.facts.calls += 1;
            worker.calls += 1;
            self.tools.entry(&call.tool).or_default().calls += 1;
            if matches!(call.tool.as_str(), "Task" | "Agent") {
                self.sent.push(Sent { by: agent, call, agent: None });
            }
            self.calls.insert(&call.id, call);
        }
        for answer in &line.answers {
            let Some(call) = self.calls.remove(answer.id.as_str()) else { continue };
            if let Some(sent) = self.sent.iter_mut().rev().find(|sent| sent.call.id == call.id) {
                sent.agent = answer.agent.as_deref();
            }
            self.answered(line, Run { call, answer, place: &line.place });
        }
    }

    fn answered(&mut self, line: &'l LineFacts, run: Run<'l>) {
        let path = run.call.path.as_deref();
        match (run.answer.state, path) {
            (AnswerState::Succeeded, Some(path)) if is_write(&run.call.tool) => {
                let file = self.changed.entry(path).or_default();
                match run.call.tool.as_str() {
                    "Write" => file.written += 1,
                    _ => file.edited += 1,
                }
            }
            (AnswerState::Succeeded, Some(path)) => drop(self.read.insert(path)),
            _ => {}
        }
        if run.answer.state != AnswerState::Failed {
            return;
        }
        self.tools.entry(&run.call.tool).or_default().failed += 1;
        if !run.is_failed_command() {
            return;
        }
        self.workers.entry(line.agent.as_deref()).or_default().failed += 1;
        self.facts.failed_commands += 1;
        let (quote, place) = (run.answer.quote.clone(), run.place.clone());
        self.facts.failed.push(FailedCommand {
            command: run.command().unwrap_or_default().to_owned(),
            exit: run.answer.exit,
            answered: Said { quote, of: None, place, document: None },
            agent: line.agent.clone(),
        });
        if self.facts.failed.len() > LISTED {
            self.facts.failed.remove(0);
        }
    }

    fn finish(mut self, prices: &Prices) -> Facts {
        let mut models: BTreeMap<&str, Tokens> = BTreeMap::new();
        for (line, tokens) in self.usage.values() {
            self.facts.tokens.add(*tokens);
            self.workers.entry(line.agent.as_deref()).or_default().tokens.add(*tokens);
            if tokens.total() > 0 {
                models.entry(line.model.as_deref().unwrap_or("unknown")).or_default().add(*tokens);
            }
        }
        let agents = self.agents();
        let Self { mut facts, tools, changed, read, .. } = self;
        facts.agents = agents;
        facts.files_changed = changed.len() as u64;
        facts.files_read = read.len() as u64;
        let file = |(path, file): (&str, FileFacts)| FileFacts { path: path.to_owned(), ..file };
        facts.files = changed.into_iter().take(LISTED).map(file).collect();
        let tool = |(tool, facts): (&str, ToolFacts)| ToolFacts { tool: tool.to_owned(), ..facts };
        facts.tools = tools.into_iter().map(tool).collect();
        facts.tools.sort_by_key(|tool| std::cmp::Reverse(tool.calls));
        facts.tools.truncate(LISTED);
        let model = |(model, tokens): (&str, Tokens)| ModelFacts {
            model: model.to_owned(),
            tokens,
            cost: prices.cost(model, tokens),
        };
        facts.models = models.into_iter().map(model).collect();
        facts.models.sort_by_key(|model| std::cmp::Reverse(model.tokens.total()));
        let is_priced = !facts.models.is_empty();
        let cost = facts.models.iter().map(|model| model.cost).sum::<Option<f64>>();
        facts.cost = cost.filter(|_| is_priced);
        facts.models.truncate(LISTED);
        facts
    }

    /// Returns the tree of sub-agents, each before those that it called. Those whose call is unknown come last.
    fn agents(&self) -> Vec<AgentFacts> {
        let mut agents = Vec::new();
        let mut known = BTreeSet::new();
        self.called_by(None, 0, &mut known, &mut agents);
        for agent in self.workers.keys().copied().flatten() {
            if known.insert(agent) {
                agents.push(self.agent(None, Some(agent), 0));
                self.called_by(Some(agent), 1, &mut known, &mut agents);
            }
        }
        agents.truncate(LISTED);
        agents
    }

    fn called_by(
        &self,
        caller: Option<&str>,
        depth: u32,
        known: &mut BTreeSet<&'l str>,
        agents: &mut Vec<AgentFacts>,
    ) {
        for sent in self.sent.iter().filter(|sent| sent.by == caller) {
            if agents.len() >= LISTED || depth > DEEPEST {
                return;
            }
            // An agent that is called again goes on.
            if sent.agent.is_some_and(|agent| !known.insert(agent)) {
                continue;
            }
            agents.push(self.agent(Some(sent.call), sent.agent, depth));
            if let Some(agent) = sent.agent {
                self.called_by(Some(agent), depth + 1, known, agents);
            }
        }
    }

    fn agent(&self, call: Option<&Call>, agent: Option<&str>, depth: u32) -> AgentFacts {
        let worked = agent.and_then(|agent| self.workers.get(&Some(agent)));
        let nothing = Worked::default();
        let Worked { calls, failed, tokens, first_ms, last_ms } = worked.unwrap_or(&nothing);
        AgentFacts {
            agent: agent.map(str::to_owned),
            task: call.and_then(|call| call.task.clone()),
            kind: call.and_then(|call| call.kind.clone()),
            depth,
            calls: *calls,
            failed: *failed,
            tokens: *tokens,
            first_ms: *first_ms,
            last_ms: *last_ms,
        }
    }
}

fn earliest(left: Option<i64>, right: Option<i64>) -> Option<i64> {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.min(right)),
        (left, right) => left.or(right),
    }
}
