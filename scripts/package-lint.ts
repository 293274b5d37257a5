/** Builds and packs the package as it would be published, then runs publint and are-the-types-wrong on it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'

const packed = mkdtempSync(join(tmpdir(), 'forge-pack-'))
try {
  await must('node scripts/build.ts')
  await must(`npm pack --workspace packages/forge --pack-destination "${packed}" --silent`)
  const archive = join(packed, readdirSync(packed)[0] ?? 'nothing-was-packed.tgz')
  await must(`publint run "${archive}" --strict`)
  await must(`attw "${archive}" --profile esm-only`)
  if (process.exitCode !== 1) console.log('bar: built, packed, publint and are-the-types-wrong have no objection')
} finally {
  rmSync(packed, { recursive: true, force: true })
}

async function must(command: string): Promise<void> {
  if (process.exitCode === 1) return
  const { exitCode, output } = await run(command, { echo: false })
  if (exitCode === 0) return
  console.log(`${command}\n${output}`)
  process.exitCode = 1
}
