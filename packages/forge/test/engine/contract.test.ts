/** The actor's contract with a few random programs; `contract.proof.test.ts` has fifteen times as many. */
import { contractOfActor, plantActors } from './contracted.ts'

contractOfActor({ memory: 20, sqlite: 3 })
plantActors({ seeds: [1], programs: 6 })
