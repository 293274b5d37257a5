/**
 * package.json: the package manager by the lockfile that git tracks, commands by the names of scripts, its own or of
 * its packages.
 */
import { say } from '#messages/said.ts'
import { firstTracked, readObject, textsIn, type Finding, type Kind, type Project } from './project.ts'
import { packagesIn, runInPackages, withScript, type Manager } from './workspaces.ts'

interface Lock {
  readonly manager: Exclude<Manager, 'modern yarn'>
  readonly files: readonly string[]
  /**
   * The install command with the lockfile, and for a fresh clone without one: the second writes none, which would
   * change the tree.
   */
  readonly install: string
  readonly unlocked: string
}

const npm: Lock = {
  manager: 'npm',
  files: ['package-lock.json', 'npm-shrinkwrap.json'],
  install: 'npm ci',
  unlocked: 'npm install --no-package-lock',
}

const locks: readonly Lock[] = [
  {
    manager: 'pnpm',
    files: ['pnpm-lock.yaml'],
    install: 'pnpm install --frozen-lockfile',
    unlocked: 'pnpm install --no-lockfile',
  },
  {
    manager: 'yarn',
    files: ['yarn.lock'],
    install: 'yarn install --frozen-lockfile',
    unlocked: 'yarn install --no-lockfile',
  },
  {
    manager: 'bun',
    files: ['bun.lock', 'bun.lockb'],
    install: 'bun install --frozen-lockfile',
    unlocked: 'bun install --no-save',
  },
  npm,
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
  const packages = packagesIn(project, manifest)
  const { manager, setup } = setupOf(project, manifest, packages.length > 0)
  const commands = scriptNames.flatMap(([kind, names]): Finding[] => {
    const name = names.find((candidate) => isUseful(scripts[candidate]))
    if (name !== undefined)
      return [{ kind, run: runOf(manager, name), from: say('detect.packageJsonScript', { name }) }]
    const inside = withScript(packages, names, isUseful)
    if (inside === undefined) return []
    const { script, of: having } = inside
    const from = say('detect.packagesScript', { path: having[0]?.manifest ?? '', count: having.length, name: script })
    return [{ kind, run: runInPackages(manager, inside, packages), from }]
  })
  return [...setup, ...commands]
}

interface Prepared {
  readonly manager: Manager
  readonly setup: readonly Finding[]
}

function setupOf(project: Project, manifest: Readonly<Record<string, unknown>>, hasPackages: boolean): Prepared {
  const declared = typeof manifest['packageManager'] === 'string' ? manifest['packageManager'] : ''
  const [declaredName = '', declaredVersion = ''] = declared.split('@')
  const locked = locks.filter(({ files }) => firstTracked(project, files) !== undefined)
  const chosen = locked.find(({ manager }) => manager === declaredName) ?? locked[0]
  const isModern = project.paths.includes('.yarnrc.yml') || /^[2-9]/.test(declaredVersion)
  if (chosen !== undefined) {
    const isModernYarn = chosen.manager === 'yarn' && isModern
    const run = isModernYarn ? 'yarn install --immutable' : chosen.install
    const from = firstTracked(project, chosen.files) ?? 'package.json'
    return { manager: isModernYarn ? 'modern yarn' : chosen.manager, setup: [{ kind: 'setup', run, from }] }
  }
  // An untracked lockfile still shows the package manager.
  const lying = locks.filter(({ files }) => files.some((file) => project.isThere(file)))
  const named = [...locks.filter(({ manager }) => manager === declaredName), ...lying]
  const { manager, unlocked, files } = named[0] ?? npm
  const isModernYarn = manager === 'yarn' && isModern
  const needs =
    hasPackages || ['dependencies', 'devDependencies'].some((key) => Object.keys(textsIn(manifest[key])).length > 0)
  const file = files.find((one) => project.isThere(one))
  const from = file === undefined ? say('detect.packageJsonNoLockfile') : say('detect.lockfileUntracked', { file })
  const run = isModernYarn ? 'yarn install' : unlocked
  return { manager: isModernYarn ? 'modern yarn' : manager, setup: needs ? [{ kind: 'setup', run, from }] : [] }
}

/** Excludes the default of `npm init`, and watchers that never end. */
function isUseful(script: string | undefined): boolean {
  if (script === undefined || script.trim() === '' || script.includes('no test specified')) return false
  return !/(^|\s)(--watch(All)?(?!=false)\b|-w\b|watch\b|nodemon\b)/.test(script)
}

function runOf(manager: Manager, script: string): string {
  const program = manager === 'modern yarn' ? 'yarn' : manager
  if (script === 'test' && manager !== 'bun') return `${program} test`
  return `${program} run ${script}`
}
