/** Brazilian Portuguese: the help of commands. */
import { commandsPtBR } from '#messages/pt-BR/commands.ts'
import { helpPtBR } from '#messages/pt-BR/help.ts'
import type { Speech } from './message.ts'

export const brazilian: Speech = {
  language: 'pt-BR',
  help: (text) => helpPtBR[text] ?? text,
  summary: (name) => commandsPtBR[name],
}
