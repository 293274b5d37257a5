/** The doctor's look at everything that Forge needs. What it looks with is loaded when it looks. */
import { existsSync } from 'node:fs'
import type { Examined } from './examine.ts'
import type { Opened } from './opened.ts'
import type { Environment, Places } from './places.ts'
import type { SandboxSettings } from './sandboxing.ts'

export interface Examining {
  /** Looks at everything that Forge needs, and changes nothing. */
  all(): Promise<readonly Examined[]>
  /** Which sandbox agents and checks would get with these settings. */
  sandbox(settings: SandboxSettings): Promise<Examined>
  /** Repairs what is safe to repair; answers what it did. */
  repair(): Promise<readonly string[]>
}

/** What Forge runs on. */
export interface Machine {
  readonly env: Environment
  /** Versions. */
  readonly machine: { readonly node: string; readonly sqlite: string; readonly platform: string }
  /** The file that was started. */
  readonly program: string
}

type Needs = Pick<Opened, 'repository' | 'places' | 'log'>

export function examiningOf({ env, machine, program }: Machine, { repository, places, log }: Needs): Examining {
  return {
    async all() {
      const look = await import('./examine.ts')
      const [found, where] = [repository(), places()]
      const always = [
        look.examineNode(machine.node),
        look.examineSqlite(machine.sqlite),
        await look.examineGit(env),
        look.examinePath(env, program),
      ]
      if (!found.ok || !where.ok) {
        const detail = found.ok ? '' : found.failure.message
        return [...always, { name: 'repository', state: 'problem', detail, remedy: 'go to your project, or git init' }]
      }
      return [
        ...always,
        look.examineFolder(found.value.root),
        look.examineState(where.value),
        await journal(where.value),
      ]
    },
    async sandbox(settings) {
      const [{ examineSandbox }, { enclosure }] = await Promise.all([
        import('./examine.ts'),
        import('#adapters/exec/index.ts'),
      ])
      return examineSandbox(settings, await enclosure())
    },
    async repair() {
      const { examineState, makePrivate } = await import('./examine.ts')
      const where = places()
      if (!where.ok || examineState(where.value).state !== 'problem') return []
      makePrivate(where.value)
      return [`${where.value.state} is private now`]
    },
  }
  async function journal(where: Places): Promise<Examined> {
    if (!existsSync(where.journal)) return { name: 'journal', state: 'ok', detail: 'there is none yet' }
    const opened = await log()
    if (!opened.ok) return { name: 'journal', state: 'problem', detail: opened.failure.message }
    const { examineJournal } = await import('./examine.ts')
    return examineJournal(opened.value)
  }
}
