/**
 * An answer before it gets a wire format: blocks, figures, and why it stopped. Its tools are those that the request
 * offers.
 */
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import type { FakeRequestBody, Offered } from './asked.ts'
import type { StepChoice } from './choose.ts'
import { sampleOf } from './sample.ts'
import type { Step } from './script.ts'
import { callsOf, type Call } from './tools.ts'
import type { Tokens } from '#adapters/meter/tokens.ts'

export type Block =
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'call'; readonly id: string } & Call)

export interface Answer {
  readonly id: string
  readonly model: string
  readonly blocks: readonly Block[]
  readonly tokens: Tokens
  readonly stop: 'end' | 'call' | 'length' | 'refusal' | 'overflow'
}

export function answerOf(asked: FakeRequestBody, chosen: StepChoice, newId: () => string): Answer {
  const { step } = chosen
  const blocks =
    step === undefined ? [{ kind: 'text' as const, text: plainText(chosen, asked) }] : blocksOf(step, asked, newId)
  const isCall = blocks.some(({ kind }) => kind === 'call')
  return {
    id: newId(),
    model: asked.model,
    blocks,
    tokens: tokensOf(asked, blocks, step?.usage),
    stop: step?.stop ?? (isCall ? 'call' : 'end'),
  }
}

function plainText({ why, id }: StepChoice, { wants }: FakeRequestBody): string {
  // A side request for JSON (which model? is it done?) can parse nothing else, and an agent repeats it until it gets
  // JSON.
  if (why !== 'run-out' && wants !== undefined) return JSON.stringify(sampleOf(wants))
  if (why === 'unmatched') return 'No rule of the script matches this request.'
  return why === 'side' ? `A side request about ${id}.` : 'Done.'
}

function blocksOf(step: Step, { tools }: FakeRequestBody, newId: () => string): readonly Block[] {
  const { calls, missing } = callsOf(step, tools)
  const answer = step.answer === undefined ? undefined : structured(step.answer, tools)
  const texts = [
    ...(step.text === undefined ? [] : [step.text]),
    ...missing,
    ...(typeof answer === 'string' ? [answer] : []),
  ]
  const all = typeof answer === 'object' ? [...calls, answer] : calls
  return [
    ...(step.thinking === undefined ? [] : [{ kind: 'thinking' as const, text: step.thinking }]),
    ...(texts.length === 0 && all.length > 0 ? [] : [{ kind: 'text' as const, text: texts.join('\n') }]),
    ...all.map((call) => ({ kind: 'call' as const, id: newId(), ...call })),
  ]
}

/** Tools by which agents ask for a structured answer. */
const answerTool = /^(StructuredOutput|json)$|(^|__|_)(submit_answer|submit_result|answer|result)$/

function structured(answer: Json, tools: readonly Offered[]): Call | string {
  const tool = tools.find(({ name }) => answerTool.test(name))
  if (tool === undefined) return JSON.stringify(answer)
  return { name: tool.name, input: answer, ...defined({ namespace: tool.namespace }) }
}

/** About four characters make a token. */
function tokensOf({ entries }: FakeRequestBody, blocks: readonly Block[], usage: Step['usage']): Tokens {
  if (usage !== undefined)
    return {
      inputTokens: usage.input,
      outputTokens: usage.output,
      cacheReadTokens: usage.cacheRead,
      cacheWriteTokens: usage.cacheWrite,
    }
  const asked = entries.reduce((sum, { text }) => sum + text.length, 0)
  const said = blocks.reduce(
    (sum, block) => sum + (block.kind === 'call' ? inputText(block).length : block.text.length),
    0,
  )
  return { inputTokens: estimate(asked), outputTokens: estimate(said), cacheReadTokens: 0, cacheWriteTokens: 0 }
}

export function estimate(characters: number): number {
  return 1 + Math.ceil(characters / 4)
}

/** The input of a call as text: that of a custom tool as it is, else JSON. */
export function inputText({ input }: Call): string {
  return typeof input === 'string' ? input : JSON.stringify(input)
}
