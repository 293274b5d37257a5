/** Planted bugs of the log adapters, each found once; `planted.proof.test.ts` finds them in every round. */
import { plantAll } from './planted.ts'

plantAll({ rounds: 1, programs: 2 })
