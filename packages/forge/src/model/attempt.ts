/** An attempt: what a performer is asked to do (all it needs, no paths of the driver) and what it answers. */
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

/** What came back from the phase that sent the work here again. */
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
  /** Whose limits the account has; absent in runs that were recorded before, and where nobody knows. */
  provider: Slug.optional(),
  wallMs: z.number().int().positive(),
  idleMs: z.number().int().positive(),
  /** From then on a short silence is enough to take it for dead (S3-15). */
  softMs: z.number().int().positive().optional(),
  brief: z.string(),
  feedback: Feedback.optional(),
  /** How the prompt differs from the plain one: `simplified` after an empty answer, `corrected` after an invalid one. */
  variant: z.enum(['plain', 'simplified', 'corrected']),
  /** What earlier phases of the unit wrote, for whoever works from it or judges it. */
  documents: z.array(Document).max(30).optional(),
  /** `corrected`: what was wrong with the last answer. */
  errors: z.array(Said).max(50).optional(),
  /** What of the run and of the recorded texts its prompt tells; absent in runs that were recorded before. */
  context: TaskContext.optional(),
  /** The conversation that a limit of its provider ended, with the same account: to be gone on with, where the agent can. */
  resumes: line(500).min(1).optional(),
  /** With which model and effort; absent in runs that were recorded before there was a choice. */
  route: Route.optional(),
}

/** What a working agent says at its end; its word is a claim, the tree is the evidence. */
export const WorkAnswer = z.strictObject({
  nonce: z.string().max(200),
  status: z.enum(['done', 'blocked']),
  note: z.string().max(4000).default(''),
  /** `blocked`: what stands in the way. */
  why: Blocker.optional(),
  keyChanges,
  friction,
})

/** What a planning agent says at its end. */
export const PlanAnswer = z.strictObject({ nonce: z.string().max(200), plan: JsonValue, friction })

/** The work of an attempt, by what it does. */
export const Task = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('work'),
    ...agentFields,
    base: Oid,
    start: Oid,
    at: Instant,
    /** What may not be brought; forbidden paths are judged when it has ended. */
    boundary: Boundary.optional(),
    /** Files that gates of the unit ask for: Forge looks at them when the work has ended. */
    artifacts: z.array(RepoPath).max(100).optional(),
    /** The tests of base and head are compared: somebody will be asked about those that are gone (I-22). */
    tests: z.literal('compare').optional(),
    /** The first line of the commit that keeps the work, where the usual one will not do. */
    subject: z.string().max(400).optional(),
  }),
  z.strictObject({ do: z.literal('plan'), ...agentFields, base: Oid }),
  /** `base` is what may be read: the head of the unit, or the tip. */
  z.strictObject({ do: z.literal('document'), ...agentFields, base: Oid }),
  /** `words` are those that the phase knows as verdicts. A document that is judged is the last of `documents`. */
  z.strictObject({
    do: z.literal('judge'),
    ...agentFields,
    base: Oid,
    head: Oid,
    /** What the judge must answer for, one by one. */
    criteria: z.array(z.string()).optional(),
    words: z.array(z.string().max(100)).max(50).optional(),
    /** What is judged, when it is not the change from `base` to `head`: the phase that wrote the document. */
    judges: Slug.optional(),
  }),
  z.strictObject({
    do: z.literal('check'),
    unit: UnitId,
    commit: Oid,
    commands: z.array(CheckCommand),
    /** The commit hooks of the user's repository are run on it too: the operator allowed them (S0-35). */
    hooks: z.literal('run').optional(),
  }),
  /** `tip` is where the log believes the integration ref to be; a missing ref is made again there. */
  z.strictObject({
    do: z.literal('integrate'),
    unit: UnitId,
    title: z.string(),
    head: Oid,
    tip: Oid,
    trailer: z.string(),
    /** The first line of its commit, where the usual one will not do. */
    subject: z.string().max(400).optional(),
    at: Instant,
  }),
  z.strictObject({ do: z.literal('merge'), unit: UnitId, tip: Oid, commit: Oid, trailer: z.string() }),
  z.strictObject({ do: z.literal('remove-tree'), unit: UnitId, head: Oid.optional() }),
])
export type Task = z.infer<typeof Task>
export type TaskOf<Kind extends Task['do']> = Extract<Task, { do: Kind }>

/** A file in the tree of a unit: its size, or null when it is not there. */
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
    /** What Forge saw of the files that gates ask for. */
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
  /** `removed`, or `aside` when the proof that nothing is lost did not hold. */
  z.strictObject({ status: z.literal('tidied'), removed: z.array(z.string()), aside: z.array(z.string()) }),
  z.strictObject({ status: z.literal('failed'), failure: Failure }),
])
export type Outcome = z.infer<typeof Outcome>

export const Report = z.discriminatedUnion('kind', [
  /** A performance was started after an earlier one was lost; it counts toward the lifetime cap. */
  z.strictObject({ kind: z.literal('performance'), performance: z.number().int().positive() }),
  /** `model`: what the agent says to run on, when it says so. */
  z.strictObject({
    kind: z.literal('session'),
    session: line(500).min(1),
    /** The agent keeps it, and can be told to go on with it. */
    lasts: z.literal('yes').optional(),
    model: z.string().min(1).max(200).optional(),
  }),
  z.strictObject({ kind: z.literal('usage'), usage: Usage }),
  /** Without a time the provider only said that it was too much. */
  z.strictObject({ kind: z.literal('rate-limited'), account: Slug, until: z.number().int().nonnegative().optional() }),
  /** How much of its windows the account has used, where the agent or its provider says so. */
  z.strictObject({ kind: z.literal('windows'), account: Slug, windows: z.array(UsedWindow).min(1).max(10) }),
  /** The answer was invalid, and its author was asked once more in the same conversation. */
  z.strictObject({ kind: z.literal('asked-again'), errors: z.array(Said).min(1).max(50) }),
  /** What the attempt asks for and its agent cannot be told: it goes on without. */
  z.strictObject({ kind: z.literal('unset'), agent: z.string().max(200), what: z.array(z.string().max(100)).max(20) }),
  /** The agent did not return its answer, and it was found where it had written it. */
  z.strictObject({ kind: z.literal('recovered'), from: z.enum(['result-file']) }),
  /** Links that a lost performance left in what is kept for its successor, by their paths there: they could lead anywhere (T-29). */
  z.strictObject({ kind: z.literal('links-removed'), links: z.array(z.string().max(300)).min(1).max(20) }),
  z.strictObject({ kind: z.literal('needs-human'), text: z.string().max(4000) }),
  /**
   * How the agent is held: behind walls, by the sandbox of its own program, in a PID namespace of its own, or found again
   * only by its marker; `why` when it could be more. `ports` of this machine that a closed network lets through.
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
