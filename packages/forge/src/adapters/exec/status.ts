/** Reads what bubblewrap reports about its child, on a pipe that the child does not get. */
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readFileSync } from 'node:fs'
import { parseJson } from '#model/parse-json.ts'
import { readLivingNow, type SeenProcess } from './proc.ts'

/** `unknown`: there was no namespace, or its first process was not reported. */
export type Emptiness = 'empty' | 'unknown'

export interface Status {
  /** The first process of the namespace: when it ends, everything inside ends. Undefined until it is known. */
  first(): number | undefined
  /** The requested program, while it lives. */
  main(): number | undefined
  /** The end of bubblewrap's report: `started` says whether the program was executed. */
  readonly told: Promise<{ readonly started: boolean }>
  /** Resolves when the namespace is empty, or after a timeout that should never happen. */
  emptied(): Promise<Emptiness>
}

const Words = z.object({ 'child-pid': z.int().positive().optional(), 'exit-code': z.int().optional() })

/** The kernel ends all processes at once; only one blocked in a broken device could delay this. */
const emptyingMs = 10_000

export function readStatus(stream: Readable): Status {
  let first: SeenProcess | undefined
  let started = false
  let text = ''
  stream.setEncoding('utf8')
  stream.on('error', () => undefined)
  stream.on('data', (chunk: string) => {
    const lines = `${text}${chunk}`.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const { data: words = {} } = Words.safeParse(parseJson(line))
      if (words['child-pid'] !== undefined) first = readLivingNow(words['child-pid'])
      if (words['exit-code'] !== undefined) started = true
    }
  })
  const living = (): number | undefined =>
    first !== undefined && readLivingNow(first.pid)?.startTicks === first.startTicks ? first.pid : undefined
  return {
    first: living,
    main: () => childOf(living()),
    told: new Promise((resolve) => stream.once('close', () => resolve({ started }))),
    async emptied() {
      for (const since = performance.now(); living() !== undefined; await sleep(2))
        if (performance.now() - since > emptyingMs) return 'unknown'
      return first === undefined ? 'unknown' : 'empty'
    },
  }
}

/** The oldest child: processes adopted later come after it. */
function childOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined
  try {
    const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ')
    return first === '' ? undefined : Number(first)
  } catch {
    return undefined
  }
}
