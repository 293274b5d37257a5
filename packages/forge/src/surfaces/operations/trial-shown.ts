/** The result of a trial of the base: as data of an answer, and as lines for people. */
import { z } from 'zod'
import type { BaseTrial } from '#forge.ts'
import type { MessageKey } from '#messages/en.ts'
import { say, type Said as Sentence } from '#messages/said.ts'
import { Said } from '#model/said.ts'
import { dim, toned, type Line } from './text/line.ts'
import { renderNow, styledText, textOf } from './text/message.ts'
import { padded } from './text/width.ts'

const outcomes = ['passed', 'failed', 'flaky', 'too long', 'kept', 'not run'] as const

export const Trial = z.object({
  base: z.string(),
  outcome: z.enum(['interrupted', 'setup failed', 'red', 'flaky', 'unchecked', 'green']),
  commands: z.array(
    z.object({
      part: z.enum(['setup', 'verify']),
      name: z.string(),
      run: z.string(),
      cwd: z.string(),
      /** `kept`: reused from an earlier setup with the same lockfiles. */
      outcome: z.enum(outcomes),
      exitCode: z.number().nullable(),
      seconds: z.number(),
      testsRun: z.number().optional(),
      tests: z
        .object({ red: z.array(z.string()), green: z.array(z.string()) })
        .describe('By name, where the runner tells'),
      line: z.string().optional().describe('The first line that tells why it failed'),
      output: z.string().optional().describe('The file with all that it printed'),
      remedy: Said.optional(),
    }),
  ),
  left: z.array(z.string()).describe('What setup changes or leaves that git does not ignore'),
  emptySubmodules: z.array(z.string()),
})
export type Trial = z.output<typeof Trial>

export function shownTrial(trial: BaseTrial): Trial {
  const { commands, left, emptySubmodules } = trial
  return {
    ...trial,
    commands: commands.map((command) => ({
      ...command,
      tests: { red: [...command.tests.red], green: [...command.tests.green] },
    })),
    left: [...left],
    emptySubmodules: [...emptySubmodules],
  }
}

const outcomeKeys = {
  passed: 'trial.passed',
  failed: 'trial.failed',
  flaky: 'trial.unsteady',
  'too long': 'trial.tooLong',
  kept: 'trial.kept',
  'not run': 'trial.notRun',
} as const satisfies Record<(typeof outcomes)[number], MessageKey>

const tones = {
  passed: 'good',
  kept: 'dim',
  'not run': 'dim',
  flaky: 'warn',
  failed: 'bad',
  'too long': 'bad',
} as const

export function trialLines(trial: Trial): readonly Line[] {
  const { commands, left, emptySubmodules } = trial
  const notes = [
    ...(left.length === 0 ? [] : [say('trial.hideLeft', { paths: someOf(left) })]),
    ...(emptySubmodules.length === 0 ? [] : [say('trial.emptySubmodules', { paths: someOf(emptySubmodules) })]),
  ]
  return [
    [
      styledText(
        headingKeys[trial.outcome],
        { base: trial.base.slice(0, 10) },
        trial.outcome === 'green' ? 'good' : 'warn',
      ),
    ],
    ...commands.flatMap(commandLines),
    ...notes.map((note): Line => `  → ${renderNow(note)}`),
  ]
}

const headingKeys = {
  interrupted: 'trial.interrupted',
  'setup failed': 'trial.setupFailed',
  red: 'trial.red',
  flaky: 'trial.flaky',
  unchecked: 'trial.unchecked',
  green: 'trial.green',
} as const satisfies Record<Trial['outcome'], MessageKey>

function commandLines(command: Trial['commands'][number]): readonly Line[] {
  const { outcome, run, seconds, testsRun, tests, line, remedy, output } = command
  const took = outcome === 'kept' || outcome === 'not run' ? '' : `  ${seconds} s`
  const counted = testsRun === undefined ? '' : `, ${textOf('trial.tests', { count: testsRun })}`
  const isGood = outcome === 'passed' || outcome === 'kept' || outcome === 'not run'
  return [
    [toned(tones[outcome], `  ${padded(textOf(outcomeKeys[outcome]), 10)}`), run, dim(`${took}${counted}`)],
    ...(isGood
      ? []
      : [
          ...(line === undefined ? [] : [`            ${line}`]),
          ...(tests.red.length === 0
            ? []
            : [`            ${renderNow(say('trial.redTests', { names: someOf(tests.red) }))}`]),
          ...(output === undefined ? [] : [[dim(`            ${textOf('trial.output', { path: output })}`)]]),
          ...(remedy === undefined ? [] : [`            → ${renderNow(remedy)}`]),
        ]),
  ]
}

function someOf(names: readonly string[]): Sentence | string {
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5 ? say('trial.andMore', { names: shown, count: names.length - 5 }) : shown
}
