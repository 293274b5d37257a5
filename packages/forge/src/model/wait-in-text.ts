/**
 * How long a provider's or an agent's error text asks to wait: the one reader of such texts. Only the time is read; a
 * status or a code has already shown that it is about a limit (D-10). No `Date`, because pure rooms have none.
 */

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const part = String.raw`(\d+(?:\.\d+)?)\s*(milliseconds?|msecs?|ms|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\b`
/** Units may follow each other without a space, as in `6m0s`. */
const parts = String.raw`(?:\d+(?:\.\d+)?\s*(?:milliseconds?|msecs?|ms|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?:\s*,?\s*(?:and\s+)?(?=\d))?)+`

const spoken = new RegExp(
  String.raw`\b(?:try again|retry|retrying|retried|resets?|reset|available again|wait)\b[^.\d]{0,30}?(${parts})(?![\w-])`,
  'iu',
)
const delayMember = new RegExp(String.raw`"?retry_?delay"?\s*[:=]\s*"?(${parts})`, 'iu')
const inSeconds =
  /"?(?:resets?_in_seconds|retry[-_ ]after(?:[-_ ]seconds)?)"?\s*[:=]?\s*"?(\d+(?:\.\d+)?)(?!\d*[-:\w])/iu
const inMilliseconds = /"?retry[-_ ]?after[-_ ]?ms"?\s*[:=]\s*"?(\d+)/iu
const atEpoch = /(?:"?resets?_?at"?\s*[:=]\s*"?|limit reached\|)(\d{10})\b/iu
const atIso = /(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s?(Z|UTC|[+-]\d\d:?\d\d)/u

/** Undefined: it names no time. */
export function waitInText(text: string, now: number): number | undefined {
  const exact = Number(inMilliseconds.exec(text)?.[1] ?? Number.NaN)
  if (Number.isFinite(exact)) return exact
  const written = durationMs(delayMember.exec(text)?.[1]) ?? durationMs(spoken.exec(text)?.[1])
  if (written !== undefined) return written
  const seconds = Number(inSeconds.exec(text)?.[1] ?? Number.NaN)
  if (Number.isFinite(seconds)) return Math.round(seconds * 1000)
  const epoch = Number(atEpoch.exec(text)?.[1] ?? Number.NaN)
  const at = Number.isFinite(epoch) ? epoch * 1000 : isoMs(text)
  return at === undefined ? undefined : Math.max(0, at - now)
}

/** `6m0s`, `120ms`, `2 days 3 hours`; undefined: it is no duration. */
export function durationMs(written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const found = [...written.matchAll(new RegExp(part.replace(String.raw`\b`, '(?![a-z])'), 'giu'))]
  if (found.length === 0) return undefined
  return Math.round(found.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unitOf(unit)] ?? 0), 0))
}

function unitOf(written = ''): string {
  const word = written.toLowerCase()
  return word.startsWith('ms') || word.startsWith('milli') ? 'ms' : word.slice(0, 1)
}

/** The first point in time of a text that says its zone. */
export function isoMs(text: string): number | undefined {
  const found = atIso.exec(text)
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((one) => Number(one ?? 0))
  const zone = found[7] ?? 'Z'
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):?(\d\d)/u.exec(zone) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const time = ((daysOf(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second
  return time * 1000
}

/** Days since 1970 of a date (Hinnant's algorithm). */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
