/** `init`: examines the repository and writes a commented configuration. Writes only missing files. */
import { z } from 'zod'
import { detect, type Detected } from '#config/detect/detect.ts'
import { ignored, initialConfig, initialFlags } from '#config/initial.ts'
import type { Forge, Refusal } from '#forge.ts'
import { refusal } from '#forge/refusal.ts'
import { raw, say } from '#messages/said.ts'
import { step, type NextStep } from '#model/next.ts'
import { failed, success, type Result } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { operation, type Talk } from './operation.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { styledText, textOf } from './text/message.ts'
import { padded } from './text/width.ts'
import { table } from './text/table.ts'
import { shownTrial, Trial, trialLines } from './trial-shown.ts'
import { trustingWritten } from './trusting.ts'

const Found = z.object({ kind: z.string(), run: z.string(), cwd: z.string(), from: Said })

const Output = z.object({
  root: z.string(),
  found: z.array(Found),
  files: z.array(
    z.object({
      path: z.string(),
      /** `would-write` in a dry run. */
      /** `refreshed`: as Forge had left it, and newer now; `replaced`: your edit is kept beside it. */
      done: z.enum(['written', 'kept', 'would-write', 'declined', 'refreshed', 'replaced']),
      text: z.string().describe('What was or would be written').optional(),
    }),
  ),
  /** The results of the commands on the last commit; absent where they were not tried. */
  trial: Trial.optional(),
  next: Next,
})
type Output = z.output<typeof Output>
type File = Output['files'][number]

export default operation({
  name: 'init',
  summary: 'Find the build and test commands of this project and write .forge/config.yaml',
  details:
    'Overwrites nothing; you can call it again at any time. --dry-run prints the file instead of writing it. Forge remembers the hash\n' +
    'of every file that it wrote: --refresh keep updates the files that you have not edited.',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({
    dryRun: z.boolean().default(false).describe('Write nothing, show what would be written'),
    yes: z.boolean().default(false).describe('Do not ask'),
    try: z
      .boolean()
      .default(false)
      .describe('Run setup and checks once, in a throwaway tree of the last commit, and say what happened'),
    refresh: z
      .enum(['keep', 'replace'])
      .optional()
      .describe(
        'Update the files that Forge wrote. keep: leave those that you edited; replace: replace them and save your version beside',
      ),
  }),
  positionals: [],
  output: Output,
  examples: [
    { command: 'forge init --dry-run', what: 'show what would be written' },
    { command: 'forge init --yes', what: 'write it without asking' },
    { command: 'forge init --try', what: 'see whether setup and checks work before anything is spent' },
  ],
  exits: { failure: 'it could not be written, or with --try: setup or a check does not pass' },
  async run(forge, { dryRun, yes, try: tries, refresh }, talk) {
    const repository = forge.repository()
    if (!repository.ok) return repository
    const paths = forge.files.list()
    if (!paths.ok) return paths
    const known = await forge.knownFiles()
    if (!known.ok) return known
    const { root } = repository.value
    const found = detect({ ...known.value, read: (path) => contentOf(forge, `${root}/${path}`) })
    const wanted = filesFor(found)
    const isNew = !paths.value.includes('.forge/config.yaml')
    const answer = dryRun || yes || !isNew ? 'yes' : await talk.confirm(say('ask.config', { found: foundText(found) }))
    const files = await trustingWritten(forge, async () => {
      const written: Result<File, Refusal>[] = []
      for (const file of wanted) {
        if (paths.value.includes(file.path))
          written.push(success(await kept(forge, file, dryRun ? undefined : refresh)))
        else if (dryRun) written.push(success({ ...file, done: 'would-write' }))
        else written.push(answer === 'no' ? success({ path: file.path, done: 'declined' }) : await write(forge, file))
      }
      return written
    })
    const wrong = files.find((file) => !file.ok)
    if (wrong?.ok === false) return wrong
    const done = files.flatMap((file) => (file.ok ? [file.value] : []))
    const how = dryRun || answer === 'no' ? 'not-written' : 'written'
    const flags = isNew && how === 'not-written' ? initialFlags(found) : undefined
    const wish = tries ? 'try' : dryRun || yes || answer === 'no' ? 'leave' : 'ask'
    const trial = await triedNow(forge, talk, { wish, flags })
    if (trial !== undefined && !trial.ok) return trial
    const value = { root, found: [...found], files: done, next: nextOf(found, how) }
    if (trial === undefined) return success({ value })
    const isBad = tries && trial.value.outcome !== 'green' && trial.value.outcome !== 'unchecked'
    return success({ value: { ...value, trial: trial.value }, exit: isBad ? 'failure' : 'ok' })
  },
  render: renderInit,
})

