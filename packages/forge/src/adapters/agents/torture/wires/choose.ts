/** Which wire format it is spoken to in: the flags of the program it stands for tell. */
import type { Wire } from '../wire.ts'
import { acpWire } from './acp.ts'

export function wireOf(args: readonly string[]): Wire {
  void args
  return acpWire()
}
