/** Rust, Go, the Java family and .NET: tools that know by themselves what to build and test. */
import { firstOf, hasMatch, type Finding, type Project } from './project.ts'

export function detectCargo(project: Project): readonly Finding[] {
  const manifest = project.read('Cargo.toml')
  if (manifest === undefined) return []
  const isLocked = project.paths.includes('Cargo.lock')
  const flags = `${/^\[workspace\]/m.test(manifest) ? ' --workspace' : ''}${isLocked ? ' --locked' : ''}`
  const clippy =
    firstOf(project, ['clippy.toml', '.clippy.toml']) ??
    (/\[(workspace\.)?lints/.test(manifest) ? 'Cargo.toml, lints' : undefined)
  return [
    { kind: 'setup', run: `cargo fetch${isLocked ? ' --locked' : ''}`, from: 'Cargo.toml' },
    { kind: 'build', run: `cargo build${flags}`, from: 'Cargo.toml' },
    ...(clippy === undefined ? [] : [{ kind: 'lint' as const, run: `cargo clippy${flags}`, from: clippy }]),
    { kind: 'test', run: `cargo test${flags}`, from: 'Cargo.toml' },
  ]
}

export function detectGo(project: Project): readonly Finding[] {
  if (!project.paths.includes('go.mod')) return []
  const linter = firstOf(project, ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'])
  return [
    { kind: 'setup', run: 'go mod download', from: 'go.mod' },
    { kind: 'build', run: 'go build ./...', from: 'go.mod' },
    { kind: 'lint', run: linter === undefined ? 'go vet ./...' : 'golangci-lint run', from: linter ?? 'go.mod' },
    { kind: 'test', run: 'go test ./...', from: 'go.mod' },
  ]
}

export function detectMaven(project: Project): readonly Finding[] {
  if (!project.paths.includes('pom.xml')) return []
  const maven = project.paths.includes('mvnw') ? './mvnw' : 'mvn'
  return [
    { kind: 'build', run: `${maven} -B -q compile`, from: 'pom.xml' },
    { kind: 'test', run: `${maven} -B test`, from: 'pom.xml' },
  ]
}

export function detectGradle(project: Project): readonly Finding[] {
  const script = firstOf(project, ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'])
  if (script === undefined) return []
  const gradle = project.paths.includes('gradlew') ? './gradlew' : 'gradle'
  return [
    { kind: 'build', run: `${gradle} assemble`, from: script },
    { kind: 'test', run: `${gradle} test`, from: script },
  ]
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
