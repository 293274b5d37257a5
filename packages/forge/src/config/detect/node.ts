/** package.json: the package manager by its lockfile, commands by the names of scripts. */
import { say } from '#messages/said.ts'
import { firstOf, readObject, textsIn, type Finding, type Kind, type Project } from './project.ts'

interface Manager {
  readonly name: string
  readonly locks: readonly string[]
  readonly install: string
}

const managers: readonly Manager[] = [
  { name: 'pnpm', locks: ['pnpm-lock.yaml'], install: 'pnpm install --frozen-lockfile' },
  { name: 'yarn', locks: ['yarn.lock'], install: 'yarn install --frozen-lockfile' },
  { name: 'bun', locks: ['bun.lock', 'bun.lockb'], install: 'bun install --frozen-lockfile' },
  { name: 'npm', locks: ['package-lock.json', 'npm-shrinkwrap.json'], install: 'npm ci' },
]

/** Names of scripts that mean a kind of command, best first. */
const scriptNames: readonly (readonly [Kind, readonly string[]])[] = [
  ['build', ['build']],
  ['lint', ['typecheck', 'type-check', 'check-types', 'check:types', 'tsc']],
  ['lint', ['lint', 'lint:check']],
  ['test', ['test:ci', 'test', 'test:unit', 'tests']],
]

export function detectNode(project: Project): readonly Finding[] {
  const manifest = readObject(project, 'package.json')
  if (manifest === undefined) return []
  const scripts = textsIn(manifest['scripts'])
  const { manager, setup } = setupOf(project, manifest)
  const commands = scriptNames.flatMap(([kind, names]): Finding[] => {
    const name = names.find((candidate) => isUseful(scripts[candidate]))
    return name === undefined
      ? []
      : [{ kind, run: runOf(manager, name), from: say('detect.packageJsonScript', { name }) }]
  })
  return [...setup, ...commands]
}

function setupOf(
  project: Project,
  manifest: Readonly<Record<string, unknown>>,
): { manager: string; setup: readonly Finding[] } {
  const declared = typeof manifest['packageManager'] === 'string' ? manifest['packageManager'] : ''
  const [declaredName = '', declaredVersion = ''] = declared.split('@')
  const locked = managers.filter(({ locks }) => firstOf(project, locks) !== undefined)
  const chosen = locked.find(({ name }) => name === declaredName) ?? locked[0]
  if (chosen !== undefined) {
    const isModernYarn =
      chosen.name === 'yarn' && (project.paths.includes('.yarnrc.yml') || /^[2-9]/.test(declaredVersion))
    const run = isModernYarn ? 'yarn install --immutable' : chosen.install
    return {
      manager: chosen.name,
      setup: [{ kind: 'setup', run, from: firstOf(project, chosen.locks) ?? 'package.json' }],
    }
  }
  const manager = managers.some(({ name }) => name === declaredName) ? declaredName : 'npm'
  const needs = ['dependencies', 'devDependencies'].some((key) => Object.keys(textsIn(manifest[key])).length > 0)
  return {
    manager,
    setup: needs ? [{ kind: 'setup', run: `${manager} install`, from: say('detect.packageJsonNoLockfile') }] : [],
  }
}

/** Not what `npm init` writes, and not something that waits for changes for ever. */
function isUseful(script: string | undefined): boolean {
  if (script === undefined || script.trim() === '' || script.includes('no test specified')) return false
  return !/(^|\s)(--watch(All)?(?!=false)\b|-w\b|watch\b|nodemon\b)/.test(script)
}

function runOf(manager: string, script: string): string {
  if (script === 'test' && manager !== 'bun') return `${manager} test`
  return `${manager} run ${script}`
}
