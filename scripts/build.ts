/** Builds the published package: the library by plain tsc, the command line as one bundle that starts fast. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleCommandLine } from './bundle.ts'

const forge = join(import.meta.dirname, '../packages/forge')

rmSync(join(forge, 'dist'), { recursive: true, force: true })
const library = spawnSync('tsc', ['-p', join(forge, 'tsconfig.build.json')], { stdio: 'inherit' })
if (library.status !== 0) process.exit(1)
await bundleCommandLine(join(forge, 'dist'))