interface Trying {
  readonly wish: 'try' | 'ask' | 'leave'
  /** What is tried if nothing was written; absent: the effective configuration. */
  readonly flags: Readonly<Record<string, unknown>> | undefined
}

/** Without a terminal nothing is tried that was not requested. */
async function triedNow(
  forge: Forge,
  talk: Talk<Output>,
  { wish, flags }: Trying,
): Promise<Result<Trial, Refusal> | undefined> {
  if (wish === 'leave') return undefined
  if (wish === 'ask' && (await talk.confirm(say('ask.trial'))) !== 'yes') return undefined
  const trial = await forge.tryBase(talk, flags)
  return trial.ok ? success(shownTrial(trial.value)) : trial
}

function contentOf(forge: Forge, path: string): string | undefined {
  const text = forge.files.read(path)
  return text.ok ? text.value : undefined
}

function filesFor(found: readonly Detected[]): readonly { path: string; text: string }[] {
  return [
    { path: '.forge/config.yaml', text: initialConfig(found) },
    { path: '.forge/.gitignore', text: ignored },
  ]
}

interface FileToWrite {
  readonly path: string
  readonly text: string
}

/** An existing file stays, unless Forge wrote it and a refresh was requested. */
async function kept(forge: Forge, { path, text }: FileToWrite, refresh: 'keep' | 'replace' | undefined): Promise<File> {
  const done = refresh === undefined ? undefined : await forge.generated.refresh(path, text, refresh)
  const isNew = done?.ok === true && (done.value === 'refreshed' || done.value === 'replaced')
  return isNew ? { path, done: done.value === 'refreshed' ? 'refreshed' : 'replaced', text } : { path, done: 'kept' }
}

async function write(forge: Forge, { path, text }: FileToWrite): Promise<Result<File, Refusal>> {
  const written = await forge.generated.write(path, text)
  if (!written.ok) return failed(refusal('cannot-write', say('path.unusable', { path, why: written.failure })))
  return success(written.value === 'exists' ? { path, done: 'kept' } : { path, done: 'written', text })
}

/** A run starts from the committed state, so committing comes first. */
function nextOf(found: readonly Detected[], how: 'not-written' | 'written'): NextStep[] {
  if (how === 'not-written') return [step('init', { yes: true })]
  if (!found.some(({ kind }) => kind === 'test')) return [say('hint.addVerifyToConfig')]
  return [
    raw('git add .forge && git commit -m "Forge"'),
    step('doctor'),
    step('build', {}, { request: say('placeholder.whatYouWant') }),
  ]
}

function foundText(found: readonly Detected[]): Said {
  const names = found.map(({ kind, run }) => `${kind}: ${run}`)
  return names.length === 0 ? say('init.foundNone') : say('init.foundThese', { commands: names.join(', ') })
}

function renderInit({ found, files, trial }: Output): readonly Line[] {
  return [
    [found.length === 0 ? styledText('init.none', {}, 'warn') : styledText('init.found')],
    ...table(
      found.map(({ kind, run, cwd, from }) => [
        strong(kind),
        cwd === '.' ? run : textOf('init.in', { run, cwd }),
        styledText('init.from', { from }, 'dim'),
      ]),
      '  ',
    ),
    ...files.map(({ path, done }): Line => [
      done === 'kept' ? dim(padded(textOf('init.kept'), 15)) : toned('good', padded(textOf(`init.${done}`), 15)),
      path,
    ]),
    ...files.flatMap(({ path, done, text }): Line[] =>
      done === 'would-write' ? ['', strong(`# ${path}`).text, ...(text ?? '').trimEnd().split('\n')] : [],
    ),
    ...(trial === undefined ? [] : ['', ...trialLines(trial)]),
  ]
}
