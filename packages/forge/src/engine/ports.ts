/**
 * What the engine needs from the world. A method is ONE primitive effect: a sequence of two is a protocol, lives in
 * `perform/`, and runs in the simulator. Each method says whether it may throw, repeat or block.
 *
 * Rules for every port: values are JSON-like and carry no closures; a promise that rejects is a bug of the adapter and
 * parks the attempt, expected failure is in the answer; calling again with the same arguments after a crash is allowed
 * everywhere (at-least-once), and each method says what the second call finds.
 */
import type { Said } from '#messages/said.ts'
import type { SizeLimits } from '#model/boundary-sizes.ts'
import type { CheckCommand, CheckResult } from '#model/evidence.ts'
import type { Key, MessageId, Oid, RunId } from '#model/ids.ts'
import type { Json } from '#model/json.ts'
import type { CheckoutSight } from '#model/landing.ts'
import type { Outcome, Report, TaskOf } from '#model/attempt.ts'
import type { PromptManifest } from '#model/prompt.ts'
import type { Result } from '#model/result.ts'
import type { AddedLine, FoundSecret } from '#model/secret.ts'
import type { FoundTests } from '#model/tests.ts'
import type { EditedFiles, OtherFiles } from '#model/tree-snapshot.ts'
import type { Usage } from '#model/usage.ts'

// ---------------------------------------------------------------------------------------------------------- log

/** How events of one stream become text and back. Encoding validates; decoding upcasts and validates. */
export interface Codec<E> {
  /** Canonical JSON of a valid event. Throws on an invalid one: writing it would be a bug. */
  encode(event: E): string
  /** The event, or why it cannot be read: damaged, or written by a newer Forge. Never throws. */
  decode(text: string): Result<E, { readonly why: 'invalid' | 'newer'; readonly detail: Said }>
}

export interface Entry<E> {
  readonly seq: number
  readonly epoch: number
  readonly messageId: MessageId
  /** SHA-256 over the predecessor's hash and this entry's own fields. */
  readonly hash: string
  readonly event: E
}

/** What one turn makes durable, all or nothing. */
export interface Turn<E> {
  readonly events: readonly E[]
  /** Attempts that become open (at most one per node path, enforced by the log) and keys that close. */
  readonly opened: readonly { readonly path: string; readonly key: Key }[]
  readonly closed: readonly Key[]
  /** All timers of the run after this turn; replaces the earlier set. */
  readonly timers: readonly { readonly key: Key; readonly dueAt: number }[]
  /** The row that `status` reads without folding. */
  readonly summary: Json
}

/**
 * Why a log does not answer. Every one is final for this writer: it stops and reports it, and a later start may resume.
 */
export type LogStop =
  | { readonly why: 'fenced'; readonly epoch: number }
  /** `seq` is the first entry concerned; 0 is the journal as a whole. */
  | { readonly why: 'corrupt'; readonly seq: number; readonly detail: Said }
  | { readonly why: 'newer' | 'older'; readonly seq: number; readonly detail: Said }
  | { readonly why: 'full'; readonly detail: Said }
  | { readonly why: 'io'; readonly detail: Said }
  | { readonly why: 'busy'; readonly detail: Said }
  | { readonly why: 'too-large'; readonly detail: Said }
  /** A second open attempt on one node path, or a key used twice: the engine is wrong, the log refuses. */
  | { readonly why: 'double-open'; readonly path: string; readonly detail: Said }

/** The right to append to one run: exclusive while its epoch is the run's newest. */
export interface Writer<E> {
  readonly run: RunId
  readonly epoch: number
  /**
   * The one durable point. Resolved ok = on disk. A known message id appends nothing. `make` gets all entries after
   * `since`, may be called again if the transaction is retried, and must be pure. Answers all entries after `since`,
   * the new ones included. Never throws; after a stop every later turn answers the same stop. If `make` throws, nothing
   * of this turn is kept and the throw is passed on to the caller: that is a bug above.
   */
  turn(
    since: number,
    messageId: MessageId,
    make: (tail: readonly Entry<E>[]) => Turn<E>,
  ): Promise<Result<readonly Entry<E>[], LogStop>>
}

export interface InboxMessage {
  readonly id: MessageId
  readonly body: Json
}

export interface RunSummary {
  readonly run: RunId
  readonly seq: number
  readonly epoch: number
  readonly summary: Json
  /** The earliest timer, if any. */
  readonly wakeAt: number | undefined
}

