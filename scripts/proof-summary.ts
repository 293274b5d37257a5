/** The JSON summary that `npm run proof` writes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Third } from './proof-bars.ts'
import { cache } from './run.ts'

/** Of a completed proof: an interrupted one leaves none. */
export const proofPath = join(cache, 'proof.json')
/** The same while the proof runs. */
export const soFarPath = join(cache, 'proof-so-far.json')

export interface ProofSummary {
  /** The proven commit; it is marked when the tree had uncommitted changes. */
  readonly commit: string
  /** Which part of the long bars. */
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
