/**
 * The tool loop: asks the model, lets it use its tools, and ends with its answer or with the reason for having none.
 *
 * 1. The answer is what the `answer` tool accepted; a last text that is such an answer counts too.
 * 2. An end without a usable answer is reported too; if Forge returns its errors, the conversation continues.
 * 3. `patient-fetch.ts` waits for a provider that asks for it, so that the conversation continues.
 * 4. A conversation that no longer fits into the model is shortened and continues (`compact.ts`).
 */
import { randomUUID } from 'node:crypto'
import { ToolLoopAgent, hasToolCall, isStepCount, type LanguageModel, type TextStreamPart, type ToolSet } from 'ai'
import type { AgentEvent, AgentEventOf } from '#model/agent-event.ts'
import { defined } from '#model/defined.ts'
import { createAnswer, type Answer } from './answer.ts'
import { keepConversation, openingOf, type Talk } from './conversation.ts'
import { eventOf } from './events.ts'
import { failureOf, failureOfStop } from './failure.ts'
import { languageModel } from './model.ts'
import { createPatientFetch } from './patient-fetch.ts'
import { compactConversation } from './compact.ts'
import { openServers, type Servers } from './servers.ts'
import type { BuiltinTask } from './task.ts'
import { toolsFor } from './tools.ts'

export interface Looping {
  /** The tree; tools are confined to it. */
  readonly root: string
  readonly signal: AbortSignal
  readonly say: (event: AgentEvent) => Promise<void>
  /** Reports a good end, and returns its errors; undefined: nothing more is wanted. */
  readonly again: (end: AgentEventOf<'finished'>) => Promise<string | undefined>
}

type Finished = AgentEventOf<'finished'>
type End = Finished | AgentEventOf<'failed'>

export async function runLoop(told: BuiltinTask, looping: Looping): Promise<End> {
  await looping.say({ type: 'started', session: randomUUID(), model: told.model })
  let servers: Servers | undefined
  try {
    servers = await openServers(told.servers ?? {}, looping.root)
    return await talk(told, looping, servers.tools)
  } catch (error) {
    return failureOf(error)
  } finally {
    await servers?.close()
  }
}

async function talk(told: BuiltinTask, looping: Looping, more: ToolSet): Promise<End> {
  const talked: Talk = { messages: openingOf(told), turns: 0, isSummary: false }
  const model = await languageModel(
    told,
    createPatientFetch((event) => void looping.say(event)),
  )
  for (;;) {
    const end = await runOnce(told, looping, { model, more, talked })
    if (end.type === 'failed' && end.kind === 'overflow' && talked.turns < told.turns) {
      const room = await compactConversation(talked, { ...looping, model })
      if (!room.ok) return room.failure
      if (room.value === 'none') return end
      keepConversation(told, talked.messages)
      continue
    }
    if (end.type === 'failed') return end
    const words = await looping.again(end)
    if (words === undefined) return end
    talked.messages = [...talked.messages, { role: 'user', content: words }]
  }
}

interface Round {
  readonly model: LanguageModel
  readonly more: ToolSet
  readonly talked: Talk
}

async function runOnce(told: BuiltinTask, looping: Looping, { model, more, talked }: Round): Promise<End> {
  const answer = createAnswer(told.schema)
  const heard: TurnResult = { text: '', error: undefined, stop: undefined }
  try {
    const stream = await startLoop(told, looping, { model, answer, more, talked })
    for await (const part of stream) {
      if (part.type === 'start-step') talked.turns += 1
      await hear(part, heard, looping)
    }
  } catch (error) {
    heard.error ??= error
  }
  const structured = answer.given() ?? (heard.error === undefined ? answer.read(heard.text) : undefined)
  if (structured !== undefined) return { type: 'finished', text: heard.text, structured }
  if (heard.error !== undefined) return failureOf(heard.error)
  if (heard.stop !== undefined) return heard.stop
  if (talked.turns >= told.turns)
    return { type: 'failed', kind: 'turns', message: `no answer after ${told.turns} turns`, retryable: true }
  return { type: 'finished', text: heard.text }
}

async function startLoop(
  told: BuiltinTask,
  { root, signal }: Looping,
  { model, answer, more, talked }: Round & { readonly answer: Answer },
): Promise<AsyncIterable<TextStreamPart<ToolSet>>> {
  const agent = new ToolLoopAgent({
    model,
    instructions: `${told.prompt.system}\n${howToAnswer}`,
    tools: { ...more, ...toolsFor({ root, signal, may: told.may }), answer: answer.tool },
    stopWhen: [
      isStepCount(Math.max(1, told.turns - talked.turns)),
      ({ steps }) => hasToolCall('answer')({ steps }) === true && answer.given() !== undefined,
    ],
    // Two parallel edits of one file would each start from the same content.
    toolCallConcurrency: 1,
    maxRetries: 0,
    ...defined({ reasoning: told.effort }),
    // Every turn repeats the whole conversation; providers that cache only on request are asked to.
    ...optionsOf(told),
  })
  const { stream } = await agent.stream({
    messages: [...talked.messages],
    abortSignal: signal,
    onStepEnd({ response }) {
      talked.messages = [...talked.messages, ...response.messages]
      talked.isSummary = false
      keepConversation(told, talked.messages)
    },
  })
  return stream
}

/** Options that only some providers support. */
function optionsOf({
  provider,
  thinking,
}: BuiltinTask): Pick<ConstructorParameters<typeof ToolLoopAgent>[0], 'providerOptions'> {
  if (provider === 'google' && thinking !== undefined)
    return { providerOptions: { google: { thinkingConfig: { thinkingBudget: thinking } } } }
  if (provider !== 'anthropic') return {}
  const told =
    thinking === undefined
      ? {}
      : { thinking: thinking === 0 ? { type: 'disabled' } : { type: 'enabled', budgetTokens: thinking } }
  return { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' }, ...told } } }
}

const howToAnswer =
  'Your tools work in your working directory; paths are relative to it. Give your answer by calling the tool "answer" as the last thing you do.'

/** `stop`: the last turn ended for a reason that is no answer. */
type TurnResult = { text: string; error: unknown; stop: AgentEventOf<'failed'> | undefined }

async function hear(part: TextStreamPart<ToolSet>, heard: TurnResult, { say }: Looping): Promise<void> {
  if (part.type === 'start-step') {
    heard.text = ''
  } else if (part.type === 'text-delta') heard.text += part.text
  else if (part.type === 'error') heard.error ??= part.error
  else {
    if (part.type === 'finish-step') heard.stop = failureOfStop(part.finishReason, part.rawFinishReason)
    const event = eventOf(part, heard.text)
    if (event !== undefined) await say(event)
  }
}
