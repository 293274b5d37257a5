/**
 * The next time of day that an error text of an agent names, as people read it: `resets 3pm (Europe/Berlin)`, `try
 * again at Nov 17th, 2026 3:04 PM`. Without a zone, the agent means the zone of this machine.
 */

const named =
  /(?:resets?|again)\s+(?:at\s+|on\s+)?(?:([A-Z][a-z]{2})[a-z]*\s+(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4})?,?\s*(?:at\s+)?)?(\d{1,2})(?::(\d\d))?\s*([ap])\.?m\b\.?(?:\s*\(([\w/+-]+)\))?/iu
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayMs = 86_400_000

/** How long until then; undefined: the text names no such time. */
export function waitUntilClock(text: string, now: number): number | undefined {
  const found = named.exec(text)
  if (found === null) return undefined
  const [, month = '', day, year, hours, minutes = '0', half = 'a', zone] = found
  const hour = (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const today = wallIn(now, zone)
  if (today === undefined) return undefined
  const monthAt = months.indexOf(month.toLowerCase())
  const date =
    day === undefined || monthAt < 0
      ? Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())
      : Date.UTC(Number(year ?? today.getUTCFullYear()), monthAt, Number(day))
  const wait = date + (hour * 60 + Number(minutes)) * 60_000 - today.getTime()
  // A time of day that has passed means tomorrow's. Up to a minute ago means now, because the text omits seconds.
  return wait > -60_000 ? Math.max(0, wait) : day === undefined ? wait + dayMs : undefined
}

/** The local time of a zone, as if it were UTC; undefined: no such zone. */
function wallIn(now: number, zone: string | undefined): Date | undefined {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    return new Date(`${format.format(now).replace(' ', 'T')}Z`)
  } catch {
    return undefined
  }
}
