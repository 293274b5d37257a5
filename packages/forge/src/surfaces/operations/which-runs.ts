/** Which runs a call is about: the named one, or all of the repository. */
import type { Forge, Refusal } from '#forge.ts'
import { success, type Result } from '#model/result.ts'

export async function runsMeant(forge: Forge, wanted: string | undefined): Promise<Result<readonly string[], Refusal>> {
  if (wanted !== undefined) {
    const chosen = await forge.chooseRun(wanted)
    return chosen.ok ? success([chosen.value.run]) : chosen
  }
  const rows = await forge.runs()
  return rows.ok ? success(rows.value.map(({ run }) => run)) : rows
}
