/** Names of refs of Forge's own repository that several rooms use. */
import type { RunId } from '#model/ids.ts'

/** The merged work of a run. Only Forge moves it, and the journal names each commit before the ref is moved there. */
export function integrationRef(run: RunId): string {
  return `refs/forge/${run}/integration`
}
