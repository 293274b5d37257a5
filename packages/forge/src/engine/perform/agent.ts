/** Agents: work in a tree, plan, judge. Their answer is a claim; what Forge reads from the trees is the outcome. */
import { say, type Said } from '#messages/said.ts'
import { answerSchemaOf } from '#model/answer-schema.ts'
import { mostChanges } from '#core/graph/truncated-changes.ts'
import { commitMessage } from '#core/next/commit-message.ts'
import type { Artifact, TaskOf } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import type { Oid } from '#model/ids.ts'
import { noUsage } from '#model/usage.ts'
import type { AgentEnd, AgentTask, LockedFile, World } from '#engine/ports.ts'
import { superviseSession } from './deadline.ts'
import { makePrompt } from './prompt.ts'
import { findSecretsInWork, maskSecrets } from './secrets.ts'
import {
  failedWith,
  performed,
  refs,
  scratchTree,
  unitTree,
  type Performed,
  type Performing,
} from './perform-context.ts'
import { readTestChanges } from './tests.ts'
import { continueTree, equipTree, prepareTree } from './trees.ts'

export async function work(at: Performing, task: TaskOf<'work'>): Promise<Performed> {
  const { world, run } = at.site
  const tree = unitTree(run, task.unit)
  // A limit ended the attempt before, and its tree is complete. After a lost performance the state of the tree is
  // unknown.
  const goesOn = task.resumes !== undefined && at.performance === 1
  const stands = await (goesOn ? continueTree : prepareTree)(world, tree, task.start)
  if (stands === 'disk') return failedWith({ tag: 'disk' })
  // The base of the log was merged, or was the user's own when the run started.
  const isMerged = task.start === task.base && stands !== 'as-left'
  const unready = await equipTree(world, tree, isMerged ? 'merged' : 'proposed')
  if (unready !== undefined) return failedWith(unready)
  const end = await runAgent(at, task, { tree, ...(stands === 'as-left' ? { stands } : {}) })
  if (end.end === 'failed') return failedWith(end.failure, end.usage)
  const content = await world.trees.snapshot(tree, task.boundary?.sizes)
  if (content === 'missing') return failedWith({ tag: 'invalid', errors: [say('agent.removedItsTree')] }, end.usage)
  if (typeof content !== 'string') return refusedFor(at, content.refused, end)
  const base = await world.git.treeOf(task.base)
  // Before any commit: a secret that was once committed goes wherever the commit goes.
  const changed = await world.git.changedPaths(base, content)
  const faults = [
    ...(task.boundary === undefined ? [] : await findSecretsInWork(world, task.boundary, { base, content })),
    ...(await lookAtOwnFiles(world, changed, content)),
  ]
  if (faults.length > 0) return refusedFor(at, faults, end)
  const head = await keepWork(at, task, content)
  if (typeof head !== 'string') return failedWith({ tag: 'locked', file: head.locked }, end.usage)
  const compared = task.tests === 'compare' ? await readTestChanges(world, changed, { base, content }) : {}
  const seen = { ...(await lookAtArtifacts(world, task, content)), ...compared }
  const worked = { head, tree: content, base: task.base, changed: changed.slice(0, mostChanges), ...seen }
  return performed({ status: 'worked', answer: end.answer, ...worked }, end.usage)
}

/** These sentences contain paths, and a path can hold a secret. */
async function refusedFor(at: Performing, faults: readonly Said[], { usage }: AgentEnd): Promise<Performed> {
  return failedWith({ tag: 'invalid', errors: await maskSecrets(at.site.world, faults) }, usage)
}

/** Forge observes the files that gates will ask for while they exist. */
async function lookAtArtifacts(
  world: World,
  { artifacts = [] }: TaskOf<'work'>,
  content: Oid,
): Promise<{ artifacts?: Artifact[] }> {
  if (artifacts.length === 0) return {}
  const sizes = await world.git.sizesIn(content, artifacts)
  return { artifacts: artifacts.map((path) => ({ path, bytes: sizes[path] ?? null })) }
}

/** Files that Forge reads must fit their schema, or the next run would be refused because of what this one merged. */
async function lookAtOwnFiles(world: World, changed: readonly string[], content: Oid): Promise<Said[]> {
  const own = changed.filter((path) => path.startsWith('.forge/')).slice(0, mostChanges)
  if (own.length === 0) return []
  const texts = Object.entries(await world.git.textsIn(content, own))
  return texts.flatMap(([path, text]) => world.ownFiles.faultsIn(path, text)).slice(0, 20)
}

/** Commits the tree and points a Forge ref at it, so that nothing of it can be lost. */
async function keepWork(at: Performing, task: TaskOf<'work'>, content: Oid): Promise<Oid | LockedFile> {
  const { world, run } = at.site
  const isChanged = (await world.git.treeOf(task.start)) !== content
  const subject = task.subject ?? `${task.unit}: work`
  const message = commitMessage({ subject, trailers: [`Forge-Attempt: ${at.key}`] })
  const head = isChanged
    ? await world.git.commitTree({ tree: content, parents: [task.start], message, at: task.at })
    : task.start
  const pointed = await pointRef(world, refs.work(run, task.unit), head)
  return pointed === 'pointed' ? head : pointed
}

/** Moves a ref that only this unit's performer writes; after a lost race it retries on the current value. */
export async function pointRef(world: World, ref: string, to: Oid): Promise<'pointed' | LockedFile> {
  for (let tries = 0; tries < 10; tries += 1) {
    const old = await world.git.resolveRef(ref)
    if (old === to) return 'pointed'
    const updated = await world.git.updateRef(ref, to, old)
    if (updated === 'updated') return 'pointed'
    if (updated !== 'moved') return updated
  }
  throw new Error(`${ref} keeps moving`)
}

/** The outcome of a reading agent by its task. */
const ended = { plan: 'planned', document: 'documented', judge: 'judged' } as const

export async function read(at: Performing, task: ReadingTask): Promise<Performed> {
  const end = await inScratch(at, task)
  return end.end === 'failed'
    ? failedWith(end.failure, end.usage)
    : performed({ status: ended[task.do], answer: end.answer }, end.usage)
}

type ReadingTask = TaskOf<'plan'> | TaskOf<'document'> | TaskOf<'judge'>

/** Reading agents get a tree of their own, so that their changes to it have no effect. */
async function inScratch(at: Performing, task: ReadingTask): Promise<AgentEnd> {
  const { world, run } = at.site
  const commit = task.do === 'judge' ? task.head : task.base
  const tree = scratchTree(run, `${task.unit}.${task.do}`)
  if ((await prepareTree(world, tree, commit)) === 'disk')
    return { end: 'failed', failure: { tag: 'disk' }, usage: failedWith({ tag: 'disk' }).usage }
  const end = await runAgent(at, task, { tree })
  await world.trees.remove(tree)
  return end
}

async function runAgent(
  at: Performing,
  task: AgentTask['task'],
  place: Pick<AgentTask, 'tree' | 'stands'>,
): Promise<AgentEnd> {
  const { world } = at.site
  const { key, performance } = at
  const prompt = await makePrompt(world, task)
  if (!prompt.ok) return { end: 'failed', failure: prompt.failure, usage: noUsage }
  const asked = { key, performance, task, ...place, prompt: prompt.value, schema: answerSchemaOf(task) }
  // A lost performance has its own conversation, or that of the attempt before it.
  const known = at.session ?? task.resumes
  const resume = defined({ resume: known })
  const session = await world.agents.start({ ...asked, ...resume }, (report) => at.report(report))
  return superviseSession(world.clock, session, task, at.stopped)
}
