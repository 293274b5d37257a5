/**
 * The prompt of an attempt: the recorded texts of its role, then what is specific to this attempt.
 *
 * The order is that of S0-20 (conduct, architecture, summaries, review loop, role, overlay, working context, task,
 * finish) with one exception: what is the same in every attempt of a role comes before what differs. Providers charge a
 * tenth for a prompt prefix that they have seen before, compared from the first token on; so role, workflow, project,
 * architecture and the rules of the answer come first, and the summaries, the loop and the task follow in the order of
 * S0-20. The nonce, which no two attempts share, comes last.
 */
import { render } from '#messages/render.ts'
import { shownSchemaOf, type AgentTaskOf } from '#model/answer-schema.ts'
import { defined } from '#model/defined.ts'
import type { BlockName, FragmentName, PromptManifest, PromptPack, TaskContext } from '#model/prompt.ts'
import { success, unreachable, type Result } from '#model/result.ts'
import { assemble, manifestOf, type AssemblyFault, type Block } from './assemble.ts'
import { minimalFragment, minimalPack } from './minimal-prompt.ts'
import { describeFailure } from './describe.ts'
import { fenceOf, type Fence } from './fence.ts'
import { fill, type Values } from './fill.ts'

export interface PromptText {
  readonly system: string
  readonly text: string
  readonly manifest: PromptManifest
}

/** Limits of tokens of each optional block. */
const most = { project: 4000, architecture: 8000, blocks: 8000, overlay: 260, summaries: 800, feedback: 6000 }

/** The blocks that differ between attempts of one role; everything before the first of them is the same. */
const changing: ReadonlySet<BlockName> = new Set(['overlay', 'summaries', 'review-loop', 'order', 'task', 'answer'])

interface PromptParts {
  readonly task: AgentTaskOf
  readonly context: TaskContext
  readonly pack: PromptPack
  readonly fence: Fence
  readonly say: (name: FragmentName, values?: Values) => string
}

export function promptOf(task: AgentTaskOf, recorded: PromptPack | undefined): Result<PromptText, AssemblyFault> {
  const pack = recorded ?? minimalPack(task.role)
  const context = task.context ?? {}
  const say = (name: FragmentName, values: Values = {}): string =>
    fill((pack.fragments[name] ?? minimalFragment(name)).text.trim(), values)
  const telling: PromptParts = { task, context, pack, fence: fenceOf(task.nonce), say }
  const made = assemble([...stableBlocks(telling), ...ownBlocks(telling)], pack.budget)
  if (!made.ok) return made
  const { variant } = task
  const { texts } = context
  const about = { variant, mode: pack.mode, budget: pack.budget, ...defined({ texts }) }
  return success({
    system: made.value.system,
    text: made.value.text,
    manifest: manifestOf(made.value, about, changing),
  })
}

/** What every attempt of this role gets in the same words. */
function stableBlocks({ task, context, pack, say }: PromptParts): readonly Block[] {
  const system = { place: 'system', trust: 'own' } as const
  const conduct = `${say('conduct')}\n${say(task.do === 'work' ? 'conduct-work' : 'conduct-read')}`
  // After a missing answer the next prompt has less around the task (S0-33).
  const architecture = context.architecture === true && task.variant !== 'simplified' ? pack.architecture : undefined
  return [
    {
      ...system,
      name: 'conduct',
      need: 'mandatory',
      text: conduct,
      source: (pack.fragments.conduct ?? minimalFragment('conduct')).source,
    },
    { ...system, name: 'role', need: 'mandatory', ...pack.role, text: pack.role.text.trim() },
    ...(pack.workflow === undefined
      ? []
      : [{ ...system, name: 'workflow', need: 'mandatory', ...headed('How to do it', pack.workflow) } as const]),
    { ...system, name: 'project', need: 'optional', most: most.project, ...headed('The project', pack.project) },
    {
      ...system,
      name: 'architecture',
      need: 'optional',
      most: most.architecture,
      ...headed('How it is built', architecture),
    },
    { ...system, name: 'blocks', need: 'optional', most: most.blocks, ...blocksOf(pack) },
    {
      ...system,
      name: 'finish',
      need: 'mandatory',
      text: say('finish', { schema: shownSchemaOf(task) }),
      source: (pack.fragments.finish ?? minimalFragment('finish')).source,
    },
  ]
}

/** Texts that the phase names, one after the other. */
function blocksOf({ blocks = [] }: PromptPack): Pick<Block, 'text' | 'source'> {
  if (blocks.length === 0) return { text: '' }
  return {
    text: blocks.map(({ text }) => text.trim()).join('\n\n'),
    source: blocks
      .map(({ source }) => source)
      .join(', ')
      .slice(0, 1000),
  }
}

