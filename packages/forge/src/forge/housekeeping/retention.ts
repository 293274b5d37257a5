/** Transcripts on disk: how much there is of each run, and the removal of what is not kept any more. */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chooseExpired, type Kept, type Retention } from '#core/retention/retention.ts'

export function listKept(directory: string): readonly Kept[] {
  return namesIn(directory).map((run) => {
    const found = namesIn(join(directory, run)).flatMap((name) => {
      const file = statSync(join(directory, run, name), { throwIfNoEntry: false })
      return file === undefined ? [] : [file]
    })
    return {
      run,
      bytes: found.reduce((sum, { size }) => sum + size, 0),
      at: Math.max(0, ...found.map(({ mtimeMs }) => mtimeMs)),
    }
  })
}

export interface PruneRequest {
  readonly directory: string
  readonly retention: Retention
  readonly now: number
  readonly isDriven: (run: string) => Promise<boolean>
  readonly how: 'remove' | 'look'
}

/** What went, or would go. */
export async function pruneTranscripts({ directory, how, ...request }: PruneRequest): Promise<readonly Kept[]> {
  const gone = await expiredOf(listKept(directory), request)
  if (how === 'remove') for (const { run } of gone) rmSync(join(directory, run), { recursive: true, force: true })
  return gone
}

/** Only of runs that would go it is asked whether somebody drives them; one that stays makes others go instead. */
async function expiredOf(
  kept: readonly Kept[],
  { retention, now, isDriven }: Pick<PruneRequest, 'retention' | 'now' | 'isDriven'>,
): Promise<readonly Kept[]> {
  const idle = new Set<string>()
  const driven = new Set<string>()
  for (;;) {
    const chosen = chooseExpired(kept, retention, now, driven)
    const unknown = chosen.filter(({ run }) => !idle.has(run))
    if (unknown.length === 0) return chosen
    for (const { run } of unknown) ((await isDriven(run)) ? driven : idle).add(run)
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
