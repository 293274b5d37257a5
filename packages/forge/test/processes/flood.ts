/** A Forge process that runs one flooding child and prints what that cost. Arguments: stdout | stderr | both | line | tiny, MiB. */
import { tmpdir } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createLineReader, environmentOf, run } from '#adapters/exec/index.ts'

const [kind = 'stdout', size = '1'] = process.argv.slice(2)
const bytes = Number(size) * 1024 * 1024
const flood = `yes ${'x'.repeat(100)} | head -c ${bytes}`
const lines: Record<string, string> = {
  stdout: flood,
  stderr: `${flood} >&2`,
  both: `${flood} & ${flood} >&2; wait`,
  line: `head -c ${bytes} /dev/zero | tr '\\0' x`,
  tiny: `yes '{}' | head -c ${bytes}`,
}
let count = 0
let longest = 0
const reader = createLineReader((line) => {
  count += 1
  longest = Math.max(longest, line.text.length)
})
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const ended = await run({
  file: 'sh',
  args: ['-c', lines[kind] ?? ''],
  cwd: tmpdir(),
  env: environmentOf({ home: tmpdir(), tmp: tmpdir() }),
  output: { onStdout: (chunk) => reader.write(chunk) },
})
reader.end()
console.log(
  JSON.stringify({
    bytes: ended.stdout.bytes + ended.stderr.bytes,
    kept: ended.stdout.tail.length + ended.stderr.tail.length,
    lines: count,
    longest,
    rssMb: Math.round(process.resourceUsage().maxRSS / 1000),
    mibPerSecond: Math.round((ended.stdout.bytes + ended.stderr.bytes) / 1024 / 1024 / (ended.durationMs / 1000)),
    stallMs: Math.round(delay.max / 1e6),
  }),
)
