/** The actor's contract with many random programs (bar B2). */
import { afterAll } from 'vitest'
import { contractOfActor, plantActors } from './contracted.ts'

const programs = { memory: 300, sqlite: 15 }
const planting = { seeds: [1, 2, 3], programs: 30 }

contractOfActor(programs)
plantActors(planting)

afterAll(() =>
  console.log(
    `bar: ${programs.memory} random programs in memory, ${programs.sqlite} on SQLite; planted actors with ${planting.seeds.length * planting.programs} each`,
  ),
)
