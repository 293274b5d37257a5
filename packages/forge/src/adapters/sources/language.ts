/** The language of a file, by its name; a second extension such as `.bak` does not change it. */

const endings = [
  [/\.[cm]?ts$/, 'TypeScript'],
  [/\.[cm]?jsx?$/, 'JavaScript'],
  [/\.tsx$/, 'Tsx'],
  [/\.py$/, 'Python'],
  [/\.rb$/, 'Ruby'],
  [/\.go$/, 'Go'],
  [/\.rs$/, 'Rust'],
  [/\.(?:java|kts?)$/, 'Jvm'],
] as const

export type Language = (typeof endings)[number][1]

export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return byEnding(name) ?? byEnding(name.replace(/\.[^.]+$/, ''))
}

function byEnding(name: string): Language | undefined {
  return endings.find(([ending]) => ending.test(name))?.[1]
}
