/**
 * One Forge process that is told on its input which run to drive, and when: `<run>` per line. Answers one JSON line per run:
 * what it was refused with, or how the run ended.
 */
import { createInterface } from 'node:readline'
import { drive } from '../driven/project.ts'

const [root = '', folder = '', home = ''] = process.argv.slice(2)
const project = { root, folder, home }

console.log(JSON.stringify({ ready: process.pid }))
for await (const run of createInterface({ input: process.stdin })) {
  const driven = await drive(project, { run })
  const answer = driven.ok
    ? { run, end: driven.value.state.outcome ?? driven.value.end }
    : { run, refused: driven.failure.code, exit: driven.failure.exit }
  console.log(JSON.stringify(answer))
}
