/**
 * Which files a test runner finds by their path, and by which pattern: the defaults of common runners, since Forge
 * reads no runner's configuration.
 */

/** Folders that runners and compilers skip. */
const leftOut = /^(?:node_modules|\.git|dist|build|coverage|vendor|testdata|__snapshots__)$/

const script = /\.[cm]?[jt]sx?$/
const testFolders = new Set(['test', 'tests', '__tests__', 'spec', 'specs', 'e2e', 'cypress'])

/** Sources in languages whose tests are known only as whole files. */
const otherSource =
  /\.(?:bats|c|cc|clj|cljs|cpp|cs|cxx|dart|erl|ex|exs|feature|fs|groovy|hs|jl|lua|m|ml|mm|nim|php|pl|r|robot|scala|sh|swift|t|vb|zig)$/i

/** The patterns of one language, the most specific first: a name says more than a folder. */
interface Patterns {
  readonly of: RegExp
  readonly names: readonly (readonly [pattern: string, name: RegExp])[]
  readonly folders: ReadonlySet<string>
}

const languages: readonly Patterns[] = [
  {
    of: script,
    names: [
      ['*.test.*', /\.test\.[cm]?[jt]sx?$/],
      ['*.spec.*', /\.spec\.[cm]?[jt]sx?$/],
      ['*.cy.*', /\.cy\.[cm]?[jt]sx?$/],
      ['*-test.*', /[-_]test\.[cm]?[jt]sx?$/],
      ['test-*', /^test-.*\.[cm]?[jt]sx?$/],
      ['test.*', /^tests?\.[cm]?[jt]sx?$/],
    ],
    folders: testFolders,
  },
  {
    of: /\.py$/,
    names: [
      ['test*.py', /^test.*\.py$/],
      ['*_test.py', /_test\.py$/],
    ],
    folders: new Set(),
  },
  { of: /\.go$/, names: [['*_test.go', /^[^_.].*_test\.go$/]], folders: new Set() },
  { of: /\.rs$/, names: [['*.rs', /\.rs$/]], folders: new Set() },
  {
    of: /\.(?:java|kt|kts)$/,
    names: [['*Test', /(?:^Test.*|.*(?:Test|Tests|TestCase|IT|Spec))\.(?:java|kts?)$/]],
    folders: testFolders,
  },
  {
    of: /\.rb$/,
    names: [
      ['*_spec.rb', /_spec\.rb$/],
      ['*_test.rb', /_test\.rb$/],
      ['test_*.rb', /^test_.*\.rb$/],
    ],
    folders: new Set(),
  },
  {
    of: otherSource,
    names: [['*test*', /(?:^|[._-])(?:tests?|spec)(?=[._-])|(?:[a-z0-9])(?:Tests?|TestCase|Spec|Cest)\.[a-z]+$/]],
    folders: testFolders,
  },
]

/** The pattern by which runners find this file, as a word; undefined if none does. */
export function runnerPattern(path: string): string | undefined {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  if (folders.some((folder) => leftOut.test(folder)) || /\.d\.[cm]?ts$/.test(name)) return undefined
  const language = languages.find(({ of }) => of.test(name))
  if (language === undefined) return undefined
  const named = language.names.find(([, pattern]) => pattern.test(name))
  if (named !== undefined) return named[0]
  const folder = folders.find((one) => language.folders.has(one))
  return folder === undefined ? undefined : `${folder}/`
}

/** Scripts outside of every pattern are tests if they import a test runner. */
export function mayHoldTests(path: string): boolean {
  return runnerPattern(path) !== undefined || script.test(path)
}
