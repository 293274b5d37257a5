/**
 * Replaces a conversation that is too long even with shortened results: the original task, a summary of the work, and
 * the newest turn. The model writes the summary; if it cannot, a list of the calls serves as one.
 */
import { streamText, type LanguageModel, type LanguageModelUsage, type ModelMessage } from 'ai'
import type { AgentEventOf } from '#model/agent-event.ts'
import { failed, success, type Result } from '#model/result.ts'
import { failureOf } from './failure.ts'
import { cutTo, sizeOf, textOfResult } from './shorten.ts'

export interface Summarising {
  readonly model: LanguageModel
  readonly signal: AbortSignal
  readonly onUsage: (usage: LanguageModelUsage) => Promise<void>
}

const shownPart = 400
const shownInNewest = 2000
const tries = 3

const instructions =
  'You are in the middle of a task, and your conversation no longer fits into your window. You get it as text, shortened. Write the notes ' +
  'that you need to go on: what the task still asks for, what you found out (names, files, lines), what you changed, what failed and ' +
  'why, and what comes next. Only what is in the conversation; no greeting.'

type Refused = AgentEventOf<'failed'>

/** Undefined: there is nothing between the task and the newest turn. */
export async function summarised(
  messages: readonly ModelMessage[],
  summarising: Summarising,
): Promise<Result<ModelMessage[] | undefined, Refused>> {
  const { task, middle, newest } = partsOf(messages)
  if (middle.length === 0) return success(undefined)
  const written = await writtenByModel([...task, ...middle], summarising)
  if (!written.ok) return written
  const text = written.value.trim() === '' ? writtenByRule(middle) : written.value
  return success([...task, { role: 'user', content: `${lead}${text}` }, ...newest.map(withShortResults)])
}

const lead =
  'Your conversation no longer fit into your window. Your working directory is as you left it. Your notes of what was done so far:\n\n'

/** The task is the first message; the newest turn is the model's last, with its results and later messages to it. */
function partsOf(messages: readonly ModelMessage[]) {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  if (last === -1) return { task: messages, middle: [], newest: [] }
  return { task: messages.slice(0, 1), middle: messages.slice(1, last), newest: messages.slice(last) }
}

/** Empty: even a small part of the conversation is too long. */
async function writtenByModel(
  messages: readonly ModelMessage[],
  summarising: Summarising,
): Promise<Result<string, Refused>> {
  const text = messages.flatMap(linesOf).join('\n')
  let most = Math.min(text.length, Math.ceil(sizeOf(messages) / 2))
  for (let attempt = 0; attempt < tries; attempt += 1, most = Math.ceil(most / 2)) {
    const written = await askedFor(cutTo(text, most), summarising)
    if (written.ok || written.failure.kind !== 'overflow') return written
  }
  return success('')
}

async function askedFor(prompt: string, { model, signal, onUsage }: Summarising): Promise<Result<string, Refused>> {
  // Errors are handled in the stream; the SDK's default also prints them.
  const { stream } = streamText({ model, instructions, prompt, abortSignal: signal, maxRetries: 0, onError: () => {} })
  let text = ''
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') text += part.text
      if (part.type === 'finish-step') await onUsage(part.usage)
      if (part.type === 'error') return failed(failureOf(part.error))
    }
  } catch (error) {
    return failed(failureOf(error))
  }
  return success(text)
}

function linesOf(message: ModelMessage): readonly string[] {
  if (typeof message.content === 'string') return [`${message.role}: ${message.content}`]
  return message.content.flatMap((part) => {
    if (part.type === 'text') return [`${message.role}: ${part.text}`]
    if (part.type === 'tool-call')
      return [`call ${part.toolName}: ${cutTo(JSON.stringify(part.input) ?? '', shownPart)}`]
    return part.type === 'tool-result' ? [`result: ${cutTo(textOfResult(part), shownPart)}`] : []
  })
}

const shownCalls = 60

function writtenByRule(messages: readonly ModelMessage[]): string {
  const calls = messages.flatMap(linesOf).filter((line) => line.startsWith('call '))
  const shown = calls.slice(-shownCalls).map((line) => `- ${line.slice(0, 160)}`)
  const more = calls.length > shown.length ? [`(${calls.length - shown.length} earlier calls)`] : []
  return [...more, ...shown].join('\n')
}

function withShortResults(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message
  const content = message.content.map((part) =>
    part.type === 'tool-result' && textOfResult(part).length > shownInNewest
      ? { ...part, output: { type: 'text' as const, value: cutTo(textOfResult(part), shownInNewest) } }
      : part,
  )
  return { ...message, content }
}
