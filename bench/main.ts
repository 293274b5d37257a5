/** `npm run bench -- <name>`: one benchmark, one JSON line with ratios from this one run. */
import { benchAgents } from './agents.ts'
import { benchContext } from './context.ts'
import { benchEngine } from './engine.ts'
import { benchResume } from './resume.ts'
import { benchSchedule } from './schedule.ts'
import { benchStart } from './start.ts'
import { benchTrees } from './trees.ts'
import { benchWatch } from './watch.ts'

const benches: Readonly<Record<string, () => unknown>> = {
  schedule: () => benchSchedule(),
  engine: benchEngine,
  resume: benchResume,
  start: benchStart,
  trees: benchTrees,
  context: benchContext,
  agents: benchAgents,
  watch: benchWatch,
}

const [name = ''] = process.argv.slice(2)
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
if (bench === undefined) {
  console.error(`usage: npm run bench -- <name>\nnames: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 2
} else {
  console.log(JSON.stringify(await bench()))
}