/** The journal of all runs of one repository. */
export interface Log<E> {
  /** Become the run's writer: raises its epoch, so that every older writer is fenced. Verifies the chain first. */
  claim(run: RunId): Promise<Result<Writer<E>, LogStop>>
  /** All entries after `since`, verified as they are read; stops at the first damaged or newer one. Never blocks the writer. */
  read(run: RunId, since: number): Promise<Result<readonly Entry<E>[], LogStop>>
  /** Batches of entries after `since`, then waits for more until the signal aborts. Never blocks the writer. */
  follow(run: RunId, since: number, signal: AbortSignal): AsyncIterable<Result<readonly Entry<E>[], LogStop>>
  /** One row per run, in order of id. */
  summaries(): Promise<Result<readonly RunSummary[], LogStop>>
  /** Queue a message for the process of a run; the same id again is the same message. Any process may call it. */
  leave(run: RunId, message: InboxMessage): Promise<Result<void, LogStop>>
  /** Queued messages, oldest first. A turn with a message's id removes it, in the same transaction. */
  inbox(run: RunId): Promise<Result<readonly InboxMessage[], LogStop>>
  close(): Promise<void>
}

/** Large values by hash, beside the log. */
export interface Blobs {
  /** Durable when resolved; putting the same bytes again is the same blob. */
  put(bytes: Uint8Array): Promise<Result<string, LogStop>>
  /** The bytes, checked against their hash; undefined when absent. */
  get(hash: string): Promise<Result<Uint8Array | undefined, LogStop>>
}

/** Exactly one driver: a lock that the kernel frees when its holder dies, however it dies. */
export interface Locks {
  /**
   * Waits no longer than it takes to distinguish a holder from a rival (a tenth of a second). `holder` is what the
   * living holder wrote about itself, for display only.
   */
  acquire(name: string, self: Json): Promise<Result<Lock, LockRefusal>>
  /**
   * The current holder of the lock; undefined if there is none. Only reads: it takes nothing, writes nothing, and
   * creates nothing where no lock was ever taken. Waits no longer than `acquire`.
   */
  holder(name: string): Promise<Result<LockHolder | undefined, LockFault>>
}
export interface LockHolder {
  /** What the living holder wrote about itself, `null` when that cannot be read; for display only. */
  readonly holder: Json
}
export interface LockFault {
  readonly why: 'io'
  readonly detail: Said
}
export type LockRefusal = ({ readonly why: 'held' } & LockHolder) | LockFault
export interface Lock {
  release(): Promise<void>
}

// -------------------------------------------------------------------------------------------------------- clock

