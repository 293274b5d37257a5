/** Rust, Go, the Java family and .NET: tools that know by themselves what to build and test. */
import { firstOf, firstTracked, hasMatch, type Finding, type Project } from './project.ts'

export function detectCargo(project: Project): readonly Finding[] {
  const manifest = project.read('Cargo.toml')
  if (manifest === undefined) return []
  const isLocked = firstTracked(project, ['Cargo.lock']) !== undefined
  const flags = `${/^\[workspace\]/m.test(manifest) ? ' --workspace' : ''}${isLocked ? ' --locked' : ''}`
  const clippy =
    firstOf(project, ['clippy.toml', '.clippy.toml']) ??
    (/\[(workspace\.)?lints/.test(manifest) ? 'Cargo.toml, lints' : undefined)
  return [
    { kind: 'setup', run: `cargo fetch${isLocked ? ' --locked' : ''}`, from: isLocked ? 'Cargo.lock' : 'Cargo.toml' },
    { kind: 'build', run: `cargo build${flags}`, from: 'Cargo.toml' },
    ...(clippy === undefined ? [] : [{ kind: 'lint' as const, run: `cargo clippy${flags}`, from: clippy }]),
    { kind: 'test', run: `cargo test${flags}`, from: 'Cargo.toml' },
  ]
}

export function detectGo(project: Project): readonly Finding[] {
  const modules = goModules(project)
  const from = project.paths.includes('go.work') && modules[0] !== '.' ? 'go.work' : 'go.mod'
  if (modules.length === 0) return []
  const packages = modules.map((folder) => (folder === '.' ? './...' : `./${folder}/...`)).join(' ')
  const linter = firstOf(project, ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'])
  const isVendored = firstTracked(project, ['vendor/modules.txt']) !== undefined
  return [
    ...(isVendored ? [] : [{ kind: 'setup' as const, run: 'go mod download', from }]),
    { kind: 'build', run: `go build ${packages}`, from },
    { kind: 'lint', run: linter === undefined ? `go vet ${packages}` : 'golangci-lint run', from: linter ?? from },
    { kind: 'test', run: `go test ${packages}`, from },
  ]
}

/** The module at the root, or those that a workspace uses: there `./...` alone matches none of them. */
function goModules(project: Project): readonly string[] {
  const work = project.read('go.work')
  const used = [...(work ?? '').matchAll(/^\s*(?:use\s+)?(\.[^\s()]*)\s*$/gm)].map(([, path = '.']) =>
    path === '.' ? '.' : path.replace(/^\.\//, '').replace(/\/$/, ''),
  )
  const there = used.filter((folder) => project.paths.includes(folder === '.' ? 'go.mod' : `${folder}/go.mod`))
  if (there.length > 0) return there
  return project.paths.includes('go.mod') ? ['.'] : []
}

/**
 * Java takes its home from the password database and not from HOME: with this, setup downloads to where checks look.
 */
const mavenHome = '-Dmaven.repo.local="$HOME/.m2/repository"'

/**
 * Checks have no access to a package repository, so setup must download what they need: it runs the tests once, and
 * ignores red ones.
 */
export function detectMaven(project: Project): readonly Finding[] {
  if (!project.paths.includes('pom.xml')) return []
  const wrapper = wrapperOf(project, 'mvnw', ['.mvn/wrapper/maven-wrapper.properties'])
  const maven = `${wrapper?.run ?? 'mvn'} -B ${mavenHome}`
  const from = wrapper?.from ?? 'pom.xml'
  return [
    { kind: 'setup', run: `${maven} -q -Dmaven.test.failure.ignore=true test`, from },
    { kind: 'build', run: `${maven} -o -q compile`, from },
    { kind: 'test', run: `${maven} -o test`, from },
  ]
}

export function detectGradle(project: Project): readonly Finding[] {
  const script = firstOf(project, ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'])
  if (script === undefined) return []
  const wrapper = wrapperOf(project, 'gradlew', [
    'gradle/wrapper/gradle-wrapper.jar',
    'gradle/wrapper/gradle-wrapper.properties',
  ])
  const gradle = `GRADLE_USER_HOME="$HOME/.gradle" ${wrapper?.run ?? 'gradle'} --no-daemon`
  const from = wrapper?.from ?? script
  return [
    { kind: 'setup', run: `${gradle} assemble test || ${gradle} assemble testClasses`, from },
    { kind: 'build', run: `${gradle} --offline assemble`, from },
    { kind: 'test', run: `${gradle} --offline test`, from },
  ]
}

interface Wrapper {
  readonly run: string
  readonly from: Finding['from']
}

/**
 * A wrapper that is complete in a fresh clone. It is started through a shell: some lose their executable bit in git.
 */
function wrapperOf(project: Project, file: string, parts: readonly string[]): Wrapper | undefined {
  if (!project.paths.includes(file)) return undefined
  const missing = [file, ...parts].find((part) => !project.paths.includes(part) || !project.isTracked(part))
  return missing === undefined ? { run: `sh ./${file}`, from: file } : undefined
}

export function detectDotnet(project: Project): readonly Finding[] {
  const solution = hasMatch(project, /^[^/]+\.slnx?$/) ?? hasMatch(project, /^[^/]+\.(cs|fs|vb)proj$/)
  if (solution === undefined) return []
  return [
    { kind: 'setup', run: 'dotnet restore', from: solution },
    { kind: 'build', run: 'dotnet build --no-restore', from: solution },
    { kind: 'test', run: 'dotnet test', from: solution },
  ]
}
