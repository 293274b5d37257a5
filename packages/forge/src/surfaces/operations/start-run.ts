/** Before a new run starts: offers to resume unfinished ones, and asks about uncommitted changes (S3-02, S3-03). */
import type { Forge, Refusal } from '#forge.ts'
import { say } from '#messages/said.ts'
import type { Result } from '#model/result.ts'
import type { RunSummary } from '#model/view.ts'
import { drive, type DrivenItem, type DrivingInput } from './driving.ts'
import type { Done, Talk } from './operation.ts'
import { age } from './run-text.ts'

export interface RunRequest {
  readonly preset: string
  readonly request: string
  readonly acceptDirty: boolean
}

const dayMs = 86_400_000

export async function startRun(
  forge: Forge,
  wanted: RunRequest,
  input: DrivingInput,
  talk: Talk<DrivenItem>,
): Promise<Result<Done<DrivenItem>, Refusal>> {
  const earlier = await chooseEarlier(forge, input, talk)
  if (earlier !== undefined) return drive(forge, { resume: earlier }, input, talk)
  const { preset, request } = wanted
  let dirt: 'refuse' | 'leave' = wanted.acceptDirty ? 'leave' : 'refuse'
  for (;;) {
    const begun = await drive(forge, { begin: { preset, request, dirt } }, input, talk)
    if (begun.ok || begun.failure.code !== 'dirty') return begun
    const choice = await askAboutDirt(begun.failure, talk)
    if (choice === 'abort') return begun
    if (choice === 'proceed') dirt = 'leave'
  }
}

/** The unfinished run of the last day that the user prefers to resume. */
async function chooseEarlier(forge: Forge, { yes }: DrivingInput, talk: Talk<DrivenItem>): Promise<string | undefined> {
  const rows = await forge.runs()
  if (!rows.ok) return undefined
  const now = forge.surroundings.now()
  for (const { run, unitsDone, unitsTotal, at } of offered(rows.value, now)) {
    if ((await forge.driverOf(run)).alive) continue
    const about = { run, done: unitsDone, total: unitsTotal, age: age(now, at) }
    const said = yes ? 'unasked' : await talk.confirm(say('ask.resume', about), { otherwise: 'no' })
    if (said === 'yes') return run
    if (said === 'unasked') talk.say(say('ask.howToResume', about))
  }
  return undefined
}

/** Unfinished runs that worked in the last day, newest first: older ones would only be noise (S3-02). */
export function offered<Row extends Pick<RunSummary, 'status' | 'at'>>(
  rows: readonly Row[],
  now: number,
): readonly Row[] {
  return rows
    .filter(({ status, at }) => status !== 'finished' && status !== 'absent' && now - at < dayMs)
    .toSorted((one, other) => other.at - one.at)
    .slice(0, 3)
}

/** Warns and waits: the changes stay as they are, and are no part of the run. */
async function askAboutDirt({ message }: Refusal, talk: Talk<DrivenItem>): Promise<'again' | 'proceed' | 'abort'> {
  const typed = await talk.read(say('ask.uncommittedChanges', { what: message }))
  const word = typed === 'unasked' || typed === 'ended' ? '' : typed.text.trim().toLowerCase()
  if (word === 'c' || word === 'commit') return 'again'
  return word === 'p' || word === 'proceed' || word === 'prosseguir' ? 'proceed' : 'abort'
}
