/**
 * Which files outside the commit determine what a command does: programs and dependencies that setup installed,
 * settings of tools, and the settings of git. Found by name, because nothing else distinguishes them from what commands
 * write: build outputs, caches, databases, logs.
 */

/** Folders of installed programs and libraries. */
const dependencies = new Set([
  'node_modules',
  'bower_components',
  '.yarn',
  '.venv',
  'venv',
  'site-packages',
  'vendor',
  '.bundle',
  'Pods',
])

/** Directly in such a folder a name with a dot is a cache or a lock (`.vite`, `.cache`, `.prisma`), except these. */
const installed = new Set(['.bin', '.pnpm'])

/** Where tools put what they build: nothing in them was installed. */
const output = /^(?:dist|build|out|target|obj|coverage|\.next|\.nuxt|\.output|\.cache)$/u

const settings: readonly RegExp[] = [
  // `.npmrc`, `.eslintrc.json`, `.prettierignore`, `.env.test`, `vitest.config.ts`, `tsconfig.build.json`
  /^\.[\w-]+rc(?:\.\w+)*$/u,
  /^\.[\w-]*ignore$/u,
  /^\.env(?:\..+)?$/u,
  /\.(?:config|workspace|setup)\.(?:[cm]?[jt]sx?|json)$/u,
  /^[jt]sconfig(?:\..+)?\.json$/u,
  /^(?:package|package-lock|npm-shrinkwrap|deno|biome|turbo|nx|lerna)\.jsonc?$/u,
  /^(?:\.yarnrc\.ya?ml|\.?pnpmfile\.[cm]?js|\.pnp\..+|pnpm-(?:lock|workspace)\.yaml|yarn\.lock|bunfig\.toml|bun\.lockb?)$/u,
  /^(?:GNUmakefile|[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|Rakefile|CMakeLists\.txt|\.editorconfig|\.gitattributes)$/u,
  /^(?:Cargo\.(?:toml|lock)|rust-toolchain(?:\.toml)?|clippy\.toml|\.?rustfmt\.toml|go\.(?:mod|sum|work)|\.golangci\..+)$/u,
  /^(?:pyproject\.toml|pytest\.ini|tox\.ini|setup\.(?:cfg|py)|\.flake8|\.?mypy\.ini|\.?ruff\.toml|(?:conftest|sitecustomize|usercustomize)\.py)$/u,
  /^(?:Gemfile|composer\.json|\.rubocop\.ya?ml|\.rspec|phpunit\.xml.*|phpstan\.neon.*)$/u,
  /^(?:pom\.xml|(?:build|settings|init)\.gradle(?:\.kts)?|gradle\.properties)$/u,
]

/** In a tree's own git: everything that makes git run or skip something. */
const ofGit = /^\.git\/(?:config(?:\.worktree)?|hooks\/.+|info\/.+|objects\/info\/.+)$/u

/** Settings in a folder of their own. */
const inFolders = /(?:^|\/)(?:\.cargo\/config(?:\.toml)?|\.mvn\/.+|\.config\/.+)$/u

export function isOfGit(path: string): boolean {
  return ofGit.test(path)
}

/**
 * The folder of dependencies that contains a path, from the root; undefined for a path in none, or in a cache within
 * one.
 */
export function dependencyFolder(path: string): string | undefined {
  const parts = path.split('/')
  const at = parts.findIndex((part) => dependencies.has(part))
  if (at < 0 || at === parts.length - 1) return undefined
  const isCache = parts.some((part, index) => {
    const isHidden = part.startsWith('.') && !installed.has(part)
    return isHidden && (index === at + 1 || parts[index - 1] === 'node_modules')
  })
  return isCache || isCompiledPython(path) ? undefined : parts.slice(0, at + 1).join('/')
}

/** Commands of checks get another folder for compiled files, and read them there. */
function isCompiledPython(path: string): boolean {
  return path.endsWith('.pyc')
}

export function isSetting(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return inFolders.test(path) || settings.some((pattern) => pattern.test(name))
}

/** The folder that a setting applies to: that of `.cargo/config.toml` is the one above `.cargo`. */
export function folderOfSettings(path: string): string {
  const above = path.split('/').slice(0, inFolders.test(path) ? -2 : -1)
  return above.join('/')
}

export function isOutput(path: string): boolean {
  return path.split('/').some((part) => output.test(part))
}
