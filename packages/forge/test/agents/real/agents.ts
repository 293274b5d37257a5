/** The real agents of the proof, as data: where the program is, with which key it is pointed at the fake provider, which model it asks for. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Writing } from './script.ts'

export interface RealAgent {
  /** As the configuration calls it. */
  readonly name: string
  /** What is started. */
  readonly program: string
  /** Folders that are put before PATH. */
  readonly bin: readonly string[]
  readonly env: (url: string) => Readonly<Record<string, string>>
  readonly model: string
  /** Goes on with the conversation that a lost performance had. */
  readonly resumes: 'yes' | 'no'
  /** By which tool the fake provider lets it write files; default: the one for that. */
  readonly writes?: Writing
  /** Its program holds its own commands where Forge has no sandbox; here, on Linux. */
  readonly holdsItself?: 'yes'
  /** With which tools it starts helpers of its own. */
  readonly helperTools: readonly string[]
  /** Behind a key it takes a model by itself where none is named. */
  readonly ownModel?: 'yes'
  /** Its login of a subscription can be refreshed at a provider of the proof's own. */
  readonly subscription?: 'refreshed here'
  /** Three units of it are held to a limit of money. */
  readonly capped?: 'here'
  /** A version that cannot work, and what is said of those that can. */
  readonly tooOld?: { readonly program: string; readonly args: readonly string[]; readonly says: string }
}

/** A package of its own, outside of the workspace. */
export const here = fileURLToPath(new URL('../../real-agents', import.meta.url))
/** Versions that cannot work, in a package of their own. */
export const tooOldPlace = join(here, 'too-old')
const modules = join(here, 'node_modules')
const platform = `${process.platform}-${process.arch}`
const shims = join(modules, '.bin')

/** The program itself and not its launcher, where there is one: launchers stay behind when they are killed. */
const programs = {
  claude: join(modules, `@anthropic-ai/claude-code-${platform}`),
  codex: join(modules, `@openai/codex-${platform}/vendor/x86_64-unknown-linux-musl/bin`),
  copilot: join(modules, `@github/copilot-${platform}`),
  opencode: join(modules, `opencode-${platform}/bin`),
}

const anthropic = (url: string) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'fake' })
const openai = (url: string) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'fake' })
const gemini = (url: string) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'fake' })

export const realAgents: readonly RealAgent[] = [
  {
    name: 'claude-code',
    helperTools: ['Agent'],
    program: 'claude',
    bin: [programs.claude],
    env: anthropic,
    model: 'claude-sonnet-4-5',
    resumes: 'yes',
    subscription: 'refreshed here',
    capped: 'here',
    tooOld: {
      program: process.execPath,
      args: [join(tooOldPlace, 'node_modules/claude-code/cli.js')],
      says: 'needs 2.1.160 or later',
    },
  },
  {
    name: 'codex',
    helperTools: ['spawn_agent'],
    program: 'codex',
    bin: [programs.codex],
    env: openai,
    model: 'gpt-5.5',
    ownModel: 'yes',
    resumes: 'yes',
    holdsItself: 'yes',
    capped: 'here',
    tooOld: {
      program: join(tooOldPlace, 'node_modules/codex/vendor/x86_64-unknown-linux-musl/bin/codex'),
      args: [],
      says: 'needs 0.150.0 or later',
    },
  },
  {
    name: 'gemini',
    helperTools: ['invoke_agent'],
    program: 'gemini',
    bin: [shims],
    env: gemini,
    model: 'gemini-2.5-pro',
    resumes: 'no',
  },
  // By a name of OpenAI's these would be offered other tools than those the fake provider calls.
  {
    name: 'opencode',
    helperTools: ['task'],
    program: 'opencode',
    bin: [programs.opencode, shims],
    env: openai,
    model: 'some-model',
    resumes: 'yes',
  },
  {
    name: 'goose',
    helperTools: ['delegate'],
    program: 'goose',
    bin: [shims],
    env: openai,
    model: 'gpt-5.5',
    resumes: 'yes',
  },
  {
    name: 'copilot',
    helperTools: ['task'],
    program: 'copilot',
    bin: [programs.copilot, shims],
    env: openai,
    model: 'some-model',
    resumes: 'yes',
  },
  {
    name: 'qwen',
    helperTools: ['agent'],
    program: 'qwen',
    bin: [shims],
    env: openai,
    model: 'qwen3-coder',
    resumes: 'yes',
    writes: 'shell',
  },
  // Programs of rows, by `acp:` and their names.
  {
    name: 'acp:claude-agent-acp',
    helperTools: ['Agent'],
    program: 'claude-agent-acp',
    bin: [shims],
    env: anthropic,
    model: 'claude-sonnet-4-5',
    resumes: 'yes',
  },
  {
    name: 'acp:kilo',
    helperTools: ['task'],
    program: 'kilo',
    bin: [shims],
    env: openai,
    model: 'some-model',
    resumes: 'yes',
  },
  {
    name: 'acp:kimi',
    helperTools: ['Agent'],
    program: 'kimi',
    bin: [shims],
    env: openai,
    model: 'some-model',
    resumes: 'yes',
  },
]

export function isInstalled({ bin, program }: RealAgent): boolean {
  return bin.some((folder) => existsSync(join(folder, program)))
}

/** Of those that are too old, where there is one. */
export function isOldInstalled({ tooOld }: RealAgent): boolean {
  return tooOld === undefined || [tooOld.program, ...tooOld.args].every((file) => existsSync(file))
}
