/**
 * The one list of what Forge can do. A surface loads an operation when it is asked for it, so that none pays for all; only
 * what is asked most often is there at once.
 */
import type { Chapter, Listed, Operation } from './operation.ts'
import * as status from './status-run.ts'

/** Names and summaries are repeated here so that help loads nothing; a test keeps them equal. */
export const operations: readonly Listed[] = [
  row('Work', 'build', 'Plan, build, check, review and merge what you ask for', () => import('./build.ts')),
  row('Work', 'run', 'Run a preset, yours or one of Forge, on what you ask for', () => import('./run.ts')),
  row('Work', 'bug', 'Triage a bug report and fix it by the short or the long route', () => import('./bug.ts')),
  row('Work', 'sprint new', 'Plan a sprint: from a goal to tasks that you approve', async () => ({
    default: (await import('./sprint.ts')).create,
  })),
  row('Work', 'sprint run', 'Begin with the tasks of a sprint, all or one of them', async () => ({
    default: (await import('./sprint.ts')).run,
  })),
  row('Work', 'sprint add', 'Add a task to a sprint', async () => ({
    default: (await import('./sprint-words.ts')).add,
  })),
  row('Look', 'sprint status', 'Show a sprint and where each of its tasks stands', async () => ({
    default: (await import('./sprint-words.ts')).status,
  })),
  row('Decide', 'sprint retro', 'Look back on a finished sprint and record what was learned', async () => ({
    default: (await import('./sprint-words.ts')).retro,
  })),
  row('Work', 'demo', 'Show a real run on a sample project, without a key or a model', () => import('./demo.ts')),
  row(
    'Work',
    'rehearse',
    'Take a preset along its interesting paths with scripted agents, in a throwaway copy',
    () => import('./rehearse.ts'),
  ),
  row('Work', 'resume', 'Go on with a run from where it stands', () => import('./resume.ts')),
  row('Work', 'sync', 'Merge your moved branch into a run and verify the whole again', () => import('./sync.ts')),
  row('Work', 'land', 'Take what a run has merged into the branch you are on', () => import('./land.ts')),
  {
    ...row('Look', 'status', 'Show all runs, or how one of them stands', () => import('./status.ts')),
    bare: { name: 'status', does: 'reads', ...status },
  },
  row('Look', 'watch', 'Watch a run as it goes on, until it has ended', () => import('./watch.ts')),
  row('Look', 'logs', 'Show what the agents of a run printed', () => import('./logs.ts')),
  row('Look', 'show', 'Show one unit: what was asked of it and every attempt at it', () => import('./show.ts')),
  row(
    'Look',
    'progress',
    'Print what the agents of a run did, one line each: time|agent|banner|status|detail',
    () => import('./progress.ts'),
  ),
  row('Look', 'route', 'Show which model and effort a phase or role gets, and why', () => import('./route.ts')),
  row('Look', 'prompt', 'Show the exact prompt of a phase, without starting its agent', () => import('./prompt.ts')),
  row(
    'Look',
    'gate check',
    'Explain the gates of a phase: each directive, what was seen, what to do',
    () => import('./gate-check.ts'),
  ),
  row(
    'Look',
    'gate stats',
    'Show of each gate how often it ran, what it found and what that changed',
    () => import('./gate-stats.ts'),
  ),
  row('Look', 'list', 'List runs, units or attempts', () => import('./listing.ts')),
  row('Look', 'query', 'Find runs, units or attempts by conditions on their fields', () => import('./query.ts')),
  row('Look', 'why', 'Tell the recorded reasons for what a run or a unit did', () => import('./why.ts')),
  row('Look', 'report', 'Report what a run did, what it cost, and what is left', () => import('./report.ts')),
  row('Look', 'cost', 'Show what a run has cost, by unit, phase or model', () => import('./cost.ts')),
  row('Look', 'friction', 'Show what stood in the way of agents and of Forge', () => import('./friction.ts')),
  row(
    'Look',
    'learnings',
    'Show what runs have learned: commands that verify, failures and what mended them, how runs went well',
    () => import('./learnings.ts'),
  ),
  row('Look', 'audit', 'Prove a run against its journal and git, invariant by invariant', () => import('./audit.ts')),
  row('Look', 'events', 'Print the journal of a run', () => import('./events.ts')),
  row(
    'Decide',
    'plan show',
    'Show the plan of a run: order, paths, commands, worst case',
    () => import('./plan-show.ts'),
  ),
  row(
    'Decide',
    'plan edit',
    'Put your own version of the plan in place of the one that is there',
    () => import('./plan-edit.ts'),
  ),
  row(
    'Decide',
    'questions',
    'List what waits for your answer, with the options of each question',
    () => import('./questions.ts'),
  ),
  row('Decide', 'answer', 'Answer an open question of a run with one of its options', () => import('./answer.ts')),
  row('Decide', 'approve', 'Say yes to what a run asks', () => import('./approve.ts')),
  row('Decide', 'reject', 'Say no to what a run asks, and what should be different', () => import('./reject.ts')),
  row('Decide', 'pause', 'Start nothing new in a run; what runs may finish', async () => ({
    default: (await import('./words.ts')).pause,
  })),
  row('Decide', 'unpause', 'Let a paused or stopped run go on', async () => ({
    default: (await import('./words.ts')).unpause,
  })),
  row('Decide', 'cancel', 'End a run: interrupt what runs, keep what is merged', async () => ({
    default: (await import('./words.ts')).cancel,
  })),
  row('Decide', 'retry', 'Do a stopped unit again from where it stands', async () => ({
    default: (await import('./units.ts')).retry,
  })),
  row('Decide', 'reopen', 'Open a stopped unit again and tell its agent why', async () => ({
    default: (await import('./units.ts')).reopen,
  })),
  row('Decide', 'raise', 'Set new limits for a run', () => import('./raise.ts')),
  row('Set up', 'preset list', 'List the presets that can be run here, yours and those of Forge', async () => ({
    default: (await import('./preset.ts')).list,
  })),
  row(
    'Set up',
    'preset show',
    'Show a preset: its units, their phases in order, and what each does when it does not pass',
    async () => ({ default: (await import('./preset.ts')).show }),
  ),
  row(
    'Set up',
    'preset check',
    'Prove a preset: it never hangs, no gate is skipped, every loop spends a budget',
    async () => ({ default: (await import('./preset.ts')).check }),
  ),
  row('Set up', 'preset new', 'Write a first preset of your own to .forge/presets', async () => ({
    default: (await import('./preset.ts')).create,
  })),
  row(
    'Set up',
    'init',
    'Find out how this project is built and tested, and write .forge/config.yaml',
    () => import('./init.ts'),
  ),
  row('Set up', 'prune', 'Remove what agents printed long ago; the journal stays', () => import('./prune.ts')),
  row(
    'Set up',
    'redact',
    'Take a secret out of everything that Forge wrote: journal, transcripts, records, blobs',
    () => import('./redact.ts'),
  ),
  row('Set up', 'accounts add', 'Keep the key of a provider under a name', async () => ({
    default: (await import('./accounts.ts')).add,
  })),
  row('Set up', 'accounts list', 'Show the accounts that runs can use, without their keys', async () => ({
    default: (await import('./accounts.ts')).list,
  })),
  row('Set up', 'accounts use', 'Begin runs with this account', async () => ({
    default: (await import('./accounts.ts')).use,
  })),
  row('Set up', 'accounts remove', 'Forget an account and its key', async () => ({
    default: (await import('./accounts.ts')).remove,
  })),
  row('Set up', 'config list', 'Show the configuration that is in force', async () => ({
    default: (await import('./config-show.ts')).list,
  })),
  row('Set up', 'config get', 'Show one value of the configuration', async () => ({
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
    'Examine what Forge needs: Node, SQLite, git, directories, journal, sandbox',
    () => import('./doctor.ts'),
  ),
  row('Set up', 'agents', 'Show which agents can work here, and what can be told to each', () => import('./agents.ts')),
  row(
    'Set up',
    'agents try',
    'Give an agent one small task in a repository made for it, and see whether it works',
    () => import('./agents-try.ts'),
  ),
  row('Set up', 'models', 'Show which models are known, what they cost, and who says so', () => import('./models.ts')),
  row(
    'Set up',
    'fake-llm',
    'Serve a fake provider, to try agents offline and for nothing',
    () => import('./fake-llm.ts'),
  ),
  row(
    'Set up',
    'agents certify',
    'Try an adapter against an agent that does everything wrong, and see what it makes of it',
    () => import('./agents-certify.ts'),
  ),
  row('Set up', 'completion', 'Print a script that completes commands and flags in your shell', async () => ({
    default: (await import('./completion.ts')).completionOf(operations),
  })),
  row('Set up', 'version', 'Print the version of Forge and of what it runs on', () => import('./version.ts')),
]

function row(chapter: Chapter, name: string, summary: string, load: () => Promise<{ default: Operation }>): Listed {
  return { chapter, name, summary, load: async () => (await load()).default }
}
