/**
 * This process and its ancestors, and the marks of Forge that they carry (I-23). A mark is in the environment with
 * which one of them was started, or in the record of a process or session that Forge started.
 *
 * Not recognised outside a PID namespace: a process that has cleared its environment, left its session AND lost its
 * parents; one in a PID namespace of its own making. Without `/proc` the environments of ancestors cannot be read, and
 * a session is known by its group.
 */
import { existsSync } from 'node:fs'
import { markIn, parseEnviron, type Mark } from './marker.ts'
import { marksNoted } from './started-record.ts'
import { readEnviron, readLivingNow, type SeenProcess } from './proc.ts'
import { run } from './start.ts'

/** `env` is the current environment of this process; the one with which it was started counts too. */
export async function marksOfAncestry(env: Readonly<Record<string, string | undefined>>): Promise<readonly Mark[]> {
  const line = existsSync('/proc/self/stat') ? lineInProc() : ancestryIn(await listed(), process.pid)
  const carried = [env, ...line.map(({ pid }) => parseEnviron(readEnviron(pid)))]
  return [...carried.flatMap((one) => markIn(one) ?? []), ...marksNoted(line)]
}

function lineInProc(): readonly SeenProcess[] {
  const line = new Map<number, SeenProcess>()
  for (let pid = process.pid; pid > 0 && !line.has(pid);) {
    const seen = readLivingNow(pid)
    if (seen === undefined) break
    line.set(pid, seen)
    pid = seen.parent
  }
  return [...line.values()]
}

async function listed(): Promise<string> {
  const columns = ['pid', 'ppid', 'pgid'].flatMap((column) => ['-o', `${column}=`])
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
  const output = { stdout: { tailBytes: 4 << 20 } }
  const ended = await run({ file: 'ps', args: ['-A', ...columns], cwd: '/', env, wallMs: 10_000, output })
  return ended.stdout.tail.toString('utf8')
}

/** The same from the output of `ps`, one process per line: pid, parent, group. */
export function ancestryIn(list: string, from: number): readonly SeenProcess[] {
  const rows = new Map(
    list.split('\n').flatMap((row) => {
      const [pid = 0, parent = 0, group = 0] = row.trim().split(/\s+/).map(Number)
      return pid > 0 ? [[pid, { pid, parent, group, session: group, state: 'S', startTicks: 0 }] as const] : []
    }),
  )
  const line = new Map<number, SeenProcess>()
  for (let one = rows.get(from); one !== undefined && !line.has(one.pid); one = rows.get(one.parent))
    line.set(one.pid, one)
  return [...line.values()]
}
