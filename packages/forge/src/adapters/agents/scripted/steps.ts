/** What a scripted agent can do, one step at a time. Every text may hold {{nonce}}, {{unit}}, {{role}}, {{attempt}}, {{brief}}. */
import { z } from 'zod'
import { UsedWindow } from '#model/quota.ts'
import { TransportClass } from '#model/failure.ts'
import { JsonValue } from '#model/json.ts'

const Milliseconds = z.number().int().nonnegative()
const Count = z.number().int().nonnegative().default(0)
const Text = z.string()
const Stream = z.enum(['stdout', 'stderr'])

const TreePath = z
  .string()
  .min(1)
  .refine(
    (path) => !path.startsWith('/') && !path.split('/').includes('..'),
    'must stay inside the tree (use write-outside)',
  )

function step<Name extends string, Shape extends z.core.$ZodShape>(name: Name, meaning: string, shape: Shape) {
  return z.strictObject({ do: z.literal(name), ...shape }).describe(meaning)
}

const fileSteps = [
  step('write', 'Write a file, with its folders.', { path: TreePath, text: Text }),
  step('append', 'Add to the end of a file.', { path: TreePath, text: Text }),
  step('replace', 'Replace the first occurrence of a text; fails when it is not there.', {
    path: TreePath,
    find: Text.min(1),
    with: Text,
  }),
  step('delete', 'Delete a file or folder; absent is fine.', { path: TreePath }),
  step('write-outside', 'Write where an agent must not: an absolute path, or one that leaves the tree.', {
    path: z.string().min(1),
    text: Text,
  }),
  step('remove-tree', 'Delete the own working tree.', {}),
] as const

const programSteps = [
  step('run', 'Run a shell line in the tree; its output is printed.', { line: Text.min(1) }),
  step('commit', 'Commit everything with git, as an agent should not.', { message: Text.default('work') }),
  step('spawn', 'Leave a process behind that would live that long.', {
    how: z.enum(['plain', 'setsid', 'double-fork', 'nohup']),
    ms: Milliseconds.default(60_000),
  }),
] as const

const streamSteps = [
  step('print', 'Print a message; to stderr, or raw on stdout, without its envelope.', {
    text: Text,
    to: z.enum(['message', 'stdout', 'stderr']).default('message'),
  }),
  step('flood', 'Print that much.', { mebibytes: z.number().positive(), to: Stream.default('stdout') }),
  step('tool', 'Say that a tool is used, on a file where one is named.', {
    name: z.string().min(1).max(200),
    path: z.string().min(1).max(1000).optional(),
  }),
  step('session', 'Say which session this is, and on which model it runs.', {
    id: z.string().min(1).max(500),
    model: z.string().min(1).max(200).optional(),
  }),
  step('usage', 'Say what was used since the last time.', {
    inputTokens: Count,
    outputTokens: Count,
    cacheReadTokens: Count,
    cacheWriteTokens: Count,
    costMicros: Count,
  }),
  step('windows', 'Say how full the windows of the account are.', {
    windows: z.array(UsedWindow).min(1).max(10),
  }),
  step('needs-human', 'Say that a person is needed.', { text: z.string().min(1).max(4000) }),
  step('rate-limited', 'Say that the provider asks to wait, and go on.', { retryAfterMs: Milliseconds }),
] as const

const endSteps = [
  step('answer', 'Answer; `with` is laid over a good answer of the task. Twice is two answers.', {
    with: z.record(z.string(), JsonValue).default({}),
  }),
  step('answer-text', 'Answer with this text as it is: malformed, partial, forged.', { text: Text }),
  step('answer-oversized', 'Answer with that much.', { mebibytes: z.number().positive().default(9) }),
  step('fail', 'End with a failure of the provider, a model that refuses or is too small, or blocked.', {
    as: z.enum([...TransportClass.options, 'quota', 'blocked', 'refusal', 'overflow']),
    retryAfterMs: Milliseconds.optional(),
    resetAfterMs: Milliseconds.default(3_600_000),
    text: z.string().min(1).max(4000).default('cannot go on'),
  }),
  step('exit', 'End with this code.', { code: z.number().int().min(0).max(255) }),
  step('signal', 'Send this signal to itself.', {
    name: z.enum(['SIGTERM', 'SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGSTOP']),
  }),
  step('sleep', 'Wait, silently.', { ms: Milliseconds }),
  step('hang', 'Wait for ever, silently.', {}),
  step('ignore-signals', 'From here on ignore SIGTERM, SIGINT and SIGHUP.', {}),
] as const

export const Step = z.discriminatedUnion('do', [...fileSteps, ...programSteps, ...streamSteps, ...endSteps])
export type Step = z.infer<typeof Step>
export type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>
