/** An attempt: the task of a performer (all it needs, no paths of the process) and its outcome. */
import { z } from 'zod'
import { Boundary } from '#model/boundary.ts'
import { CheckCommand, CheckResult } from '#model/evidence.ts'
import { Document } from '#model/document.ts'
import { Blocker, Failure } from '#model/failure.ts'
import { friction } from '#model/friction.ts'
import { Hash } from '#model/hash.ts'
import { Instant, Oid, RepoPath, Slug, UnitId } from '#model/ids.ts'
import { JsonValue } from '#model/json.ts'
import { line } from '#model/line.ts'
import { keyChanges } from '#model/phase-record.ts'
import { TaskContext } from '#model/prompt.ts'
import { LostTests } from '#model/tests.ts'
import { Route } from '#model/route.ts'
import { UsedWindow } from '#model/quota.ts'
import { Said } from '#model/said.ts'
import { Usage } from '#model/usage.ts'

/** Feedback of the phase that sent the work back. */
export const Feedback = z.strictObject({
  from: Slug,
  failure: Failure,
  /** What to mind this time. */
  hint: Said.optional(),
  /** Hash over this and all earlier feedback of the unit: it makes the next attempt's input new. */
  chain: Hash,
})
export type Feedback = z.infer<typeof Feedback>

const agentFields = {
  role: Slug,
  unit: UnitId,
  nonce: Hash,
  account: Slug,
  /** The provider whose limits the account has; absent in older runs, and where it is not known. */
  provider: Slug.optional(),
  wallMs: z.number().int().positive(),
  idleMs: z.number().int().positive(),
  /** After this time a short idle time counts as a stall (S3-15). */
  softMs: z.number().int().positive().optional(),
  brief: z.string(),
  feedback: Feedback.optional(),
  /** How the prompt differs from the plain one: `simplified` after an empty answer, `corrected` after an invalid one. */
  variant: z.enum(['plain', 'simplified', 'corrected']),
  /** Documents of earlier phases of the unit, for an agent that works from them or judges them. */
  documents: z.array(Document).max(30).optional(),
  /** `corrected`: what was wrong with the last answer. */
  errors: z.array(Said).max(50).optional(),
  /** Context for its prompt from the run and the recorded texts; absent in older runs. */
  context: TaskContext.optional(),
  /** The conversation that a limit of its provider ended, with the same account: to be resumed, where the agent can. */
  resumes: line(500).min(1).optional(),
  /** Model and effort; absent in runs that were recorded before there was a choice. */
  route: Route.optional(),
}

/** The final answer of a working agent; its text is a claim, the tree is the evidence. */
export const WorkAnswer = z.strictObject({
  nonce: z.string().max(200),
  status: z.enum(['done', 'blocked']),
  note: z.string().max(4000).default(''),
  /** `blocked`: the blocker. */
  why: Blocker.optional(),
  keyChanges,
  friction,
})

/** The final answer of a planning agent. */
export const PlanAnswer = z.strictObject({ nonce: z.string().max(200), plan: JsonValue, friction })

/** The work of an attempt, by what it does. */
export const Task = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('work'),
    ...agentFields,
    base: Oid,
    start: Oid,
    at: Instant,
    /** What the work may not contain; forbidden paths are judged when it has ended. */
    boundary: Boundary.optional(),
    /** Files that gates of the unit ask for: Forge observes them when the work has ended. */
    artifacts: z.array(RepoPath).max(100).optional(),
    /** Forge compares the tests of base and head: a human will be asked about lost ones (I-22). */
    tests: z.literal('compare').optional(),
    /** The first line of the commit that keeps the work, if it differs from the default. */
    subject: z.string().max(400).optional(),
  }),
  z.strictObject({ do: z.literal('plan'), ...agentFields, base: Oid }),
  /** `base` is what the agent may read: the head of the unit, or the tip. */
  z.strictObject({ do: z.literal('document'), ...agentFields, base: Oid }),
  /** `words` are the phase's words for verdicts. A judged document is the last of `documents`. */
  z.strictObject({
    do: z.literal('judge'),
    ...agentFields,
    base: Oid,
    head: Oid,
    /** The criteria that the judge must answer, one by one. */
    criteria: z.array(z.string()).optional(),
    words: z.array(z.string().max(100)).max(50).optional(),
    /** The phase whose document is judged; absent: the change from `base` to `head` is. */
    judges: Slug.optional(),
  }),
  z.strictObject({
    do: z.literal('check'),
    unit: UnitId,
    commit: Oid,
    commands: z.array(CheckCommand),
    /** The commit hooks of the user's repository run on it too: the user allowed them (S0-35). */
    hooks: z.literal('run').optional(),
  }),
  /** `tip` is where the log expects the integration ref; a missing ref is created there again. */
  z.strictObject({
    do: z.literal('integrate'),
    unit: UnitId,
    title: z.string(),
    head: Oid,
    tip: Oid,
    trailer: z.string(),
    /** The first line of its commit, if it differs from the default. */
    subject: z.string().max(400).optional(),
    at: Instant,
  }),
  z.strictObject({ do: z.literal('merge'), unit: UnitId, tip: Oid, commit: Oid, trailer: z.string() }),
  z.strictObject({ do: z.literal('remove-tree'), unit: UnitId, head: Oid.optional() }),
])
export type Task = z.infer<typeof Task>
export type TaskOf<Kind extends Task['do']> = Extract<Task, { do: Kind }>

