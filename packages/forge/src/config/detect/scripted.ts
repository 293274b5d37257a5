/** PHP, Ruby and Makefiles. */
import { say } from '#messages/said.ts'
import { firstOf, hasFolder, hasMatch, readObject, type Finding, type Kind, type Project } from './project.ts'

export function detectComposer(project: Project): readonly Finding[] {
  const manifest = readObject(project, 'composer.json')
  if (manifest === undefined) return []
  const scripts = Object.keys((manifest['scripts'] as object | undefined) ?? {})
  const phpunit = firstOf(project, ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'])
  const phpstan = firstOf(project, ['phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon'])
  const test = scripts.includes('test') ? 'composer test' : phpunit && 'vendor/bin/phpunit'
  const lint = scripts.includes('lint') ? 'composer lint' : phpstan && 'vendor/bin/phpstan analyse'
  return [
    { kind: 'setup', run: 'composer install --no-interaction', from: 'composer.json' },
    ...(lint === undefined
      ? []
      : [{ kind: 'lint' as const, run: lint, from: phpstan ?? say('detect.composerJsonScript', { name: 'lint' }) }]),
    ...(test === undefined
      ? []
      : [
          {
            kind: 'test' as const,
            run: test,
            from: scripts.includes('test') ? say('detect.composerJsonScript', { name: 'test' }) : (phpunit ?? ''),
          },
        ]),
  ]
}

export function detectRuby(project: Project): readonly Finding[] {
  if (!project.paths.includes('Gemfile')) return []
  const rubocop = firstOf(project, ['.rubocop.yml'])
  return [
    { kind: 'setup', run: 'bundle install', from: 'Gemfile' },
    ...(rubocop === undefined ? [] : [{ kind: 'lint' as const, run: 'bundle exec rubocop', from: rubocop }]),
    ...rubyTests(project),
  ]
}

function rubyTests(project: Project): Finding[] {
  const specs = firstOf(project, ['.rspec']) ?? hasMatch(project, /^spec\/.*_spec\.rb$/)
  if (specs !== undefined) return [{ kind: 'test', run: 'bundle exec rspec', from: specs }]
  if (project.paths.includes('bin/rails') && hasFolder(project, 'test'))
    return [{ kind: 'test', run: 'bin/rails test', from: 'bin/rails' }]
  if (project.paths.includes('Rakefile') && hasFolder(project, 'test'))
    return [{ kind: 'test', run: 'bundle exec rake test', from: 'Rakefile' }]
  return []
}

/** `install` is left out: in a Makefile it means to install the product on the system. */
const targets: readonly (readonly [Kind, readonly string[]])[] = [
  ['setup', ['setup', 'deps', 'bootstrap']],
  ['build', ['build']],
  ['lint', ['lint']],
  ['test', ['test', 'tests', 'check']],
]

export function detectMake(project: Project): readonly Finding[] {
  const file = firstOf(project, ['GNUmakefile', 'makefile', 'Makefile'])
  if (file === undefined) return []
  const names = targetsIn(project.read(file) ?? '')
  return targets.flatMap(([kind, candidates]): Finding[] => {
    const name = candidates.find((candidate) => names.has(candidate))
    return name === undefined ? [] : [{ kind, run: `make ${name}`, from: say('detect.fileTarget', { file, name }) }]
  })
}

/** Names before a colon at the start of a line; `:=` is an assignment. */
function targetsIn(makefile: string): ReadonlySet<string> {
  const names = makefile.split(/\r?\n/).flatMap((line) => {
    const [, before] = /^([A-Za-z0-9_./ -]+?)\s*::?(?!=)/.exec(line) ?? []
    return before === undefined ? [] : before.split(/\s+/)
  })
  return new Set(names)
}
