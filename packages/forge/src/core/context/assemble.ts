/**
 * Blocks → a prompt and the manifest of what became of each (U-18).
 *
 * 1. A mandatory block is complete or the prompt is not made: it is never cut and never dropped.
 * 2. An optional block that exceeds its own budget is cut, and a marker in it says so. When all together are too long,
 *    optional blocks are dropped, the most expendable first, and the manifest says which.
 * 3. The blocks of `system` come before those of `text`; each keeps the given order.
 * 4. The same blocks give the same prompt.
 */
import { defined } from '#model/defined.ts'
import type { BlockEntry, BlockName, PromptManifest } from '#model/prompt.ts'
import { failed, success, type Result } from '#model/result.ts'
import { cutToTokens } from './cut.ts'
import { estimator, tokensOf } from './tokens.ts'

export interface Block {
  readonly name: BlockName
  readonly place: 'system' | 'text'
  readonly need: 'mandatory' | 'optional'
  /** Foreign text must already be fenced by its maker; `wrap` does it after a cut. */
  readonly trust: 'own' | 'foreign'
  readonly text: string
  /** Adds what surrounds the text, such as a heading and the marks of a fence. */
  readonly wrap?: (text: string) => string
  /** Its own limit of tokens; absent: none. */
  readonly most?: number
  readonly source?: string
}

export interface Assembled {
  readonly system: string
  readonly text: string
  readonly entries: readonly BlockEntry[]
  readonly tokens: number
}

export type AssemblyFault =
  | { readonly fault: 'missing'; readonly block: BlockName }
  | { readonly fault: 'too-long'; readonly tokens: number; readonly budget: number }

const separator = '\n\n'

/** Which optional blocks are dropped when the prompt is too long, the first ones first. */
const expendable: readonly BlockName[] = ['summaries', 'architecture', 'overlay', 'blocks', 'project']

export function assemble(blocks: readonly Block[], budget: number): Result<Assembled, AssemblyFault> {
  const missing = blocks.find(({ need, text }) => need === 'mandatory' && text.trim() === '')
  if (missing !== undefined) return failed({ fault: 'missing', block: missing.name })
  const dropped = new Set<BlockName>()
  for (const name of [undefined, ...expendable]) {
    if (name !== undefined && blocks.some((block) => block.name === name && block.need === 'optional'))
      dropped.add(name)
    const made = render(blocks, dropped)
    if (made.tokens <= budget) return success(made)
  }
  return failed({ fault: 'too-long', tokens: render(blocks, dropped).tokens, budget })
}

function render(blocks: readonly Block[], dropped: ReadonlySet<BlockName>): Assembled {
  const made = blocks.map((block) => ({ block, ...renderBlock(block, dropped) }))
  const join = (place: Block['place']): string =>
    made
      .filter(({ block, text }) => block.place === place && text !== '')
      .map(({ text }) => text)
      .join(separator)
  const [system, text] = [withoutNul(join('system')), withoutNul(join('text'))]
  return { system, text, entries: made.map(({ entry }) => entry), tokens: tokensOf(system) + tokensOf(text) }
}

function renderBlock(block: Block, dropped: ReadonlySet<BlockName>): { text: string; entry: BlockEntry } {
  const { name, place, need, trust, most, source, wrap = same } = block
  const facts = { name, place, need, trust, ...defined({ source }) }
  const isDropped = dropped.has(name)
  const isAbsent = block.text.trim() === ''
  const whole = isAbsent ? '' : wrap(block.text)
  const of = tokensOf(whole)
  if (isAbsent || isDropped)
    return { text: '', entry: { ...facts, state: isAbsent ? 'absent' : 'dropped', tokens: 0, of } }
  const kept = need === 'mandatory' || most === undefined ? block.text : cutToTokens(block.text, most)
  if (kept === '') return { text: '', entry: { ...facts, state: 'dropped', tokens: 0, of } }
  if (kept === block.text) return { text: whole, entry: { ...facts, state: 'whole', tokens: of, of } }
  const text = wrap(kept)
  return { text, entry: { ...facts, state: 'cut', tokens: tokensOf(text), of } }
}

/** A prompt may be an argument of a program, which ends at a NUL. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

function same(text: string): string {
  return text
}

/** The manifest of a prompt; `stable` counts the blocks before the first one that differs between attempts. */
export function manifestOf(
  { entries, tokens }: Assembled,
  about: Pick<PromptManifest, 'variant' | 'mode' | 'texts' | 'budget'>,
  changing: ReadonlySet<BlockName>,
): PromptManifest {
  const first = entries.findIndex(({ name }) => changing.has(name))
  const stable = entries.slice(0, first < 0 ? entries.length : first).reduce((sum, entry) => sum + entry.tokens, 0)
  return { estimator, ...about, tokens, stable, blocks: [...entries] }
}
