/** A recorded time as sortable text: no `Date`, because pure rooms have none. */

/** Whole seconds are enough for people; the journal has the rest. */
export function isoTime(ms: number): string {
  const days = Math.floor(ms / 86_400_000)
  const second = Math.floor((ms - days * 86_400_000) / 1000)
  const two = (part: number): string => String(part).padStart(2, '0')
  const clock = `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`
  return `${civilDate(days)} ${clock}Z`
}

/** The date of a day count since 1970 (Hinnant's algorithm): a recorded time needs no more. */
function civilDate(daysSinceEpoch: number): string {
  const shifted = daysSinceEpoch + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
