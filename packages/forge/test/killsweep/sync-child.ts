/** One Forge process that syncs a run with the user's moved branch, and dies where it is told. Prints its points if it lives. */
import { configOf } from '#forge/place/config.ts'
import { runCodec } from '#engine/streams.ts'
import { openStores } from '#forge/place/stores.ts'
import { sync } from '#forge/handover/sync.ts'
import { openWorld } from '#forge/world/world.ts'
import { success } from '#model/result.ts'
import { must } from '../driven/project.ts'
import { createPoints, logWithPoints, worldWithPoints, type KillPlan } from './points.ts'

const [cwd = '', home = '', run = '', at = '0', moment = 'before'] = process.argv.slice(2)
const points = createPoints({ at: Number(at), moment: moment as KillPlan['moment'] })
const opened = openStores({ cwd, env: {}, home }, () => Promise.resolve(runCodec))

const synced = await sync(
  {
    repository: must(opened.repository()),
    places: must(opened.places()),
    locks: must(opened.locks()),
    log: logWithPoints(must(await opened.log()), points),
    config: must(await configOf({ cwd, env: {}, home }, opened).config()),
    by: { kind: 'operator', name: 'ada' },
    now: () => Date.now(),
    async openWorld(request, user) {
      const real = await openWorld(request, user)
      if (!real.ok) return real
      const { value } = real
      return success({
        ...value,
        world: worldWithPoints(value.world, points),
      })
    },
  },
  { run, signal: new AbortController().signal, say: () => undefined },
)
await opened.close()
console.log(JSON.stringify({ labels: points.labels, state: must(synced).state }))
