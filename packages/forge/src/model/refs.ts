/** Names of refs of Forge's own repository that more than one room speaks of. */
import type { RunId } from '#model/ids.ts'

/** What a run has merged. Only Forge moves it, and the journal names each commit before the ref is moved there. */
export function integrationRef(run: RunId): string {
  return `refs/forge/${run}/integration`
}
