/**
 * Chooses the step for a request: a pure function of the request, so that retries, resumes and restarts of the server
 * change nothing. The turn is the number of assistant turns since the prompt in which the script was found.
 */
import { z } from 'zod'
import { filled } from '#adapters/agents/scripted/fill.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { FakeRequestBody, Entry } from './asked.ts'
import { Directive, type Rule, type Script, type Step } from './script.ts'

export interface StepChoice {
  /** Of the rule or directive, for counting its faults and for logs. */
  readonly id: string
  readonly turn: number
  /** Undefined: the script has no more steps, or it is not for this request. */
  readonly step: Step | undefined
  readonly why: 'scripted' | 'run-out' | 'side' | 'unmatched'
}

export interface Occasion {
  readonly asked: FakeRequestBody
  readonly worker: string
}

const opening = 'FAKE:{'
const closing = 'ENDFAKE'

/** The directive in the prompt wins over the file. A malformed directive is the answer's error. */
export function chooseStep({ asked, worker }: Occasion, script: Script | undefined): Result<StepChoice, string> {
  const offersTools = asked.tools.length > 0
  const at = asked.entries.findLastIndex(
    ({ by, text }) => by === 'user' && text.includes(opening) && text.includes(closing),
  )
  if (at >= 0) {
    // Titles and summaries quote the prompt, and offer no tools.
    if (!offersTools) return success({ id: 'prompt', turn: 0, step: undefined, why: 'side' })
    const directive = parseDirective(asked.entries[at]?.text ?? '')
    if (!directive.ok) return directive
    const chosen = stepAt(directive.value.id, directive.value.steps, turnsSince(asked.entries, at))
    return success({ ...chosen, step: filled(chosen.step, capturesOf({}, asked)) })
  }
  for (const [index, rule] of (script?.rules ?? []).entries()) {
    const anchor = anchorOf(rule, { asked, worker })
    if (anchor === undefined) continue
    const id = rule.id ?? `rule ${index + 1}`
    if (!offersTools && rule.steps.some(usesTools)) return success({ id, turn: 0, step: undefined, why: 'side' })
    const chosen = stepAt(id, rule.steps, turnsSince(asked.entries, anchor))
    return success({ ...chosen, step: filled(chosen.step, capturesOf(rule.capture, asked)) })
  }
  return success({ id: '', turn: 0, step: undefined, why: 'unmatched' })
}

function stepAt(id: string, steps: readonly Step[], turn: number): StepChoice {
  const step = steps[turn]
  return { id, turn, step, why: step === undefined ? 'run-out' : 'scripted' }
}

function parseDirective(text: string): Result<Directive, string> {
  const end = text.lastIndexOf(closing)
  const start = text.lastIndexOf(opening, end)
  let written: unknown
  try {
    written = JSON.parse(text.slice(start + opening.length - 1, end))
  } catch (error) {
    return failed(`the directive in the prompt is no JSON: ${(error as Error).message}`)
  }
  const parsed = Directive.safeParse(written)
  return parsed.success ? success(parsed.data) : failed(`the directive in the prompt: ${z.prettifyError(parsed.error)}`)
}

/** Text and call of one turn may be separate entries: consecutive entries of the assistant are one turn. */
function turnsSince(entries: readonly Entry[], at: number): number {
  return entries.filter(({ by }, index) => index > at && by === 'assistant' && entries[index - 1]?.by !== 'assistant')
    .length
}

/** The last entry that contains the rule's text; -1 when the rule is about the whole conversation. */
function anchorOf({ when }: Rule, { asked, worker }: Occasion): number | undefined {
  if (when.model !== undefined && !isLike(asked.model, when.model)) return undefined
  if (when.worker !== undefined && !isLike(worker, when.worker)) return undefined
  if (when.prompt === undefined) return -1
  const wanted = typeof when.prompt === 'string' ? [when.prompt] : when.prompt
  const places = wanted.map((text) =>
    asked.entries.findLastIndex((entry) => (entry.by === 'user' || entry.by === 'system') && entry.text.includes(text)),
  )
  return places.includes(-1) ? undefined : Math.max(...places)
}

function isLike(word: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(word)
}

function usesTools({ read, write, edit, bash, tool }: Step): boolean {
  return [read, write, edit, bash, tool].some((part) => part !== undefined)
}

/** Distinguishes an attempt's answers from all others; scripts need it wherever a prompt names one. */
const nonceExpression = String.raw`nonce[^\n]{0,80}?\b([0-9a-f]{16,})\b`

function capturesOf(capture: Rule['capture'], { entries }: FakeRequestBody): Readonly<Record<string, string>> {
  const told = entries.filter(({ by }) => by === 'system' || by === 'user').map(({ text }) => text)
  const expressions = { nonce: nonceExpression, ...capture }
  const found = Object.entries(expressions).map(([name, source]) => {
    const match = [...told.join('\n').matchAll(new RegExp(source, 'gi'))].at(-1)
    return [name, match?.[1] ?? match?.[0] ?? '']
  })
  return Object.fromEntries(found) as Record<string, string>
}
