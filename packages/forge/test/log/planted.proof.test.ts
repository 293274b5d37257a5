/** Planted bugs of the log adapters, found in every round (bar B5). */
import { plantAll } from './planted.ts'

plantAll({ rounds: 3, programs: 12 })
