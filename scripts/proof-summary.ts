/** The JSON summary that `npm run proof` leaves behind. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Third } from './proof-bars.ts'
import { cache } from './run.ts'

/** Of a proof that came to its end: one that was cut leaves none. */
export const proofPath = join(cache, 'proof.json')
/** The same as it grows. */
export const soFarPath = join(cache, 'proof-so-far.json')

export interface ProofSummary {
  /** What was proven; it says so when the tree had changes that are in no commit. */
  readonly commit: string
  /** Of long bars, which part. */
  readonly third: Third | 'all'
  readonly passed: number
  readonly failed: number
  readonly bars: readonly {
    readonly id: string
    readonly title: string
    readonly isPassed: boolean
    readonly figure: string
    readonly seconds: number
  }[]
}

export function readProof(path: string): ProofSummary | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProofSummary
  } catch {
    return undefined
  }
}
