/** The wire formats that the fake agent speaks, by name. */
import type { Stage, WireFormat } from '#testing/torture/wire-format.ts'
import { acpTongue } from './acp.ts'
import { builtinTongue } from './builtin.ts'
import { claudeTongue } from './claude-code.ts'
import { codexTongue } from './codex.ts'
import { commandTongue } from './command.ts'

export const wireFormats: Readonly<Record<string, (stage: Stage) => WireFormat>> = {
  acp: acpTongue,
  builtin: builtinTongue,
  'claude-code': claudeTongue,
  codex: codexTongue,
  command: commandTongue,
}
