/** A Forge without special rights that discards a write-protected directory. Arguments: the directory it may make things in. */
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { discardPrivate } from '#adapters/exec/discard.ts'
import { becomeOrdinary } from './ordinary-user.ts'

const [place = ''] = process.argv.slice(2)
becomeOrdinary()
const root = join(place, 'private')
const kept = join(place, 'kept')
mkdirSync(kept)
mkdirSync(join(root, 'cache/module'), { recursive: true })
writeFileSync(join(root, 'cache/module/file'), 'x')
symlinkSync(kept, join(root, 'cache/link'))
chmodSync(join(root, 'cache/module'), 0o555)
chmodSync(join(root, 'cache'), 0o555)
chmodSync(kept, 0o555)
await discardPrivate(root)
console.log(JSON.stringify({ root: existsSync(root), kept: existsSync(kept) }))
