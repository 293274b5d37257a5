/** Runs `flood.ts` in a process of its own, so that its memory is measured and nobody else's. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundledAlone, compiled } from '../../../../scripts/bundled.ts'

export interface Cost {
  readonly bytes: number
  readonly kept: number
  readonly lines: number
  readonly longest: number
  readonly rssMb: number
  readonly mibPerSecond: number
  readonly stallMs: number
}

export async function costOfFlood(kind: string, mebibytes: number): Promise<Cost> {
  const program = await bundledAlone(fileURLToPath(new URL('./flood.ts', import.meta.url)))
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  const { stdout } = await promisify(execFile)(process.execPath, [program, kind, String(mebibytes)], { env })
  return JSON.parse(stdout) as Cost
}
