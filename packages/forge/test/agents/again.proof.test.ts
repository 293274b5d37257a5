/** Agents that `again.test.ts` leaves out, asked once more for an answer. */
import { conversationsOf, conversing, inShort } from './again.ts'

conversationsOf(conversing.filter(({ name }) => !inShort.includes(name)))
