/** Asks the user while the run is driven: one question at a time, dropped when it was answered elsewhere. */
import type { RunState } from '#core/state/state.ts'
import type { Message } from '#model/message.ts'

export type Answer = (state: RunState, signal: AbortSignal) => Promise<Message | undefined> | Message | undefined

export interface Asking {
  /** The message that answers the open question, undefined when there is none, or that the answer is still awaited. */
  look(state: RunState): Message | undefined | 'awaited'
  /** Resolves when there may be an answer. */
  settled(): Promise<unknown>
  drop(): undefined
}

interface AskedQuestion {
  readonly about: string
  readonly over: AbortController
  readonly settled: Promise<unknown>
  answer: Message | undefined | 'awaited'
}

export function createAsking(answer: Answer): Asking {
  let asked: AskedQuestion | undefined
  function ask(state: RunState, about: string): AskedQuestion {
    const over = new AbortController()
    const made: AskedQuestion = {
      about,
      over,
      answer: 'awaited',
      settled: Promise.resolve(answer(state, over.signal)).then((word) => (made.answer = word)),
    }
    return made
  }
  return {
    look(state) {
      const about = `${state.status} ${Object.keys(state.questions).join(' ')}`
      if (asked?.about !== about) {
        asked?.over.abort()
        asked = ask(state, about)
      }
      const { answer: word } = asked
      if (word !== 'awaited') asked.answer = undefined // sent once: sending it again would not settle more
      return word
    },
    settled: () => asked?.settled ?? Promise.resolve(),
    drop() {
      asked?.over.abort()
      asked = undefined
      return undefined
    },
  }
}
