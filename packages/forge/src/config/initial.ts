/** The configuration file that `init` writes: what was found, why, and everything else as a comment. */
import { stringify } from 'yaml'
import { render } from '#messages/render.ts'
import type { Said } from '#messages/said.ts'
import type { Detected } from './detect/detect.ts'
import { keyRows } from './keys.ts'

/** Where editors find the schema when Forge is a dependency of the project; from the folder of the configuration. */
const schemaPath = '../node_modules/forgeloop/schema/config.json'

export const ignored = '# What is only for this machine.\nconfig.local.yaml\nstate/\nlogs/\n'

/** The settings of the file that `init` would write, by key, as flags pass them. */
export function initialFlags(found: readonly Detected[]): Readonly<Record<string, unknown>> {
  const verify = found.filter(({ kind }) => kind !== 'setup')
  const names = namesOf(verify)
  return {
    'setup.run': found.filter(({ kind }) => kind === 'setup').map(({ cwd, run }) => shellIn(cwd, run)),
    verify: verify.map(({ run, cwd }, index) => ({ name: names[index] ?? run, run, cwd })),
  }
}

export function initialConfig(found: readonly Detected[]): string {
  const setup = found.filter(({ kind }) => kind === 'setup')
  const verify = found.filter(({ kind }) => kind !== 'setup')
  return [
    `# yaml-language-server: $schema=${schemaPath}`,
    '# Configuration of Forge for this repository. Commit it; what is only for you goes into config.local.yaml beside it.',
    '# Every key is explained in docs/configuration.md; `forge config list --show-origin` shows what is in force.',
    '',
    '# Makes a fresh tree able to build. Runs once per tree, before the first attempt. It sees nothing of your home and no token,',
    '# unless you name it: setup: { run: [...], pass: [NPM_TOKEN, ~/.npmrc] }',
    ...setupLines(setup),
    '',
    '# What the finished whole must pass. Forge runs these itself; what agents say about tests does not count.',
    ...verifyLines(verify),
    '',
    '# Which agent does the work. To rehearse with a script instead of a model: scripted:<file>',
    '# agent: scripted:rehearsal.yaml',
    '',
    ...otherKeys(),
    '',
  ].join('\n')
}

function setupLines(found: readonly Detected[]): string[] {
  if (found.length === 0) return ['# Nothing was found. Example:', '# setup: npm ci']
  return [
    'setup:',
    ...found.flatMap(({ run, from, cwd }) => [`  # from ${comment(from, cwd)}`, `  - ${scalar(shellIn(cwd, run))}`]),
  ]
}

/** Setup commands have no folder of their own: the shell changes to it. */
function shellIn(cwd: string, run: string): string {
  return cwd === '.' ? run : `cd ${/^[\w./-]+$/.test(cwd) ? cwd : `'${cwd.replaceAll("'", `'\\''`)}'`} && ${run}`
}

function verifyLines(found: readonly Detected[]): string[] {
  if (found.length === 0)
    return [
      '# Nothing was found. Without a command here, nothing can be verified. Example:',
      '# verify:',
      '#   - npm test',
    ]
  const names = namesOf(found)
  return [
    'verify:',
    ...found.flatMap(({ run, from, cwd }, index) => [
      `  # from ${comment(from, cwd)}`,
      `  - name: ${scalar(names[index] ?? run)}`,
      `    run: ${scalar(run)}`,
      ...(cwd === '.' ? [] : [`    cwd: ${scalar(cwd)}`]),
    ]),
  ]
}

/** `test`, and `test 2` when there are several. */
function namesOf(found: readonly Detected[]): string[] {
  return found.map(({ kind, cwd }, index) => {
    const earlier = found.slice(0, index).filter((other) => other.kind === kind && other.cwd === cwd).length
    const name = cwd === '.' ? kind : `${cwd} ${kind}`
    return earlier === 0 ? name : `${name} ${earlier + 1}`
  })
}

/** Keys that were written above with a comment of their own. */
const written = new Set(['$schema', 'agent', 'setup', 'teardown', 'verify'])

function otherKeys(): string[] {
  const shown = keyRows().filter(({ key }) => !written.has(key.split('.')[0] ?? key))
  const lines: string[] = []
  let group = ''
  for (const { key, fallback, description } of shown) {
    const [first = key, second] = key.split('.')
    if (second !== undefined && first !== group) lines.push(`# ${first}:`)
    group = first
    const indent = second === undefined ? '' : '  '
    lines.push(
      `# ${indent}${second ?? first}: ${fallback === '' ? '' : fallback.replaceAll('"', '')}`.trimEnd().padEnd(28) +
        `  # ${description}`,
    )
  }
  return lines
}

function scalar(text: string): string {
  return stringify(text, { lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd()
}

function comment(from: Said, cwd: string): string {
  return `${cwd === '.' ? '' : `${cwd}/`}${render(from, 'en')}`.replaceAll(/[\r\n]+/g, ' ')
}
