/** A Forge without special rights whose PATH begins with a folder that it may not search. Arguments: a directory it may write to. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '#adapters/exec/index.ts'
import { render } from '#messages/render.ts'
import { becomeOrdinary } from './ordinary-user.ts'

const [place = ''] = process.argv.slice(2)
becomeOrdinary()
const closed = join(place, 'closed')
const open = join(place, 'open')
mkdirSync(closed)
mkdirSync(open)
writeFileSync(join(open, 'not-executable'), '', { mode: 0o644 })
chmodSync(closed, 0o000)
const env = { PATH: `${closed}:${open}:/usr/bin:/bin` }
const found: (string | null)[] = []
for (const file of ['no-such-program', 'not-executable', 'true']) {
  const { unavailable } = await run({ file, args: [], cwd: place, env })
  found.push(unavailable === undefined ? null : render(unavailable, 'en'))
}
chmodSync(closed, 0o700)
console.log(JSON.stringify(found))
