/** Both logs against the published contract with many random programs (bar B5). */
import { contractOfLogs } from './contracted.ts'

contractOfLogs({ memory: 1000, sqlite: 150 })
