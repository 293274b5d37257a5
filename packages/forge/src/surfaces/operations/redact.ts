/** `redact`: removes a secret from everything that Forge wrote. The value is never an argument and never shown. */
import { z } from 'zod'
import type { Forge, Redaction, Refusal } from '#forge.ts'
import { usageRefusal } from '#forge/refusal.ts'
import { raw, say } from '#messages/said.ts'
import { step, type NextStep } from '#model/next.ts'
import { failed, success, type Result } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation, type Talk } from './operation.ts'
import { dim, type Line } from './text/line.ts'
import { styledText, textOf } from './text/message.ts'

const Holding = z.object({ path: z.string().describe('Below the state directory'), count: z.number() })

const Output = z.object({
  dryRun: z.boolean(),
  journal: z.array(z.object({ run: z.string(), events: z.number(), count: z.number() })),
  files: z.array(Holding),
  left: z
    .object({
      trees: z.array(Holding).describe('Work of agents that is not merged'),
      commits: z.array(
        z.object({
          repository: z.enum(['control', 'yours']).describe('control: the one that Forge keeps beside yours'),
          ref: z.string(),
          commit: z.string(),
          paths: z.array(z.string()).describe('Empty: its message'),
        }),
      ),
      names: z.array(z.string()).describe('Runs whose name holds it'),
    })
    .describe('Where it still is: only you may take it out there'),
  next: Next,
})
type Output = z.output<typeof Output>

export default operation({
  name: 'redact',
  summary: 'Remove a secret from everything that Forge wrote: journal, transcripts, records, blobs',
  details:
    'For a secret that was printed before Forge knew that it is one. Revoke it first: Forge cannot take it back from anybody who saw\n' +
    'it. Forge asks for the secret without showing it, or reads it from a variable, a file or a pipe; never from the command line,\n' +
    'which others can see. It also removes the base64, URL and JSON forms. No process may work on a run meanwhile. The journal keeps its\n' +
    'order and meaning: the text becomes [redacted], Forge computes the changed hashes again and records the redaction in each run.\n' +
    'It never rewrites commits: the answer names those that still contain the secret.',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({
    fromEnv: z.string().optional().describe('Read the secret from this environment variable'),
    fromFile: z.string().optional().describe('Read the secret from this file; /dev/stdin for a pipe'),
    dryRun: z.boolean().default(false).describe('Only show where it is, and how often'),
  }),
  positionals: [],
  output: Output,
  examples: [
    { command: 'forge redact --dry-run', what: 'ask for the secret without showing it, and list where it is' },
    { command: 'pass show old-key | forge redact --from-file /dev/stdin', what: 'remove it' },
  ],
  exits: { held: 'another Forge process is working on a run' },
  async run(forge, { dryRun, ...from }, talk) {
    const found = await findAndRemove(forge, { ...from, how: dryRun ? 'look' : 'remove' }, talk)
    if (!found.ok) return found
    const { journal, files, trees, commits, names } = found.value
    const left = {
      trees: trees.map((one) => ({ ...one })),
      commits: commits.map(({ paths, ...one }) => ({ ...one, paths: [...paths] })),
      names: [...names],
    }
    const shown = { dryRun, journal: journal.map((one) => ({ ...one })), files: files.map((one) => ({ ...one })), left }
    return success({ value: { ...shown, next: nextOf(shown) } })
  },
  render,
})

interface RedactInput {
  readonly fromEnv?: string | undefined
  readonly fromFile?: string | undefined
  readonly how: 'look' | 'remove'
}

async function findAndRemove(
  forge: Forge,
  { fromEnv, fromFile, how }: RedactInput,
  talk: Talk<unknown>,
): Promise<Result<Redaction, Refusal>> {
  if (fromEnv !== undefined && fromFile !== undefined)
    return failed(usageRefusal('two-sources', say('secret.fromEnvOrFromFile')))
  if (fromEnv !== undefined) return forge.redact({ variable: fromEnv }, how)
  if (fromFile !== undefined) return forge.redact({ file: fromFile }, how)
  const typed = await talk.readHidden(say('redact.ask'))
  if (typed === 'unasked') return forge.redact({ file: '/dev/stdin' }, how)
  return typed === 'ended' || typed.text.trim() === ''
    ? failed(usageRefusal('no-key', say('secret.nothingTyped')))
    : forge.redact({ typed: typed.text }, how)
}

function nextOf({ dryRun, journal, files, left }: Omit<Output, 'next'>): NextStep[] {
  if (dryRun && journal.length + files.length > 0) return [step('redact')]
  const [own] = left.commits.filter(({ repository }) => repository === 'yours')
  const branch = own?.ref.replace(/^refs\/heads\//, '')
  return [...(branch === undefined ? [] : [raw(`git branch -D ${branch}`)]), step('audit')]
}

function render({ dryRun, journal, files, left }: Output): readonly Line[] {
  const did = textOf(dryRun ? 'redact.isIn' : 'redact.takenOut')
  const still = styledText('redact.stillIn', {}, 'warn')
  const lines: Line[] = [
    ...journal.map(({ run, events, count }): Line => [
      `${did}  `,
      styledText('redact.journal', { run }, 'strong'),
      '  ',
      styledText('redact.events', { count: events, times: count }, 'dim'),
    ]),
    ...files.map(({ path, count }): Line => [`${did}  `, path, dim(`  ${count}×`)]),
    ...left.trees.map(({ path }): Line => [still, '  ', path, '  ', styledText('redact.unmerged', {}, 'dim')]),
    ...left.commits.map(({ repository, ref, commit, paths }): Line => [
      still,
      '  ',
      styledText('redact.commit', { commit: commit.slice(0, 12), ref }),
      '  ',
      styledText(
        `redact.${repository}`,
        { what: paths.length === 0 ? textOf('redact.message') : paths.join(', ') },
        'dim',
      ),
    ]),
    ...left.names.map((run): Line => [still, '  ', styledText('redact.name', { run })]),
  ]
  return lines.length === 0 ? [[styledText('redact.nowhere')]] : lines
}
