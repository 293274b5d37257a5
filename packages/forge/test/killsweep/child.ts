/** One Forge process of the sweep: drives the run in this project, and dies where it is told. Prints one JSON line if it lives. */
import { openSqliteLog } from '#adapters/log/sqlite/index.ts'
import { createLocks } from '#adapters/log/sqlite/index.ts'
import { runCodec } from '#engine/streams.ts'
import { driveRun } from '#forge/drive/loop.ts'
import { findRepository, placesOf } from '#forge/place/places.ts'
import { openWorld, readUser } from '#forge/world/world.ts'
import { hashText } from '#model/digest.ts'
import { isHeldInPlanning } from '#core/idle/idle.ts'
import { presetSpec } from '#presets/spec.ts'
import { shippedPreset } from '#testing/builders/index.ts'
import { createPoints, logWithPoints, worldWithPoints, type KillPlan } from './points.ts'

const [project = '', home = '', at = '0', moment = 'before', preset = 'build'] = process.argv.slice(2)
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
const request = { request: 'sweep', base: user.head, environment: hashText('sweep'), verify }
const spec = presetSpec(shippedPreset(preset), request, { slots: 2 })
const by = { kind: 'operator', name: 'sweep' } as const

const driven = must(
  await driveRun({
    run,
    log,
    locks: createLocks(places.locks),
    journal: places.journal,
    world: { ...real, world: worldWithPoints(real.world, points) },
    signal: new AbortController().signal,
    opening: [{ type: 'start', id: 'start', at: 1, spec, nonce: hashText('nonce'), trust: { ground: 'nothing' } }],
    onEntry: () => undefined,
    answer(state) {
      const question = Object.values(state.questions)[0]
      // What is planned may begin; said again after a kill it is refused, and nothing is lost by that.
      if (question === undefined)
        return isHeldInPlanning(state) ? { type: 'begin', id: `begin ${state.seq}`, at: 2, by } : undefined
      const { key, subject } = question
      return {
        type: 'approve',
        id: `yes ${key}`,
        at: 2,
        question: key,
        subject,
        by,
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