function headed(heading: string, recorded: PromptPack['project']): Pick<Block, 'text' | 'wrap' | 'source'> {
  if (recorded === undefined) return { text: '' }
  return { text: recorded.text.trim(), wrap: (text) => `## ${heading}\n\n${text}`, source: recorded.source }
}

/** What only this attempt gets. */
function ownBlocks(telling: PromptParts): readonly Block[] {
  const { task, fence, say } = telling
  const text = { place: 'text', need: 'mandatory' } as const
  return [
    ...surroundings(telling),
    { ...text, name: 'order', trust: 'own', text: orderOf(telling) },
    { ...text, name: 'task', trust: 'foreign', text: task.brief, wrap: (brief) => fence('TASK', brief) },
    ...documentBlocks(telling),
    ...feedbackBlock(telling),
    ...variantBlock(telling),
    { ...text, name: 'answer', trust: 'own', text: say('answer', { nonce: task.nonce }) },
  ]
}

function surroundings({ task, context, fence, say }: PromptParts): readonly Block[] {
  const optional = { place: 'text', need: 'optional', trust: 'foreign' } as const
  const summaries = task.variant === 'simplified' ? [] : (context.summaries ?? [])
  const told = summaries
    .flatMap(({ phase, verdict, text, keyChanges = [] }) => [
      `${phase} (${verdict}): ${text}`,
      ...keyChanges.map((line) => `- ${line}`),
    ])
    .join('\n')
  const { loop } = context
  return [
    {
      ...optional,
      name: 'overlay',
      most: most.overlay,
      text: context.overlay ?? '',
      wrap: (text) => fence('AROUND', text),
    },
    { ...optional, name: 'summaries', most: most.summaries, text: told, wrap: (text) => fence('BEFORE', text) },
    ...(loop === undefined
      ? []
      : [
          {
            name: 'review-loop',
            place: 'text',
            need: 'mandatory',
            trust: 'own',
            text: say('review-loop', {
              iteration: String(loop.iteration),
              of: String(loop.of),
              final: loop.iteration >= loop.of ? 'yes' : 'no',
            }),
          } as const,
        ]),
  ]
}

const orders: Readonly<Record<AgentTaskOf['do'], FragmentName>> = {
  work: 'order-work',
  plan: 'order-plan',
  document: 'order-document',
  judge: 'order-judge',
}

function orderOf({ task, say }: PromptParts): string {
  const { role, unit, base } = task
  if (task.do === 'judge' && task.judges !== undefined)
    return say('order-judge-document', { unit, judged: task.judges })
  return say(orders[task.do], { role, unit, base, ...(task.do === 'judge' ? { head: task.head } : {}) })
}

/** A document is data, whoever wrote it. A document that is judged or worked from must be complete. */
function documentBlocks({ task, fence, say }: PromptParts): readonly Block[] {
  const { documents = [] } = task
  if (documents.length === 0) return []
  const text = documents
    .map((one) => `${say('document', { from: one.from })}\n${fence('DOCUMENT', one.text)}`)
    .join('\n\n')
  return [{ name: 'documents', place: 'text', need: 'mandatory', trust: 'foreign', text }]
}

function feedbackBlock({ task: { feedback }, fence, say }: PromptParts): readonly Block[] {
  if (feedback === undefined) return []
  const hint = feedback.hint === undefined ? '' : `\n${render(feedback.hint, 'en')}`
  const wrap = (text: string): string => `${say('returned', { from: feedback.from })}\n${fence('FOUND', text)}${hint}`
  const text = describeFailure(feedback.failure)
  return [{ name: 'feedback', place: 'text', need: 'optional', trust: 'foreign', most: most.feedback, text, wrap }]
}

function variantBlock({ task: { variant, errors }, fence, say }: PromptParts): readonly Block[] {
  switch (variant) {
    case 'plain':
      return []
    case 'simplified':
      return [{ name: 'variant', place: 'text', need: 'mandatory', trust: 'own', text: say('simplified') }]
    case 'corrected': {
      const wrap = (text: string): string => `${say('corrected')}\n${fence('ERRORS', text)}`
      const text = errors?.map((error) => render(error, 'en')).join('\n') ?? 'it was not as asked'
      return [{ name: 'variant', place: 'text', need: 'optional', trust: 'foreign', most: most.feedback, text, wrap }]
    }
    default:
      return unreachable(variant)
  }
}
