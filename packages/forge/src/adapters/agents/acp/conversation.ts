/**
 * One prompt over ACP: hello, a session, its settings, the prompt, its end. The official client runs the protocol; its
 * lines pass through the session's own framing, so that their length and number stay bounded like those of every other
 * agent.
 */
import * as acp from '@agentclientprotocol/sdk'
import { wordsOf, type Link } from '#adapters/agents/session/index.ts'
import type { Said } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import { endingOf, failureOf } from './ending.ts'
import { isUnopened, openSession, type Opened, type Opening } from './opening.ts'
import { permissionFor } from './permission.ts'
import { eventsOf } from './updates.ts'

export interface Errand extends Opening {
  /** The prompt; it depends on how this agent can return its answer, and on whether it knows its task already. */
  readonly textFor: (opened: Pick<Opened, 'channel' | 'begins'>) => string
  /** What is wrong with the answers so far; empty: nothing. */
  readonly missing: () => Promise<readonly Said[]>
  /** Forge is about to send a second prompt: the end of the first is no contradiction. */
  readonly onAgain: () => void
}

export interface Conversation {
  take(line: Json): void
  /** Asks it to stop, by the protocol. */
  cancel(): void
}

export function converse(link: Link, errand: Errand): Conversation {
  let push: (message: acp.AnyMessage) => void = () => undefined
  let cancel: () => void = () => undefined
  const readable = new ReadableStream<acp.AnyMessage>({
    start(controller) {
      push = (message) => {
        try {
          controller.enqueue(message)
        } catch {
          // The conversation is over and its stream closed without notice: later output of the agent is ignored.
        }
      }
    },
  })
  const writable = new WritableStream<acp.AnyMessage>({ write: (message) => link.say(message as Json) })
  const said: string[] = []
  let session: string | undefined
  const client = acp
    .client({ name: 'forge' })
    .onRequest(acp.methods.client.session.requestPermission, ({ params }) => permissionFor(params, errand.task.task.do))
    .onNotification(acp.methods.client.session.update, ({ params }) => {
      // Until the session is open, updates replay the past of a lost one, which was recorded and booked when it
      // happened.
      if (session === undefined) return
      for (const event of eventsOf(params.update)) {
        // Text of a subagent, in its own session, is not the agent's answer.
        if (event.type === 'text' && params.sessionId !== session) continue
        if (event.type === 'text') remember(said, event.text)
        link.hear(event)
      }
    })
  void client
    .connectWith({ readable, writable }, async (agent) => {
      const opened = await openSession(agent, errand, link)
      if (isUnopened(opened)) return link.hear(opened)
      const { sessionId } = opened
      session = sessionId
      cancel = () => void agent.notify(acp.methods.agent.session.cancel, { sessionId }).catch(() => undefined)
      const text = errand.textFor(opened)
      const prompt: acp.PromptRequest = { sessionId, prompt: [{ type: 'text', text }] }
      const { stopReason } = await agent.request(acp.methods.agent.session.prompt, prompt)
      const errors = stopReason === 'end_turn' ? await errand.missing() : []
      if (errors.length === 0) return link.hear(endingOf(stopReason, said.join('')))
      errand.onAgain()
      link.tell({ kind: 'asked-again', errors: [...errors] })
      const again: acp.PromptRequest = { sessionId, prompt: [{ type: 'text', text: wordsOf(errors) }] }
      const second = await agent.request(acp.methods.agent.session.prompt, again)
      link.hear(endingOf(second.stopReason, said.join('')))
    })
    .catch((error: unknown) => link.hear(failureOf(error)))
  return {
    take: (line) => push(line as unknown as acp.AnyMessage),
    cancel: () => cancel(),
  }
}

/** Keeps the end of what it said, for users. */
function remember(said: string[], text: string): void {
  said.push(text)
  if (said.length > 500) said.splice(0, 250)
}
