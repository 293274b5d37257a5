/** What bubblewrap tells of the child that it holds, on a pipe of its own that the child does not get. */
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readFileSync } from 'node:fs'
import { parseJson } from '#model/parse-json.ts'
import { readLivingNow, type SeenProcess } from './proc.ts'

/** `unknown`: there was no namespace, or nobody told which process was its first. */
export type Emptiness = 'empty' | 'unknown'

export interface Status {
  /** The first process of the namespace: when it is gone, everything in it is. Undefined until it is known. */
  first(): number | undefined
  /** The program that was asked for, while it lives. */
  main(): number | undefined
  /** The end of bubblewrap's words: `started` says whether the program was ever executed. */
  readonly told: Promise<{ readonly started: boolean }>
  /** Resolves when the namespace is empty, or when it is not, against all expectation. */
  emptied(): Promise<Emptiness>
}

const Words = z.object({ 'child-pid': z.int().positive().optional(), 'exit-code': z.int().optional() })

/** The kernel ends everybody at once; only a process inside a broken device could hold this up. */
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

/** The oldest child: whatever was adopted later stands behind it. */
function childOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined
  try {
    const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ')
    return first === '' ? undefined : Number(first)
  } catch {
    return undefined
  }
}
