/** The properties of the core with all of their runs: the same tests, of whose runs `npm test` does an eighth. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { asked } from '../runs.ts'

process.env['FORGE_RUNS'] = 'all'

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.proof.test.ts'))
  .map((name) => join(import.meta.dirname, name))
for (const file of files) if (readFileSync(file, 'utf8').includes("from '../runs.ts'")) await import(file)

afterAll(() => console.log(`bar: ${asked.properties} properties, ${asked.runs} runs`))
