/**
 * The one entry to every operation, for all surfaces. Before any of it runs: operations that decide are refused to an
 * agent (I-23), and operations that use an untrusted repository are refused to every caller (I-42).
 */
import type { Forge } from '#forge.ts'
import type { Refusal } from '#forge/refusal.ts'
import { failed, type Result } from '#model/result.ts'
import type { OperationCode, Done, Talk } from './operation.ts'

export async function performOperation(
  forge: Forge,
  deed: OperationCode,
  input: object,
  talk: Talk<unknown>,
): Promise<Result<Done<unknown>, Refusal>> {
  if (deed.does === 'decides') {
    const by = await forge.decider()
    if (!by.ok) return by
  }
  if (deed.needs === 'trust') {
    const { untrusted } = await import('./trusting.ts')
    const { trust } = input as { readonly trust?: string }
    const stranger = await untrusted(forge, trust, talk)
    if (stranger !== undefined) return failed(stranger)
  }
  return deed.run(forge, input as never, talk)
}
