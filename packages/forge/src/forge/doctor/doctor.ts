/** The doctor: examines everything that Forge needs. */
import { enclosure } from '#adapters/exec/index.ts'
import { isThere } from '#adapters/files/plain.ts'
import type { Config } from '#config/load.ts'
import type { Place } from '#forge/place/place.ts'
import type { Places } from '#forge/place/places.ts'
import { accountStoreOf } from '#forge/world/accounts.ts'
import { withOwnLogin } from '#forge/world/agents/own-login.ts'
import type { SandboxSettings } from '#forge/world/sandbox.ts'
import { raw, say, type Said } from '#messages/said.ts'
import {
  examineFolder,
  examineGit,
  examineJournal,
  examineNode,
  examinePath,
  examineSandbox,
  examineSqlite,
  examineState,
  makePrivate,
  type Examined,
} from './machine.ts'
import { examineModels } from './models.ts'
import {
  examineBlobs,
  examineDisk,
  examineGenerated,
  examineIntegrity,
  examineMigrations,
  examineRuns,
  examineStructure,
  examineTranscripts,
} from './storage.ts'

export interface Doctor {
  /** Examines everything that Forge needs, and changes nothing. */
  all(): Promise<readonly Examined[]>
  /** The examinations of the project and of stored data that depend on the configuration. */
  withConfig(config: Config): Promise<readonly Examined[]>
  /** Which sandbox agents and checks would get with these settings. */
  sandbox(settings: SandboxSettings): Promise<Examined>
  /** Fixes what is safe to fix; returns what it did. */
  repair(): Promise<readonly Said[]>
}

type Needs = Pick<Place, 'surroundings' | 'repository' | 'places' | 'log' | 'locks'>

export function doctorOf(needs: Needs): Doctor {
  const { repository, places, surroundings } = needs
  const { env, machine, program, home } = surroundings
  return {
    async all() {
      const [found, where] = [repository(), places()]
      const always = [
        examineNode(machine.node),
        examineSqlite(machine.sqlite),
        await examineGit(env),
        examinePath(env, program),
      ]
      if (!found.ok || !where.ok) {
        const [name, detail] = [say('doctor.repository'), found.ok ? raw('') : found.failure.message]
        return [...always, { name, state: 'problem', detail, remedy: say('git.goToProjectOrInit') }]
      }
      return [
        ...always,
        examineFolder(found.value.root),
        examineState(where.value),
        await journal(needs, where.value),
        ...(await stored(needs, where.value)),
        examineDisk(where.value),
        examineGenerated(where.value, found.value.root),
        examineIntegrity(),
      ]
    },
    async withConfig(config) {
      const [found, where] = [repository(), places()]
      if (!found.ok || !where.ok) return []
      return [
        ...examineStructure(found.value.root, config),
        examineTranscripts(where.value, config),
        ...(await examineModels({ config, env, now: surroundings.now() })),
      ]
    },
    async sandbox(settings) {
      const listed = accountStoreOf(env, home).list()
      // Only which keys exist is read; the keys themselves stay where they are.
      const held = (listed.ok ? listed.value : []).map(({ name, variable }) => [name, { [variable]: 'held' }] as const)
      const ownLogin = withOwnLogin(settings.agents ?? [], { env, accounts: Object.fromEntries(held) })
      return examineSandbox({ ...settings, ownLogin }, await enclosure())
    },
    async repair() {
      const where = places()
      if (!where.ok || examineState(where.value).state !== 'problem') return []
      makePrivate(where.value)
      return [say('path.madePrivate', { path: where.value.state })]
    },
  }
}

/** Examines the journal and its blobs, where there is a journal. */
async function stored({ log, locks }: Needs, where: Places): Promise<readonly Examined[]> {
  if (!isThere(where.journal)) return []
  const [opened, owned] = [await log(), locks()]
  if (!opened.ok || !owned.ok) return []
  return [await examineRuns(opened.value, owned.value), await examineMigrations(opened.value), examineBlobs(where)]
}

async function journal({ log }: Needs, where: Places): Promise<Examined> {
  const name = say('doctor.journal')
  if (!isThere(where.journal)) return { name, state: 'ok', detail: say('doctor.noneYet') }
  const opened = await log()
  if (!opened.ok) return { name, state: 'problem', detail: opened.failure.message }
  return examineJournal(opened.value)
}
