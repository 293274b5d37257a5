/** The help of every command in Brazilian Portuguese, by its English text; the English is beside the command itself. */
import { helpOfDecide } from './help/decide.ts'
import { helpOfLook } from './help/look.ts'
import { helpOfSetUp } from './help/set-up.ts'
import { helpOfWork } from './help/work.ts'

export const helpPtBR: Readonly<Record<string, string>> = {
  ...helpOfWork,
  ...helpOfLook,
  ...helpOfDecide,
  ...helpOfSetUp,
}
