/** A changed file for the comparison of lost tests: its tests by name, or the whole file where tests have no names. */
import { hashText } from '#model/digest.ts'
import type { FoundTests } from '#model/tests.ts'
import type { TestFile } from './lost.ts'
import { runnerPattern } from './pattern.ts'

/** Languages whose tests are always found by name: a file without any is support for tests. */
const named = /\.(?:go|java|kts?|py|rb|rs)$/
const script = /\.[cm]?[jt]sx?$/

export function testFileOf(path: string, text: string, found: FoundTests): TestFile {
  const isWhole = found.tests.length === 0 && hasCode(text) && mayBeWhole(path, text)
  return { path, ...found, ...(isWhole ? { tests: [{ name: '', state: 'runs' }] } : {}), content: hashText(text) }
}

/** A script in a folder of tests without assertions is support for others. */
function mayBeWhole(path: string, text: string): boolean {
  if (named.test(path)) return false
  const isByFolder = runnerPattern(path)?.endsWith('/') === true
  return !script.test(path) || !isByFolder || /\b(?:assert|expect|should)\b/.test(text)
}

/** Whether some line is neither empty nor a comment in any common language. */
function hasCode(text: string): boolean {
  return text.split('\n').some((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/\*|\*|#|--|;|%|<\?php)/.test(line))
}
