/** One Forge process of the sweep: drives the run in this project, and dies where it is told. Prints one JSON line if it lives. */
import { openSqliteLog } from '#adapters/log/sqlite/index.ts'
import { createLocks } from '#adapters/log/sqlite/index.ts'
import { runCodec } from '#engine/streams.ts'
import { driveRun } from '#forge/drive.ts'
import { findRepository, placesOf } from '#forge/places.ts'
import { openWorld, readUser } from '#forge/world.ts'
import { hashText } from '#model/digest.ts'
import { buildSpec } from '#testing/builders/index.ts'
import { createPoints, logWithPoints, worldWithPoints, type KillPlan } from './points.ts'

const [project = '', home = '', at = '0', moment = 'before'] = process.argv.slice(2)
const points = createPoints({ at: Number(at), moment: moment as KillPlan['moment'] })
const run = 'sweep'

const repository = must(findRepository(project))
const places = placesOf(repository, {}, home)
const user = must(await readUser(repository))
const log = logWithPoints(must(await openSqliteLog(places.journal, runCodec)), points)
const real = must(
  await openWorld(
    {
      repository,
      places,
      agent: 'scripted:script.json',
      setup: ['touch .equipped'],
      teardown: [],
      say: () => undefined,
    },
    user,
  ),
)
const verify = [{ name: 'test', run: 'test ! -e DEFECT', cwd: '.', timeoutMs: 60_000 }]
const spec = buildSpec({ request: 'sweep', base: user.head, environment: hashText('sweep'), verify }, { slots: 2 })

const driven = must(
  await driveRun({
    run,
    log,
    locks: createLocks(places.locks),
    journal: places.journal,
    world: { ...real, world: worldWithPoints(real.world, points) },
    signal: new AbortController().signal,
    opening: [{ type: 'start', id: 'start', at: 1, spec, nonce: hashText('nonce') }],
    onEntry: () => undefined,
    answer(state) {
      const question = Object.values(state.questions)[0]
      if (question === undefined) return undefined
      const { key, subject } = question
      return {
        type: 'approve',
        id: `yes ${key}`,
        at: 2,
        question: key,
        subject,
        by: { kind: 'operator', name: 'sweep' },
      }
    },
  }),
)
const { state } = driven
const tip = state.tip ?? ''
console.log(
  JSON.stringify({
    labels: points.labels,
    outcome: state.outcome ?? state.status,
    tree: tip === '' ? '' : await real.world.git.treeOf(tip),
    units: Object.fromEntries(state.order.map((id) => [id, state.units[id]?.status])),
    trees: await real.world.trees.list(run),
    branch: driven.branch ?? null,
  }),
)

function must<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}