/** A file in the tree of a unit: its size, or null when it does not exist. */
export const Artifact = z.strictObject({ path: RepoPath, bytes: z.number().int().nonnegative().nullable() })
export type Artifact = z.infer<typeof Artifact>

export const Outcome = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('worked'),
    answer: JsonValue,
    head: Oid,
    tree: Oid,
    base: Oid,
    /** Paths whose content differs from the base, read by Forge from the trees. */
    changed: z.array(RepoPath).max(5000),
    /** Forge's observations of the files that gates ask for. */
    artifacts: z.array(Artifact).max(100).optional(),
    /** Tests that ran at the base and no longer do, read by Forge from the sources; absent when there are none. */
    lostTests: LostTests.optional(),
  }),
  z.strictObject({ status: z.literal('planned'), answer: JsonValue }),
  z.strictObject({ status: z.literal('documented'), answer: JsonValue }),
  z.strictObject({ status: z.literal('judged'), answer: JsonValue }),
  z.strictObject({ status: z.literal('checked'), results: z.array(CheckResult) }),
  z.strictObject({ status: z.literal('integrated'), tip: Oid, tree: Oid, commit: Oid }),
  z.strictObject({ status: z.literal('merged'), commit: Oid, tip: Oid }),
  /** `removed`, or `aside` when Forge could not prove that nothing is lost. */
  z.strictObject({ status: z.literal('tidied'), removed: z.array(z.string()), aside: z.array(z.string()) }),
  z.strictObject({ status: z.literal('failed'), failure: Failure }),
])
export type Outcome = z.infer<typeof Outcome>

export const Report = z.discriminatedUnion('kind', [
  /** A performance started after an earlier one was lost; it counts toward the lifetime cap. */
  z.strictObject({ kind: z.literal('performance'), performance: z.number().int().positive() }),
  /** `model`: the model that the agent reports, if it does. */
  z.strictObject({
    kind: z.literal('session'),
    session: line(500).min(1),
    /** The agent stores it, and can resume it. */
    lasts: z.literal('yes').optional(),
    model: z.string().min(1).max(200).optional(),
  }),
  z.strictObject({ kind: z.literal('usage'), usage: Usage }),
  /** Without a time the provider named no reset. */
  z.strictObject({ kind: z.literal('rate-limited'), account: Slug, until: z.number().int().nonnegative().optional() }),
  /** How much of its windows the account has used, if the agent or its provider reports it. */
  z.strictObject({ kind: z.literal('windows'), account: Slug, windows: z.array(UsedWindow).min(1).max(10) }),
  /** The answer was invalid, and its author was asked once more in the same conversation. */
  z.strictObject({ kind: z.literal('asked-again'), errors: z.array(Said).min(1).max(50) }),
  /** Settings of the attempt that its agent does not support: it works without them. */
  z.strictObject({ kind: z.literal('unset'), agent: z.string().max(200), what: z.array(z.string().max(100)).max(20) }),
  /** The agent did not return its answer, and Forge found it in a file of the agent. */
  z.strictObject({ kind: z.literal('recovered'), from: z.enum(['result-file']) }),
  /**
   * Links that a lost performance left in files kept for its successor, by their paths there: they could lead anywhere
   * (T-29).
   */
  z.strictObject({ kind: z.literal('links-removed'), links: z.array(z.string().max(300)).min(1).max(20) }),
  z.strictObject({ kind: z.literal('needs-human'), text: z.string().max(4000) }),
  /**
   * How the agent is contained: by Forge's sandbox, by the sandbox of its own program, in a PID namespace of its own,
   * or only tracked by its marker; `why` when stronger containment failed. `ports` of this machine that a closed
   * network lets through.
   */
  z.strictObject({
    kind: z.literal('sandbox'),
    held: z.enum(['sandbox', 'agent', 'processes', 'marker']),
    network: z.enum(['closed', 'open']),
    ports: z.array(z.number().int().min(1).max(65_535)).min(1).max(100).optional(),
    why: Said.optional(),
  }),
])
export type Report = z.infer<typeof Report>
