/** The fake agent in the protocol of Codex's app-server 0.166. */
import type { FailureKind } from '#model/agent-event.ts'
import type { Json } from '#model/json.ts'
import {
  createLineInput,
  readLines,
  statusOf,
  type LineInput,
  type Stage,
  type WireFormat,
} from '#testing/torture/wire-format.ts'

type Params = { readonly [key: string]: Json | undefined }

const infos: Readonly<Record<string, Json>> = {
  'rate-limit': { responseTooManyFailedAttempts: { httpStatusCode: 429 } },
  quota: 'usageLimitExceeded',
  stream: { responseStreamDisconnected: { httpStatusCode: null } },
  connection: { httpConnectionFailed: { httpStatusCode: null } },
  budget: 'sessionBudgetExceeded',
  server: 'internalServerError',
  auth: 'unauthorized',
  request: 'badRequest',
}

const threadId = '01a1de62-7d14-7932-962b-5d6c2748776f'

interface Words {
  readonly interrupted: () => void
  /** Repeats its last end. */
  readonly repeat: () => void
}

interface Served extends Pick<LineInput, 'prompt' | 'again'> {
  readonly over: Promise<void>
}

/** The server side: initialize, thread, turn, stop. */
function serve({ print, obeys }: Stage, { interrupted, repeat }: Words): Served {
  let instructions = ''
  const ears = createLineInput(() => setImmediate(repeat))
  let isOver: () => void = () => undefined
  const over = new Promise<void>((resolve) => (isOver = resolve))

  function openThread(params: Params): Json {
    instructions = typeof params['developerInstructions'] === 'string' ? params['developerInstructions'] : ''
    return { thread: { id: threadId }, model: params['model'] ?? 'own' }
  }

  const methods: Readonly<Record<string, (params: Params) => Json>> = {
    initialize: () => ({ userAgent: 'fake' }),
    'thread/start': openThread,
    'thread/resume': openThread,
    'turn/start'(params) {
      ears.hear(`${instructions}\n${JSON.stringify(params['input'])}`)
      return { turn: { id: 't1', items: [], status: 'inProgress', error: null } }
    },
    'turn/interrupt'() {
      if (!obeys()) return {}
      setImmediate(interrupted)
      void over.then(() => process.exit(0))
      return {}
    },
  }

  readLines(
    () => isOver(),
    (text) => {
      const { id, method, params = {} } = JSON.parse(text) as { id?: number; method: string; params?: Params }
      if (id !== undefined) print({ id, result: methods[method]?.(params) ?? {} })
    },
  )
  return { ...ears, over }
}

function errorOf(as: FailureKind): Json {
  const info =
    infos[as] ?? (statusOf[as] === undefined ? 'other' : { httpConnectionFailed: { httpStatusCode: statusOf[as] } })
  return { message: as, codexErrorInfo: info }
}

function figures({ input, output }: { readonly input: number; readonly output: number }): Json {
  return { inputTokens: input, cachedInputTokens: 0, cacheWriteInputTokens: 0, outputTokens: output }
}

export function codexTongue(stage: Stage): WireFormat {
  const total = { input: 0, output: 0 }
  let items = 0
  const notify = (method: string, params: { readonly [key: string]: Json }): void =>
    stage.print({ method, params: { threadId, ...params } })
  let last: readonly [string, Json] = ['completed', null]
  let lastText: string | undefined
  const completed = (status: string, error: Json = null): void => {
    last = [status, error]
    notify('turn/completed', { turn: { id: 't1', items: [], status, error } })
  }
  const { prompt, over, again } = serve(stage, {
    interrupted: () => completed('interrupted'),
    repeat() {
      if (lastText !== undefined) item({ type: 'agentMessage', text: lastText })
      completed(...last)
    },
  })
  const item = (fields: { readonly [key: string]: Json }): void => {
    const id = `item-${(items += 1)}`
    notify('item/started', { item: { id, ...fields } })
    notify('item/completed', { item: { id, ...fields } })
  }
  return {
    version: 'codex-cli 0.166.999',
    listen: () => prompt,
    again,
    begin: () => notify('thread/started', { thread: { id: threadId } }),
    say: (text) => item({ type: 'agentMessage', text }),
    tool: (name) => item({ type: 'commandExecution', command: name, status: 'completed', aggregatedOutput: 'ok' }),
    use(input, output) {
      total.input += input
      total.output += output
      notify('thread/tokenUsage/updated', { tokenUsage: { total: figures(total), last: figures({ input, output }) } })
    },
    limited: () =>
      notify('error', {
        willRetry: true,
        error: { message: 'Reconnecting... 1/5', codexErrorInfo: infos['rate-limit'] ?? null },
      }),
    answer(answer) {
      lastText = JSON.stringify(answer)
      item({ type: 'agentMessage', text: lastText })
      completed('completed')
    },
    helper: (answer) => linesOfHelper(answer).forEach(([method, params]) => notify(method, params)),
    finish: () => completed('completed'),
    fail: (as) => completed('failed', errorOf(as)),
    spent(resetMs) {
      const primary = { usedPercent: 100, resetsAt: Math.round((Date.now() + resetMs) / 1000) }
      notify('account/rateLimits/updated', { rateLimits: { primary } })
      completed('failed', errorOf('quota'))
    },
    farewell: () => over,
  }
}

/** On a thread of its own: it answers, has used tokens, and its turn ends. */
function linesOfHelper(answer: Json): readonly (readonly [string, { readonly [key: string]: Json }])[] {
  const of = { threadId: '01a1de62-0000-7932-962b-5d6c27487700' }
  const used = figures({ input: 7, output: 3 })
  return [
    ['item/completed', { ...of, item: { id: 'of-helper', type: 'agentMessage', text: JSON.stringify(answer) } }],
    ['thread/tokenUsage/updated', { ...of, tokenUsage: { total: used, last: used } }],
    ['turn/completed', { ...of, turn: { id: 't9', items: [], status: 'completed', error: null } }],
  ]
}
