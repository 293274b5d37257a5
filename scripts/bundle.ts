/** The command line as one bundle that starts fast, with the presets beside it; `scripts/build.ts` ships it, tests run it. */
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

export async function bundleCommandLine(outdir: string): Promise<void> {
  const sources = join(import.meta.dirname, '../packages/forge/src')
  await build({
    entryPoints: {
      cli: join(sources, 'surfaces/cli/main.ts'),
      // A program of its own, which the command line starts as a child.
      'scripted-agent': join(sources, 'adapters/agents/scripted/agent.ts'),
    },
    outdir,
    chunkNames: 'cli-[hash]',
    bundle: true,
    splitting: true, // what a command loads lazily stays out of the start
    minifyWhitespace: true, // less to read; names stay, so that a stack trace can be understood
    minifySyntax: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    conditions: ['source'],
    logLevel: 'warning',
    // CommonJS inside the bundle (yaml) asks for Node's modules by `require`.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    plugins: [oneLanguage, noSpawn],
  })
  copyPresets(join(sources, 'presets'), join(outdir, 'presets'))
}

/** Presets are data that Forge reads when it runs. In the package they lie beside the library's own folder of that name. */
function copyPresets(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const file of readdirSync(from)) if (file.endsWith('.yaml')) cpSync(join(from, file), join(to, file))
}

/** zod brings its messages in fifty languages along; Forge uses those in English, which zod imports by themselves. */
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
