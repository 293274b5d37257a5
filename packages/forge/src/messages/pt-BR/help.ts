/** What the help of every command says, in Brazilian Portuguese, by its English; English stands with the command itself. */
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
