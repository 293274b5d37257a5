/**
 * Opens a text in the user's editor (`$VISUAL`, `$EDITOR`, `vi`), through a temporary file that is removed afterwards.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForeground } from '#adapters/exec/index.ts'
import { say, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Environment } from './places.ts'

export async function editText(text: string, name: string, env: Environment): Promise<Result<string, Said>> {
  const folder = mkdtempSync(join(tmpdir(), 'forge-edit-'))
  try {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    const editor = [env['VISUAL'], env['EDITOR']].find((word) => word !== undefined && word !== '') ?? 'vi'
    // An editor may come with arguments, such as `code --wait`: the user's shell splits them.
    const ended = await runForeground({ file: 'sh', args: ['-c', `${editor} "$1"`, 'sh', path], env })
    if (ended === 0) return success(readFileSync(path, 'utf8'))
    return failed(say('text.editorFailed', { editor, ended }))
  } catch (error) {
    return failed(say('text.couldNotBeEdited', { error: error instanceof Error ? error.message : String(error) }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
