/**
 * `npm run test:agents [-- name…]`: real agents, installed on demand into this folder, each driven by Forge against the fake
 * provider in a network namespace that has nothing but loopback. Prints one line an agent, and the bar.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { share } from '../../third.ts'
import { here, isInstalled, isOldInstalled, realAgents, tooOldPlace } from './agents.ts'
import { prove } from './prove.ts'

const insideFlag = '--inside'
const words = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('--'))
const chosen = wanted.length === 0 ? share(realAgents) : realAgents.filter(({ name }) => wanted.includes(name))

if (words.includes(insideFlag)) process.exitCode = await proveAll()
else process.exitCode = install() ?? enter()

/** The exit code of an installation that failed. */
function install(): number | undefined {
  const places = [...(chosen.every(isInstalled) ? [] : [here]), ...(chosen.every(isOldInstalled) ? [] : [tooOldPlace])]
  return places.map(installIn).find((code) => code !== undefined)
}

function installIn(cwd: string): number | undefined {
  console.log(`installing real agents into ${cwd}`)
  // Not `npm ci`: it refuses a lock without the programs of other platforms, and not every registry has those.
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd,
    stdio: 'inherit',
  })
  return status === 0 ? undefined : (status ?? 1)
}

/** Again, where no packet can leave the machine. */
function enter(): number {
  const self = fileURLToPath(import.meta.url)
  const program = [process.execPath, '--conditions=source', '--no-warnings', self, insideFlag, ...wanted]
  const line = 'ip link set lo up && exec "$@"'
  const apart = process.getuid?.() === 0 ? ['-n'] : ['-Urn']
  const { status, error } = spawnSync('unshare', [...apart, 'sh', '-c', line, 'sh', ...program], { stdio: 'inherit' })
  if (error !== undefined) console.log(`unshare: ${error.message}; install util-linux and iproute2`)
  return status ?? 1
}

async function proveAll(): Promise<number> {
  let failures = 0
  for (const agent of chosen) {
    const { lines, complaints } = await prove(agent)
    console.log(`${complaints.length === 0 ? 'ok  ' : 'FAIL'}  ${agent.name.padEnd(12)} ${lines.join(', ')}`)
    for (const complaint of complaints) console.log(`      ${complaint}`)
    if (complaints.length > 0) failures += 1
  }
  const work = join(here, 'node_modules', '.forge-proof')
  if (existsSync(work)) rmSync(work, { recursive: true, force: true })
  console.log(`bar: ${chosen.length - failures} of ${chosen.length} real agents build, wait, are killed and go on`)
  return failures === 0 && chosen.length > 0 ? 0 : 1
}
