/**
 * Files that the commands of a project name: what a check or a setup runs besides the programs of the machine. A change
 * of one is a guarded change (I-22). A pure function of commands and of package.json files; scripts are not followed
 * further.
 */
import { parseJson } from '#model/parse-json.ts'
import { textsIn } from './project.ts'

/** A command line and the folder it runs in; `.` is the root. */
export interface NamingCommand {
  readonly run: string
  readonly cwd: string
}

export interface Manifest {
  /** Path of the package.json. */
  readonly path: string
  readonly text: string
}

const mostNamed = 500

/** As patterns of `guarded`: each is exactly one file, or a build file of a container. */
export function namedPatterns(commands: readonly NamingCommand[], manifests: readonly Manifest[]): string[] {
  const scripts = manifests.flatMap(scriptsOf)
  const all = [...commands, ...scripts.filter((script) => isReached(script, commands, scripts))]
  const files = new Set(all.flatMap(namedIn))
  const built = all.some(({ run }) => /\b(?:docker|docker-compose|podman)\b/.test(run)) ? containers : []
  return [...[...files].toSorted().map((file) => `/${file}`), ...built].slice(0, mostNamed)
}

const containers = [
  'Dockerfile*',
  '*.Dockerfile',
  'Containerfile*',
  'docker-compose*.y*ml',
  'compose*.y*ml',
  '.dockerignore',
]

interface Script extends NamingCommand {
  readonly name: string
}

function scriptsOf({ path, text }: Manifest): Script[] {
  const cwd = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'
  const scripts = textsIn(objectIn(text)['scripts'])
  return Object.entries(scripts).map(([name, run]) => ({ name, run, cwd }))
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A script that starts the program itself does not decide whether work passes, unless a check calls it. */
function isReached({ name }: Script, commands: readonly NamingCommand[], scripts: readonly Script[]): boolean {
  const [first = ''] = name.split(':')
  if (!['start', 'dev', 'serve', 'preview', 'watch', 'storybook'].includes(first)) return true
  return [...commands, ...scripts].some(({ run }) => simpleCommands(run).some((words) => isCalled(name, words)))
}

/** `npm start`, `npm run start`, `yarn --silent start`. */
function isCalled(name: string, words: readonly string[]): boolean {
  const plain = words.filter((word) => !word.startsWith('-'))
  return plain.some((word, at) => word === name && /^(?:npm|pnpm|yarn|bun|run|run-script)$/.test(plain[at - 1] ?? ''))
}

/** Programs whose first argument is a file that they run. */
const interpreters =
  /^(?:node|nodejs|bun|deno|tsx|ts-node|ts-node-esm|esno|jiti|vite-node|babel-node|bash|sh|zsh|dash|ksh|fish|python[\d.]*|pypy\d*|ruby|perl|php|lua|Rscript|pwsh|powershell|source|\.|java|groovy|osascript)$/

/** Prefixes before the actual program. */
const wrappers = /^(?:npx|bunx|cross-env|cross-env-shell|env|dotenv|exec|time|nice|sudo|xvfb-run|c8|nyc|--)$/
const assignment = /^[A-Za-z_]\w*=/

/** Flags whose value is a file that determines how the program works. */
const fileFlags =
  /^(?:--config|--configfile|--config-file|-c|--project|-p|--tsconfig|--build|-b|--require|-r|--import|--loader|--experimental-loader|--preload|--setupFiles|--setup-file|--rcfile|--env-file|--ignore-path|--makefile|-f|--file|--spec)$/

function namedIn({ run, cwd }: NamingCommand): string[] {
  return simpleCommands(run).flatMap((words) =>
    filesOf(words).flatMap((word) => {
      const path = within(cwd, word)
      return path === undefined || isTestFile(path) ? [] : [path]
    }),
  )
}

/** Tests have a rule of their own: a new one raises no question. */
function isTestFile(path: string): boolean {
  return /\.(?:test|spec|cy)\.[cm]?[jt]sx?$|_test\.(?:go|py|rb)$|_spec\.rb$/.test(path)
}

function filesOf(words: readonly string[]): string[] {
  const rest = words.slice(words.findIndex((word) => !assignment.test(word) && !wrappers.test(word)))
  const [program = '', ...args] = rest
  const own = isPath(program) ? [program] : []
  const flagged = args.flatMap((word, at) => {
    const [flag = '', value] = word.split(/=(.*)/s)
    if (!fileFlags.test(flag)) return []
    const file = value ?? args[at + 1] ?? ''
    return looksLikeFile(file) ? [file] : []
  })
  return [...own, ...flagged, ...(interpreters.test(program.replace(/^.*\//, '')) ? runBy(args) : [])]
}

/** The first argument that is neither a flag nor a subcommand; flags with a value are handled above. */
function runBy(args: readonly string[]): string[] {
  const at = args.findIndex(
    (word, index) =>
      !word.startsWith('-') && !fileFlags.test(args[index - 1] ?? '') && !['run', 'test', 'task'].includes(word),
  )
  const file = args[at]
  return file !== undefined && (looksLikeFile(file) || at === 0) ? [file] : []
}

function isPath(word: string): boolean {
  return word.startsWith('./') || word.startsWith('../') || (word.includes('/') && !word.startsWith('/'))
}

function looksLikeFile(word: string): boolean {
  return isPath(word) || /^[^\s/]+\.[A-Za-z][\w]{0,7}$/.test(word)
}

/** A path inside the repository, from its root; undefined if it is not a plain path. */
function within(cwd: string, word: string): string | undefined {
  if (word === '' || /[*?[\]{}$`<>|&;()\s@:]/.test(word) || word.startsWith('/') || word.startsWith('~'))
    return undefined
  const parts: string[] = cwd === '.' ? [] : cwd.split('/')
  for (const part of word.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  const path = parts.join('/')
  return path === '' || path.startsWith('node_modules/') || path.includes('/node_modules/') ? undefined : path
}

/** Commands between `&&`, `||`, `;`, `|` and line ends, each as its words; quotes are removed. */
function simpleCommands(run: string): string[][] {
  const words = run.match(/"(?:[^"\\]|\\.)*"|'[^']*'|&&|\|\||[;|&\n()]|[^\s;|&"'()]+/g) ?? []
  const commands: string[][] = [[]]
  for (const word of words) {
    if (/^(?:&&|\|\||[;|&\n()])$/.test(word)) commands.push([])
    else if (/^["']/.test(word)) commands.push(...quoted(word, commands))
    else commands.at(-1)?.push(word)
  }
  return commands.filter((command) => command.length > 0)
}

/** A quoted word is one word, or, behind `sh -c`, a command of its own. */
function quoted(word: string, commands: readonly string[][]): string[][] {
  const inner = word.slice(1, -1)
  const last = commands.at(-1)
  if (last?.at(-1) === '-c' || /\s/.test(inner)) return [...simpleCommands(inner), []]
  last?.push(inner)
  return []
}
