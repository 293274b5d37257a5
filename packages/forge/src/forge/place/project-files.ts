/** The files of the user's repository as `init`, `plan edit` and the configuration see them. Overwrites nothing. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { say, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'

const deepest = 3
const mostPaths = 5000
const largestText = 2_000_000
/** Never shows how a project is built, and often large. */
const skipped = new Set([
  '.git',
  '.hg',
  'node_modules',
  'vendor',
  'target',
  'dist',
  'build',
  '.venv',
  'venv',
  '__pycache__',
])

/** Paths below a folder, `/`-separated and sorted; bounded in depth and number. */
export function listProject(root: string): readonly string[] {
  const paths: string[] = []
  const walk = (folder: string, prefix: string, depth: number): void => {
    for (const entry of entriesIn(folder)) {
      if (paths.length >= mostPaths) return
      const path = `${prefix}${entry.name}`
      if (entry.isFile()) paths.push(path)
      else if (entry.isDirectory() && depth < deepest && !skipped.has(entry.name))
        walk(join(folder, entry.name), `${path}/`, depth + 1)
    }
  }
  walk(root, '', 1)
  return paths
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    return []
  }
}

/** The text of a file, undefined when there is none, or why it cannot be read. */
export function readText(path: string): Result<string | undefined, Said> {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return success(undefined)
    if (!found.isFile()) return failed(say('path.notFileFragment'))
    if (found.size > largestText) return failed(say('path.tooLargeFragment'))
    return success(readFileSync(path, 'utf8'))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    return code === 'ENOTDIR'
      ? success(undefined)
      : failed(say('path.cannotBeReadFragment', { code: code ?? String(error) }))
  }
}

/** Writes a file that does not exist yet. */
export function writeNew(path: string, text: string): Result<'written' | 'exists', Said> {
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (error) {
    return failed(say('path.cannotBeWrittenFragment', { error: String(error) }))
  }
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return success('written')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'EEXIST' ? success('exists') : failed(say('path.cannotBeWrittenFragment', { error: String(error) }))
  }
}
