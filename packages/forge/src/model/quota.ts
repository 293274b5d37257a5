/** Windows of time in which an account's usage is limited, as reported by providers (S1-65). */
import { z } from 'zod'
import { Instant } from '#model/ids.ts'

const WindowName = z.enum(['5h', '7d'])
/** Share of the window's limit; over 100 where a provider lets it be exceeded. */
const Percent = z.number().nonnegative().max(1000)

export const UsedWindow = z.strictObject({
  window: WindowName,
  percent: Percent,
  /** When the window resets. */
  resetsAt: Instant.optional(),
})
export type UsedWindow = z.infer<typeof UsedWindow>

/** How full the windows of one account are, each with the time of the report: the reader decides what is too old. */
export const Levels = z.partialRecord(WindowName, z.strictObject({ percent: Percent, at: Instant }))
export type Levels = z.infer<typeof Levels>