export interface Clock {
  /** Wall time for people and for `at`; may jump. */
  wall(): number
  /** For durations and deadlines; never jumps. */
  monotonic(): number
  /** Resolves after that long on the monotonic clock, or when the signal aborts, whichever is first. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

// ---------------------------------------------------------------------------------------------------------- git

/** Another process holds this lock file, and did so for the whole wait; nothing was changed. */
export interface LockedFile {
  readonly locked: string
}

/** Primitives on the control repository. None touches a checkout. */
export interface Git {
  /** Its path, to be shown to people. */
  readonly directory: string
  resolveRef(ref: string): Promise<Oid | undefined>
  /** Compare-and-swap: moves the ref only from `old` (undefined: only if absent). Durable when resolved. */
  updateRef(ref: string, next: Oid, old: Oid | undefined): Promise<'updated' | 'moved' | LockedFile>
  deleteRef(ref: string, old: Oid): Promise<'deleted' | 'moved' | LockedFile>
  /** Three-way merge of two commits without a checkout. */
  mergeTree(ours: Oid, theirs: Oid): Promise<{ readonly tree: Oid } | { readonly conflicts: readonly string[] }>
  /** The same arguments give the same commit: calling again is harmless. */
  commitTree(commit: { tree: Oid; parents: readonly Oid[]; message: string; at: number }): Promise<Oid>
  treeOf(commit: Oid): Promise<Oid>
  /** Paths whose content differs between two trees, sorted. */
  changedPaths(from: Oid, to: Oid): Promise<readonly string[]>
  /** Bytes of each of these files in a tree; a path that is no file there is absent. */
  sizesIn(tree: Oid, paths: readonly string[]): Promise<Readonly<Record<string, number>>>
  /**
   * Lines of changed files and links that their old versions did not have: as UTF-8, between NUL bytes and as UTF-16,
   * each line once; and the names of new ones. Files over 64 MiB are left out.
   */
  addedLines(from: Oid, to: Oid): Promise<readonly AddedLine[]>
  /** Text of each of these files in a tree; one that is no text file there, or over 1 MiB, is absent. */
  textsIn(tree: Oid, paths: readonly string[]): Promise<Readonly<Record<string, string>>>
  /** A commit that is not in the control repository is an ancestor of none. */
  isAncestor(ancestor: Oid, of: Oid): Promise<boolean>
  /** The newest commit reachable from `from`, not from `until`, whose message has this trailer line. */
  findTrailer(from: Oid, until: Oid, trailer: string): Promise<Oid | undefined>
}

// ---------------------------------------------------------------------------------------------- user repository

export interface BranchSight {
  /** undefined: there is no such branch. */
  readonly at: Oid | undefined
  /** In any checkout of the repository: moving the branch would leave that checkout behind. */
  readonly isCheckedOut: boolean
}

export interface BranchMove {
  readonly branch: string
  readonly next: Oid
  /** undefined: only if there is no such branch. */
  readonly old: Oid | undefined
  /** For the reflog of the branch. */
  readonly reason: string
}

/** `inTheWay`: files of the user that would be lost, sorted. Neither refusal has changed anything. */
export type TurnEnd = 'turned' | { readonly inTheWay: readonly string[] } | { readonly refused: Said }

/**
 * Primitives on the user's own repository: everything that Forge ever does to it. Only `bring`, `moveBranch` and
 * `turnCheckout` write, and no hook, filter or monitor of the user runs meanwhile.
 */
export interface UserRepository {
  /** The current state of the checkout that Forge was started in. Only reads. */
  look(): Promise<CheckoutSight>
  /** Only reads. */
  branch(name: string): Promise<BranchSight>
  /** Whether the branch has the commit in its history; a branch or a commit that is absent: no. Only reads. */
  contains(branch: string, commit: Oid): Promise<boolean>
  /** Copy the commit and everything it needs from the control repository. Again: only what is still missing. */
  bring(commit: Oid): Promise<void>
  /**
   * Compare-and-swap: `elsewhere` when the branch is not at `old`, and then it is not moved. A second call after one
   * that moved it answers `elsewhere`: read the branch first. Durable when resolved. The checkout is not touched.
   */
  moveBranch(move: BranchMove): Promise<'moved' | 'elsewhere' | LockedFile>
  /** The paths that `turnCheckout` would answer as `inTheWay`. Only reads. */
  pathsInTheWay(from: Oid, to: Oid): Promise<readonly string[]>
  /**
   * Update checkout and index from one commit to another that is in the repository; other files of the user stay as
   * they are, staged or not. A second call after a crash finds it done, or half done, and completes it. HEAD is not
   * moved.
   */
  turnCheckout(from: Oid, to: Oid): Promise<TurnEnd>
}

// -------------------------------------------------------------------------------------------------------- trees

/** Working trees that Forge owns, by id. Every deletion here names its tree. */
export interface Trees {
  list(run: RunId): Promise<readonly string[]>
  /** Make a tree with the content of a commit; `exists` leaves it as it is. */
  make(id: string, commit: Oid): Promise<'made' | 'exists' | 'disk'>
  /** Set content to the commit's; unknown files are removed. `missing` when there is no such tree. */
  reset(id: string, commit: Oid): Promise<'reset' | 'missing' | 'disk'>
  /**
   * Prepare the tree's own git as if its content were about to be committed: on the first parent of the commit,
   * everything staged, the commit's message in `.git/COMMIT_EDITMSG`. Only for a tree in which nothing has run yet.
   */
  poise(id: string, commit: Oid): Promise<void>
  /**
   * Write a tree object from the files as they are; `refused` says, per path, what may not be committed (I-30). New or
   * changed files are limited in size, by default if `sizes` is absent; larger files are not read.
   */
  snapshot(id: string, sizes?: SizeLimits): Promise<Oid | 'missing' | { readonly refused: readonly Said[] }>
  /** Changed files of the commit. Only reads. */
  edits(id: string): Promise<EditedFiles>
  /** Files that the commit does not have, ignored ones too. Only reads. */
  others(id: string): Promise<OtherFiles>
  /** Remove files and registration; absent is removed. */
  remove(id: string): Promise<void>
  /** Keep a tree under another name where nothing works on it; absent is fine. */
  moveAside(id: string): Promise<void>
}

// ---------------------------------------------------------------------------------------------------- processes

export interface AgentTask {
  /** Marker of every process of this performance. */
  readonly key: Key
  readonly performance: number
  readonly task: TaskOf<'work'> | TaskOf<'plan'> | TaskOf<'document'> | TaskOf<'judge'>
  /** The tree to work in; judging and planning agents get one they may not change. */
  readonly tree: string
  readonly prompt: Prompt
  /** JSON Schema of the required answer. */
  readonly schema: Json
  /**
   * The session of the lost performance before this one, or of the attempt before, which a limit ended: to be resumed,
   * where the agent can.
   */
  readonly resume?: string
  /** The tree is as the agent of that session left it; otherwise at its start. */
  readonly stands?: 'as-left'
}

/** The prompt of an agent. Foreign text in it is marked as data (T-6). */
export interface Prompt {
  readonly system: string
  readonly text: string
  /** What was included and what was cut. */
  readonly manifest: PromptManifest
}

/** Parses sources by language. */
export interface Sources {
  /**
   * Tests in the text of a file, whose path determines the language; none if that has no tests with names. Only reads.
   */
  testsIn(path: string, text: string): Promise<FoundTests>
}

/** Secret rules besides Forge's own: rules of a maintained library, and the values that this machine holds. */
export interface Secrets {
  /**
   * What those rules find in these lines, ignoring comments in the lines that disable rules. Only computes; the event
   * loop is not blocked.
   */
  find(lines: readonly AddedLine[]): Promise<readonly FoundSecret[]>
  /** A sentence of Forge before it is recorded, with known values and shapes masked. Only computes. */
  mask(sentence: Said): Said
}

/** Files of the repository that Forge itself reads, such as its configuration and presets. */
export interface OwnFiles {
  /**
   * What does not fit its schema, by file, line and field; none for a file that fits, or that Forge does not read. Only
   * computes.
   */
  faultsIn(path: string, text: string): readonly Said[]
}

/** Texts that a run recorded when it started. */
export interface Texts {
  /** The text with this hash; undefined when it is gone or damaged. Only reads. */
  read(hash: string): Promise<string | undefined>
}

/** How an agent's performance ended, as its adapter observed it. */
export type AgentEnd =
  | { readonly end: 'answered'; readonly answer: Json; readonly usage: Usage }
  | {
      readonly end: 'failed'
      readonly failure: Extract<Outcome, { status: 'failed' }>['failure']
      readonly usage: Usage
    }

export interface AgentSession {
  /** Resolves once, when the process and all its descendants are gone. */
  readonly ended: Promise<AgentEnd>
  /** Monotonic time of the last sign of life: output, tool call, file change. */
  lastSign(): number
  /** Ask to stop; harmless when it has ended. */
  interrupt(): Promise<void>
  /** End it and every descendant. */
  kill(): Promise<void>
}

export interface Agents {
  /** `reports` gets session ids, usage and limits as they come, at most one per kind per 10 s. */
  start(task: AgentTask, reports: (report: Report) => void): Promise<AgentSession>
}

export interface Processes {
  /**
   * Run one approved command in a tree, with a home and a temporary folder that nothing before it has written and that
   * are removed afterwards. `disk`: there was no space for them, and it was not run.
   */
  check(key: Key, tree: string, command: CheckCommand): Promise<CheckResult | 'disk'>
  /**
   * Run the commit hooks of the user's own repository, never those of the tree, on a poised tree. No hook is a pass.
   */
  hooks(key: Key, tree: string): Promise<CheckResult | 'disk'>
  /** End every living process that carries this marker; answers how many there were. */
  sweep(key: Key): Promise<number>
  /** End every living process that was started in this tree, by any parent; answers how many there were. */
  sweepTree(tree: string): Promise<number>
}

/** What a tree holds: a commit that the run is built on, or work that is not merged yet. */
export type Content = 'merged' | 'proposed'

/** Makes a tree able to build, by commands that the user approved. */
export interface Equipment {
  /**
   * Harmless to repeat. `unready` says why the tree cannot build; the agent is not at fault. The files that the
   * commands leave are kept for later trees only when the content is `merged`: from `proposed` content, unreviewed code
   * may run.
   */
  prepare(tree: string, content: Content): Promise<'ready' | { readonly unready: Said }>
  /** Which of these files have changed since setup; all of them if nothing was kept to compare. Only reads. */
  altered(tree: string, paths: readonly string[]): Promise<readonly string[]>
  /** Before a tree is removed; never fails. */
  dismantle(tree: string): Promise<void>
}

/** The record of a performance under its key: written before it starts and before its outcome is posted. */
export interface PerformanceRecord {
  readonly performance: number
  /** The agent's own name for its conversation, as soon as it is reported. */
  readonly session?: string
  readonly end?: { readonly outcome: Outcome; readonly usage: Usage; readonly durationMs: number }
}

export interface Records {
  read(key: Key): Promise<PerformanceRecord | undefined>
  /** Atomic and durable when resolved (temporary file, fsync, rename). */
  write(key: Key, record: PerformanceRecord): Promise<void>
}

/** Notifies people that a run waits for them; the key is the notice's identity. */
export interface Notices {
  send(key: Key, said: Said): Promise<void>
}

export interface World {
  readonly clock: Clock
  readonly git: Git
  readonly user: UserRepository
  readonly trees: Trees
  readonly agents: Agents
  readonly processes: Processes
  readonly equipment: Equipment
  readonly records: Records
  readonly notices: Notices
  readonly texts: Texts
  readonly sources: Sources
  readonly secrets: Secrets
  readonly ownFiles: OwnFiles
}
