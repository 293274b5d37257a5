/** The first start of two processes on one journal: one of them whole, between two chosen steps of the other. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { openSqliteLog } from '#adapters/log/sqlite/log.ts'
import { compiled } from '../../../../scripts/bundled.ts'
import { pausedAt } from './pauses.ts'
import { CHILD, inMemoryDirectory } from './spawned.ts'
import { tickCodec } from './ticks.ts'

/** Another process starts, drives one tick and ends, all of it now. */
function driveElsewhere(directory: string): string {
  const words = [CHILD, 'drive', directory, '1']
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  return spawnSync(process.execPath, words, { encoding: 'utf8', env }).stdout
}

/** How many steps a start has, and the chosen ones after which the two did not have the same journal. */
export function startBetween(
  isChosen: (step: number) => boolean,
): Promise<{ readonly steps: number; readonly wrong: readonly string[] }> {
  return inMemoryDirectory(async (root) => {
    const { steps } = pausedAt(
      0,
      () => undefined,
      () => openSqliteLog(join(root, 'alone'), tickCodec),
    )
    const chosen = Array.from({ length: steps }, (_, index) => index + 1).filter(isChosen)
    const wrong: string[] = []
    for (const at of chosen) {
      const ends = JSON.stringify(await startAt(join(root, `at-${at}`), at))
      if (ends !== JSON.stringify(expected)) wrong.push(`at step ${at}: ${ends}`)
    }
    return { steps, wrong }
  })
}

const expected = { elsewhere: 'claimed 0\nack 1\ndone\n', entries: 2 }

async function startAt(directory: string, at: number): Promise<object> {
  let elsewhere = ''
  const here = pausedAt(
    at,
    () => (elsewhere = driveElsewhere(directory)),
    () => openSqliteLog(directory, tickCodec),
  )
  const opened = await here.value
  if (!opened.ok) return { elsewhere, stop: opened.failure }
  const entries = await opened.value.read('run-a', 0)
  await opened.value.close()
  return { elsewhere, entries: entries.ok ? entries.value.length : entries.failure }
}
