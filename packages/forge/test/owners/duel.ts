/** Two real Forge processes that start to drive the same run at once (F-10, B13), and what the agents say was dispatched. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundledProgram, compiled } from '../../../../scripts/bundled.ts'
import { inProject, type Project, type Rule } from '../driven/project.ts'

export interface Answer {
  readonly run: string
  readonly end?: string
  readonly refused?: string
  readonly exit?: string
}

export interface Owner {
  /** Drive this run, from now on. */
  drive(run: string): Promise<Answer>
  signal(name: NodeJS.Signals): void
  close(): Promise<void>
}

const program = fileURLToPath(new URL('owner.ts', import.meta.url))

/** A process that has loaded everything and waits for the word. */
export async function startOwner({ root, folder, home }: Project): Promise<Owner> {
  const words = [await bundledProgram(program), root, folder, home]
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  const child = spawn(process.execPath, words, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  // A process that was killed reads no more.
  child.stdin.on('error', () => undefined)
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<Answer> => {
    const { value, done } = await lines.next()
    return done === true ? { run: '', end: 'gone' } : (JSON.parse(value) as Answer)
  }
  await nextLine()
  return {
    async drive(run) {
      child.stdin.write(`${run}\n`)
      return nextLine()
    },
    signal: (name) => void child.kill(name),
    async close() {
      child.stdin.end()
      await gone
    },
  }
}

export interface Duel {
  readonly answers: readonly Answer[]
  /** One line per performance of an agent: `<unit> <role>`. */
  readonly performed: readonly string[]
}

/** So many rounds with one fresh pair of processes; each round is a run of its own. */
export function duel(rounds: number): Promise<Duel[]> {
  return inProject({ rules: (project) => rulesOf(project, { units: ['one'], sleepMs: 0 }) }, async (project) => {
    const owners = await Promise.all([startOwner(project), startOwner(project)])
    const duels: Duel[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = performedIn(project).length
      const answers = await Promise.all(owners.map((owner) => owner.drive(`duel-${round}`)))
      duels.push({ answers, performed: performedIn(project).slice(before) })
    }
    await Promise.all(owners.map((owner) => owner.close()))
    return duels
  })
}

/** What is wrong about a duel; undefined when one drove, the other was refused, and every agent was started once. */
export function faultOf({ answers, performed }: Duel, units: readonly string[] = ['one']): string | undefined {
  const drove = answers.filter(({ end }) => end === 'done')
  const held = answers.filter(({ refused, exit }) => refused === 'held' && exit === 'held')
  const expected = ['plan planner', ...units.flatMap((unit) => [`${unit} worker`, `${unit} reviewer`])].toSorted()
  const isOnce = JSON.stringify(performed.toSorted()) === JSON.stringify(expected)
  return drove.length === 1 && held.length === 1 && isOnce ? undefined : JSON.stringify({ answers, performed })
}

export function performedIn({ root }: Project): string[] {
  const path = join(root, 'performed')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

/** Every performance leaves a line outside the repository before it does anything else. */
export function rulesOf(
  { root }: Project,
  { units: ids, sleepMs }: { readonly units: readonly string[]; readonly sleepMs: number },
): Rule[] {
  const note = { do: 'run', line: `echo '{{unit}} {{role}}' >> '${join(root, 'performed')}'` }
  const verify = [{ name: 'test', run: 'true' }]
  const units = ids.map((id) => ({ id, title: id, writes: [`${id}.txt`], verify }))
  return [
    { when: { role: 'planner' }, steps: [note, { do: 'answer', with: { plan: { units } } }] },
    {
      when: { role: 'worker' },
      steps: [
        note,
        { do: 'sleep', ms: sleepMs },
        { do: 'write', path: '{{unit}}.txt', text: '{{unit}}' },
        { do: 'answer' },
      ],
    },
    { steps: [note, { do: 'answer' }] },
  ]
}
