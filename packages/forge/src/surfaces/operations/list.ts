/**
 * The one list of all operations. A surface loads an operation on demand, so that no call pays for all; only the most
 * frequent ones are loaded at once.
 */
import type { Chapter, Listed, Operation } from './operation.ts'
import * as status from './status-run.ts'

/** Names, arguments and summaries are repeated here so that help and hints load nothing; a test keeps them equal. */
export const operations: readonly Listed[] = [
  row('Work', 'build <request>', 'Plan, build, check, review and merge what you ask for', async () =>
    (await import('./begin.ts')).beginningOf('build'),
  ),
  row('Work', 'run <preset> <request>', 'Run a preset, yours or one of Forge, on what you ask for', async () => ({
    default: (await import('./begin.ts')).run,
  })),
  row('Work', 'bug <report>', 'Triage a bug report and fix it by the short or the long route', async () =>
    (await import('./begin.ts')).beginningOf('bug'),
  ),
  row('Work', 'sprint new <goal>', 'Plan a sprint: from a goal to tasks that you approve', async () =>
    (await import('./begin.ts')).beginningOf('sprint'),
  ),
  row('Work', 'sprint run <run>', 'Start the tasks of a sprint, all or one of them', async () => ({
    default: (await import('./sprint.ts')).run,
  })),
  row('Work', 'sprint add <title>', 'Add a task to a sprint', async () => ({
    default: (await import('./sprint-tasks.ts')).add,
  })),
  row('Look', 'sprint status <run>', 'Show a sprint and the status of each task', async () => ({
    default: (await import('./sprint-tasks.ts')).status,
  })),
  row('Decide', 'sprint retro <run>', 'Look back on a finished sprint and record what was learned', async () => ({
    default: (await import('./sprint-tasks.ts')).retro,
  })),
  row('Work', 'demo', 'Show a real run on a sample project, without a key or a model', () => import('./demo.ts')),
  row(
    'Work',
    'rehearse <preset>',
    'Try a preset with scripted agents on all paths worth testing, in a throwaway copy',
    () => import('./rehearse.ts'),
  ),
  row('Work', 'resume <run>', 'Resume a run', () => import('./resume.ts')),
  row(
    'Work',
    'sync <run>',
    'Merge the new commits of your branch into a run and verify the whole again',
    () => import('./sync.ts'),
  ),
  row('Work', 'land <run>', 'Fast-forward your branch to the merged work of a run', () => import('./land.ts')),
  {
    ...row('Look', 'status <run>', 'Show all runs, or the status of one', () => import('./status.ts')),
    bare: { name: 'status', does: 'reads', run: status.run, render: status.render },
  },
  row('Look', 'watch <run>', 'Watch a run live until it ends', () => import('./watch.ts')),
  row('Look', 'logs <unit>', 'Show what the agents of a run printed', () => import('./logs.ts')),
  row('Look', 'show <unit>', 'Show one unit: its brief and all of its attempts', () => import('./show.ts')),
  row(
    'Look',
    'progress <run>',
    'Print what the agents of a run did, one line per step: time|agent|banner|status|detail',
    () => import('./progress.ts'),
  ),
  row('Look', 'route <name>', 'Show which model and effort a phase or role gets, and why', () => import('./route.ts')),
  row(
    'Look',
    'prompt <unit> <phase>',
    'Show the exact prompt of a phase, without starting its agent',
    () => import('./prompt.ts'),
  ),
  row(
    'Look',
    'gate check <unit> <phase>',
    'Explain the gates of a phase: each directive, what Forge saw, and what to do',
    () => import('./gate-check.ts'),
  ),
  row(
    'Look',
    'gate stats <run>',
    'Show how often each gate ran, what it found and what that changed',
    () => import('./gate-stats.ts'),
  ),
  row('Look', 'list <of>', 'List runs, units or attempts', () => import('./listing.ts')),
  row(
    'Look',
    'query <where>',
    'Find runs, units or attempts by conditions on their fields',
    () => import('./query.ts'),
  ),
  row('Look', 'why <about>', 'Show the recorded reasons for what a run or a unit did', () => import('./why.ts')),
  row('Look', 'report <run>', 'Report what a run did, what it cost, and what is left', () => import('./report.ts')),
  row('Look', 'cost <run>', 'Show what a run has cost, by unit, phase or model', () => import('./cost.ts')),
  row(
    'Look',
    'friction <run>',
    'Show problems that agents reported and that Forge ran into',
    () => import('./friction.ts'),
  ),
  row(
    'Look',
    'learnings <run>',
    'Show what runs have learned: commands that verify, failures and their fixes, how runs succeeded',
    () => import('./learnings.ts'),
  ),
  row(
    'Look',
    'audit <run>',
    'Check a run against its journal and git, invariant by invariant',
    () => import('./audit.ts'),
  ),
  row('Look', 'events <run>', 'Print the journal of a run', () => import('./events.ts')),
  row(
    'Decide',
    'plan show <run>',
    'Show the plan of a run: order, paths, commands, worst case',
    () => import('./plan-show.ts'),
  ),
  row('Decide', 'plan edit <file>', 'Replace the plan with your own version', () => import('./plan-edit.ts')),
  row(
    'Decide',
    'questions <run>',
    'List the questions that wait for your answer, with their options',
    () => import('./questions.ts'),
  ),
  row(
    'Decide',
    'answer <question> <option>',
    'Answer an open question of a run with one of its options',
    () => import('./answer.ts'),
  ),
  row('Decide', 'approve <run>', 'Answer yes to the question of a run', () => import('./approve.ts')),
  row(
    'Decide',
    'reject <run>',
    'Answer no to the question of a run, and say what should be different',
    () => import('./reject.ts'),
  ),
  row('Decide', 'pause <run>', 'Start nothing new in a run; running attempts may finish', async () => ({
    default: (await import('./pause.ts')).pause,
  })),
  row('Decide', 'unpause <run>', 'Let a paused or stopped run continue', async () => ({
    default: (await import('./pause.ts')).unpause,
  })),
  row('Decide', 'cancel <run>', 'End a run: interrupt its attempts, keep the merged work', async () => ({
    default: (await import('./pause.ts')).cancel,
  })),
  row('Decide', 'retry <unit>', 'Try a stopped unit again from the phase where it stopped', async () => ({
    default: (await import('./units.ts')).retry,
  })),
  row('Decide', 'reopen <unit>', 'Reopen a stopped unit with a note for its agent', async () => ({
    default: (await import('./units.ts')).reopen,
  })),
  row('Decide', 'raise <run>', 'Set new limits for a run', () => import('./raise.ts')),
  row('Set up', 'preset list', 'List the presets that can be run here, yours and those of Forge', async () => ({
    default: (await import('./preset.ts')).list,
  })),
  row(
    'Set up',
    'preset show <name>',
    'Show a preset: its units, their phases in order, and what each does when it does not pass',
    async () => ({ default: (await import('./preset.ts')).show }),
  ),
  row(
    'Set up',
    'preset check <name>',
    'Prove that a preset never hangs, skips no gate and bounds every loop by a budget',
    async () => ({ default: (await import('./preset.ts')).check }),
  ),
  row('Set up', 'preset new <name>', 'Write a first preset of your own to .forge/presets', async () => ({
    default: (await import('./preset.ts')).create,
  })),
  row(
    'Set up',
    'init',
    'Find the build and test commands of this project and write .forge/config.yaml',
    () => import('./init.ts'),
  ),
  row('Set up', 'prune', 'Remove old transcripts of agents; the journal stays', () => import('./prune.ts')),
  row(
    'Set up',
    'redact',
    'Remove a secret from everything that Forge wrote: journal, transcripts, records, blobs',
    () => import('./redact.ts'),
  ),
  row('Set up', 'accounts add <name>', 'Save the API key of a provider under a name', async () => ({
    default: (await import('./accounts.ts')).add,
  })),
  row('Set up', 'accounts list', 'Show the accounts that runs can use, without their keys', async () => ({
    default: (await import('./accounts.ts')).list,
  })),
  row('Set up', 'accounts use <name>', 'Use this account first in new runs', async () => ({
    default: (await import('./accounts.ts')).use,
  })),
  row('Set up', 'accounts remove <name>', 'Delete an account and its key', async () => ({
    default: (await import('./accounts.ts')).remove,
  })),
  row('Set up', 'config list', 'Show the effective configuration', async () => ({
    default: (await import('./config-show.ts')).list,
  })),
  row('Set up', 'config get <key>', 'Show one value of the configuration', async () => ({
    default: (await import('./config-show.ts')).get,
  })),
  row(
    'Set up',
    'preflight',
    'Answer in one call: root, configuration, index hash, open runs and warnings',
    () => import('./preflight.ts'),
  ),
  row(
    'Set up',
    'doctor',
    'Check what Forge needs: Node, SQLite, git, directories, journal, sandbox',
    () => import('./doctor.ts'),
  ),
  row(
    'Set up',
    'agents',
    'Show which agents are installed and which settings each supports',
    () => import('./agents.ts'),
  ),
  row(
    'Set up',
    'agents try <agent>',
    'Give an agent one small task in a temporary repository, and see whether it works',
    () => import('./agents-try.ts'),
  ),
  row(
    'Set up',
    'models <part>',
    'Show which models are known, what they cost, and who says so',
    () => import('./models.ts'),
  ),
  row(
    'Set up',
    'fake-llm',
    'Run a fake model provider, to try agents offline at no cost',
    () => import('./fake-llm.ts'),
  ),
  row(
    'Set up',
    'agents certify <agent>',
    'Test an adapter against an agent that misbehaves in every known way',
    () => import('./agents-certify.ts'),
  ),
  row('Set up', 'completion <shell>', 'Print a script that completes commands and flags in your shell', async () => ({
    default: (await import('./completion.ts')).completionOf(operations),
  })),
  row('Set up', 'version', 'Print the version of Forge and of what it runs on', () => import('./version.ts')),
]

/** `called` is its name followed by its arguments. */
function row(chapter: Chapter, called: string, summary: string, load: () => Promise<{ default: Operation }>): Listed {
  const positionals = [...called.matchAll(/<(\w+)>/g)].map(([, name = '']) => name)
  const name = called.replaceAll(/ <\w+>/g, '')
  return { chapter, name, positionals, summary, load: async () => (await load()).default }
}
