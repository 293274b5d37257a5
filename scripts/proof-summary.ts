/** The JSON summary that `npm run proof` leaves behind. */
import { join } from 'node:path'
import { cache } from './run.ts'

export const proofPath = join(cache, 'proof.json')

export interface ProofSummary {
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
