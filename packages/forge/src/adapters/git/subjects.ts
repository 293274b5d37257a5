/** The style of commit messages in the user's repository. */
import { Oid } from '#model/ids.ts'
import { fieldsOf, textOf } from './bytes.ts'
import { git, type Place, type RunProgram } from './run.ts'

/** First lines of the latest commits without merges, newest first. */
export async function readSubjects(run: RunProgram, place: Place, head: Oid): Promise<readonly string[]> {
  const flags = ['-z', '--no-color', '--no-show-signature', '--no-merges', '--max-count=50', '--format=%s']
  const { stdout } = await git(run, place, ['log', ...flags, Oid.parse(head), '--'])
  return fieldsOf(stdout).map((field) => textOf(field).trim())
}
