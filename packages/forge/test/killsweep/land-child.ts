/** One Forge process that lands a run, and dies where it is told. Prints its points if it lives. */
import { runCodec } from '#engine/streams.ts'
import { openStores } from '#forge/place/stores.ts'
import { land } from '#forge/handover/landing.ts'
import { must } from '../driven/project.ts'
import { createPoints, logWithPoints, userWithPoints, type KillPlan } from './points.ts'

const [cwd = '', home = '', run = '', at = '0', moment = 'before'] = process.argv.slice(2)
const points = createPoints({ at: Number(at), moment: moment as KillPlan['moment'] })
const opened = openStores({ cwd, env: {}, home }, () => Promise.resolve(runCodec))

const landed = await land(
  {
    repository: must(opened.repository()),
    places: must(opened.places()),
    locks: must(opened.locks()),
    log: logWithPoints(must(await opened.log()), points),
    by: { kind: 'operator', name: 'ada' },
    openWorld: (world) => ({ ...world, user: userWithPoints(world.user, points) }),
  },
  { run, what: 'done', mode: 'land' },
)
await opened.close()
console.log(JSON.stringify({ labels: points.labels, state: must(landed).state }))
