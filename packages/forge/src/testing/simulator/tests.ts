/** Simulated tests: marked lines of a file. The code that reads them and the auditor share only these lines. */
import type { FoundTests } from '#model/tests.ts'
import type { Files } from './git.ts'

const mark = 'TEST '

/** What the project starts with. */
export const testLines = [`${mark}adds`, `${mark}divides`]

export function isTestLine(line: string): boolean {
  return line.startsWith(mark)
}

export function testsIn(text: string): FoundTests {
  const lines = text.split('\n').filter(isTestLine)
  return { tests: lines.map((line) => ({ name: line.slice(mark.length), state: 'runs' })), known: 'by import' }
}

/** Whether a tree lacks a line of tests that another had. */
export function lacksTests(from: Files, to: Files): boolean {
  return [...from].some(([path, text]) => {
    const left = new Set((to.get(path) ?? '').split('\n'))
    return text.split('\n').some((line) => isTestLine(line) && !left.has(line))
  })
}
