/** How a unit stands, for programs; people read words of the catalogue for it. */
import { z } from 'zod'

export const UnitStatus = z.enum(['open', 'done', 'stopped', 'dropped'])
