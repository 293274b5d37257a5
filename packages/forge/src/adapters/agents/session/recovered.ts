/**
 * Where the answer of an attempt is. An agent that ended well and wrote its result into the file that only this attempt
 * knows, but did not return it, only forgot a formality: Forge takes the file's answer, once, if it carries the
 * attempt's own nonce (R-08, I-21). Any other file is ignored.
 */
import type { Json } from '#model/json.ts'
import type { SessionState } from './fold.ts'
import type { Launch } from './launch.ts'
import { readResult, type ResultReading } from './result.ts'

export interface Located {
  readonly reading: ResultReading
  /** It was not returned, but found in the file. */
  readonly recovered: boolean
}

export async function resultOf(launch: Launch, file: string, heard: SessionState, nonce: string): Promise<Located> {
  if (launch.answer !== undefined) return { reading: await launch.answer(), recovered: false }
  const reading = await readResult(file)
  const isReturned = heard.finished.some(({ structured }) => structured !== undefined)
  if (launch.resultFile === 'usual' || isReturned || reading.found !== 'one') return { reading, recovered: false }
  if (nonceIn(reading.answer) !== nonce) return { reading: { found: 'none' }, recovered: false }
  return { reading, recovered: heard.finished.length === 1 && heard.failed === undefined }
}

function nonceIn(answer: Json): Json | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  return (answer as Readonly<Record<string, Json>>)['nonce']
}
