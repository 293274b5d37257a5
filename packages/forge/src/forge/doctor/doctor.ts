/** The doctor's look at everything that Forge needs. What it looks with is loaded when it looks. */
import { existsSync } from 'node:fs'
import type { Config } from '#config/load.ts'
import { raw, say, type Said } from '#messages/said.ts'
import type { Examined } from './machine.ts'
import type { Opened } from '#forge/place/stores.ts'
import type { Environment, Places } from '#forge/place/places.ts'
import type { SandboxSettings } from '#forge/world/sandbox.ts'

export interface Examining {
  /** Looks at everything that Forge needs, and changes nothing. */
  all(): Promise<readonly Examined[]>
  /** What of the project and of what is stored depends on the configuration. */
  withConfig(config: Config): Promise<readonly Examined[]>
  /** Which sandbox agents and checks would get with these settings. */
  sandbox(settings: SandboxSettings): Promise<Examined>
  /** Repairs what is safe to repair; answers what it did. */
  repair(): Promise<readonly Said[]>
}

/** What Forge runs on. */
export interface Machine {
  readonly env: Environment
  /** Versions. */
  readonly machine: { readonly node: string; readonly sqlite: string; readonly platform: string }
  /** The file that was started. */
  readonly program: string
  readonly home: string
}

type Needs = Pick<Opened, 'repository' | 'places' | 'log' | 'locks'>

export function examiningOf({ env, machine, program, home }: Machine, needs: Needs, now: () => number): Examining {
  const { repository, places } = needs
  return {
    async all() {
      const [look, health] = await Promise.all([import('./machine.ts'), import('./storage.ts')])
      const [found, where] = [repository(), places()]
      const always = [
        look.examineNode(machine.node),
        look.examineSqlite(machine.sqlite),
        await look.examineGit(env),
        look.examinePath(env, program),
      ]
      if (!found.ok || !where.ok) {
        const [name, detail] = [say('doctor.repository'), found.ok ? raw('') : found.failure.message]
        return [...always, { name, state: 'problem', detail, remedy: say('git.goToProjectOrInit') }]
      }
      return [
        ...always,
        look.examineFolder(found.value.root),
        look.examineState(where.value),
        await journal(needs, where.value),
        ...(await stored(needs, where.value)),
        health.examineDisk(where.value),
        health.examineGenerated(where.value, found.value.root),
        health.examineIntegrity(),
      ]
    },
    async withConfig(config) {
      const health = await import('./storage.ts')
      const [found, where] = [repository(), places()]
      if (!found.ok || !where.ok) return []
      const { examineModels } = await import('./models.ts')
      return [
        ...health.examineStructure(found.value.root, config),
        health.examineTranscripts(where.value, config),
        ...(await examineModels({ config, env, now: now() })),
      ]
    },
    async sandbox(settings) {
      const [{ examineSandbox }, { enclosure }, { withOwnLogin }, { accountStoreOf }] = await Promise.all([
        import('./machine.ts'),
        import('#adapters/exec/index.ts'),
        import('#forge/world/agents/own-login.ts'),
        import('#forge/world/accounts.ts'),
      ])
      const listed = accountStoreOf(env, home).list()
      // Which keys there are says enough; the keys themselves stay where they are.
      const held = (listed.ok ? listed.value : []).map(({ name, variable }) => [name, { [variable]: 'held' }] as const)
      const ownLogin = withOwnLogin(settings.agents ?? [], { env, accounts: Object.fromEntries(held) })
      return examineSandbox({ ...settings, ownLogin }, await enclosure())
    },
    async repair() {
      const { examineState, makePrivate } = await import('./machine.ts')
      const where = places()
      if (!where.ok || examineState(where.value).state !== 'problem') return []
      makePrivate(where.value)
      return [say('path.madePrivate', { path: where.value.state })]
    },
  }
}

/** What the journal and its blobs hold, where there is one. */
async function stored({ log, locks }: Needs, where: Places): Promise<readonly Examined[]> {
  if (!existsSync(where.journal)) return []
  const [opened, owned, health] = [await log(), locks(), await import('./storage.ts')]
  if (!opened.ok || !owned.ok) return []
  return [
    await health.examineRuns(opened.value, owned.value),
    await health.examineMigrations(opened.value),
    health.examineBlobs(where),
  ]
}

async function journal({ log }: Needs, where: Places): Promise<Examined> {
  const name = say('doctor.journal')
  if (!existsSync(where.journal)) return { name, state: 'ok', detail: say('doctor.noneYet') }
  const opened = await log()
  if (!opened.ok) return { name, state: 'problem', detail: opened.failure.message }
  const { examineJournal } = await import('./machine.ts')
  return examineJournal(opened.value)
}
