/** The command line as one bundle that starts fast, with the presets beside it; `scripts/build.ts` ships it, tests run it. */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join, relative } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'

const sources = join(import.meta.dirname, '../packages/forge/src')
/** The module that every call of the command line loads. */
const start = join(sources, 'surfaces/cli/command-line.ts')

const common = {
  bundle: true,
  minifyWhitespace: true, // less to read; names stay, so that a stack trace is readable
  minifySyntax: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  conditions: ['source'],
  logLevel: 'warning',
  external: ['@ast-grep/napi'], // a binary of the machine: loaded from beside the package when a test file is read
} satisfies BuildOptions

export async function bundleCommandLine(outdir: string): Promise<void> {
  const options = {
    ...common,
    entryPoints: { cli: join(sources, 'surfaces/cli/main.ts') },
    outdir,
    chunkNames: 'cli-[hash]',
    splitting: true, // what a command loads lazily stays out of the start
  } satisfies BuildOptions
  const parts = await lazyParts(options)
  await build({ ...options, plugins: [...plugins, startInOnePiece(parts)] })
  await bundleChildren(outdir)
  writeIntegrity(outdir)
}

/** One test program over the same sources, to be started many times: `<name>.js`, with all that it starts and reads. */
export async function bundleProgram(name: string, source: string, outdir: string): Promise<string> {
  await bundleChildren(outdir)
  return bundleAlone(name, source, outdir)
}

/** The same for a program that starts and reads nothing of Forge. */
export async function bundleAlone(name: string, source: string, outdir: string): Promise<string> {
  await build({ ...common, entryPoints: { [name]: source }, outdir, splitting: true, plugins })
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }')
  return join(outdir, `${name}.js`)
}

/** Separate programs, which are started as children, and presets, which are read. */
async function bundleChildren(outdir: string): Promise<void> {
  const agent = (name: string): string => join(sources, 'adapters/agents', name, 'agent.ts')
  const gate = join(sources, 'adapters/exec/gate-program.ts')
  const entryPoints = {
    'builtin-agent': agent('builtin'),
    'scripted-agent': agent('scripted'),
    'tortured-agent': join(sources, 'testing/torture/agent.ts'),
    'gate-program': gate,
  }
  // Without an import of Node's modules nothing else marks them as ES modules.
  await build({ ...common, entryPoints, outdir, plugins, footer: { js: 'export {}' } })
  copyPresets(join(sources, 'presets'), join(outdir, 'presets'))
}

/** Hashes of the package's files: `forge doctor` compares them. */
function writeIntegrity(outdir: string): void {
  const files = readdirSync(outdir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'integrity.json')
    .map((entry) => relative(outdir, join(entry.parentPath, entry.name)))
    .toSorted()
  const hashes = files.map((path) => [
    path,
    createHash('sha256')
      .update(readFileSync(join(outdir, path)))
      .digest('hex'),
  ])
  writeFileSync(join(outdir, 'integrity.json'), `${JSON.stringify(Object.fromEntries(hashes), undefined, 1)}\n`)
}

/** The files that are loaded by `import()`: each becomes a file of the bundle. */
async function lazyParts(options: BuildOptions): Promise<ReadonlySet<string>> {
  const { metafile } = await build({ ...options, plugins, write: false, metafile: true })
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? [])
  return new Set(entries.map((entry) => join(process.cwd(), entry)))
}

/**
 * esbuild makes a file for every set of lazy parts that share some modules, and Node takes a third of a millisecond to
 * find each. Here every lazy part also imports the start, which is loaded anyway: so all parts share the start, in one
 * file.
 */
function startInOnePiece(parts: ReadonlySet<string>): Plugin {
  return {
    name: 'start-in-one-piece',
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!parts.has(path)) return undefined
        return { loader: 'ts', contents: `import ${JSON.stringify(start)}\n${await readFile(path, 'utf8')}` }
      })
    },
  }
}

/** Presets and texts are data read at runtime. In the package they lie beside the library's folder of that name. */
function copyPresets(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { recursive: true, encoding: 'utf8' }))
    if (/\.(yaml|md)$/.test(entry)) cpSync(join(from, entry), join(to, entry))
}

/** zod includes its messages in fifty languages; Forge uses those in English, which zod imports separately. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup(bundle) {
    bundle.onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({ contents: 'export {}' }))
  },
}

/** commander can start programs as subcommands; Forge has none, and loading Node's module for it costs milliseconds. */
const noSpawn: Plugin = {
  name: 'no-spawn',
  setup(bundle) {
    bundle.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[/\\]commander[/\\]lib[/\\]/.test(importer) ? { path: 'none', namespace: 'no-spawn' } : undefined,
    )
    bundle.onLoad({ filter: /./, namespace: 'no-spawn' }, () => ({ contents: 'export default {}' }))
  },
}

/**
 * Imports Node's modules as CommonJS, not as ES modules. An ES import makes Node read every export, and some of those
 * load half of Node when they are read (streams behind `fs`, web crypto behind `crypto`): milliseconds of every start.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  setup(bundle) {
    const filter = new RegExp(`^(node:.*|${builtinModules.join('|')})$`)
    bundle.onResolve({ filter }, ({ path, kind }) =>
      kind === 'dynamic-import' ? undefined : { path, namespace: 'builtin' },
    )
    bundle.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

const plugins = [oneLanguage, noSpawn, plainBuiltins]
