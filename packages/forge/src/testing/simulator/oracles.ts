/** Oracles of the world: they check every access to refs, trees and agents the moment it happens. */
import { canonicalJson } from '#model/canonical.ts'
import type { Auditor } from './auditor.ts'
import type { SimAgent } from './behaviour.ts'
import { auditCheckout } from './audit-landing.ts'
import { disturbMerge } from './disturb.ts'
import { commitAt, filesAt, history, isAncestor } from './git.ts'
import type { Machine } from './machine.ts'
import { userOracles, type UserOracles } from './user-oracles.ts'

export interface WorldOracles extends UserOracles {
  /** What must hold when the schedule is over. */
  onEnd(): void

  onRemoveTree(id: string): void
  onUpdateRef(ref: string, next: string | undefined): void
  onKill(agent: SimAgent): void
  onSpawn(agent: SimAgent): void
}

export function worldOracles(machine: Machine, auditor: Auditor): WorldOracles {
  const { repository, watch, timeline } = machine
  let tip: string | undefined
  return {
    /** I-28: a tree is only removed when a Forge ref reaches its work, and no agent lives in it. */
    onRemoveTree(id) {
      if (id.includes('.scratch.')) return
      const files = machine.trees.get(id) ?? new Map<string, string>()
      const content = contentOf(files)
      const kept = [...repository.refs].filter(([ref]) => ref.startsWith('refs/forge/'))
      const isKept = kept.some(([, tip]) =>
        history(repository, tip).some((oid) => contentOf(filesAt(repository, oid)) === content),
      )
      if (!isKept) watch.violated('I-28', `tree ${id} was removed with work that no ref reaches`)
      const { units, status } = auditor.books.journal
      if (units.get(id.slice('sim.unit.'.length))?.merged === undefined && status !== 'finished')
        watch.violated('I-28', `tree ${id} was removed before its unit was merged`)
      if (machine.agents.some((agent) => agent.alive && agent.tree === id))
        watch.violated('I-28', `tree ${id} was removed under a living agent`)
    },
    /** I-27, I-26: only Forge's own refs move, and no merge is ever made twice. */
    onUpdateRef(ref, next) {
      if (!ref.startsWith('refs/forge/sim/')) watch.violated('I-27', `${ref} was moved`)
      const known = ref === 'refs/forge/sim/integration' ? tip : undefined
      if (known !== undefined && next !== undefined && !isOnTop(machine, known, next))
        watch.violated('I-19', 'merged on a commit that Forge never made')
      if (known !== undefined && next !== undefined && !isAncestor(repository, known, next))
        watch.violated('I-26', 'what was merged is no longer on the integration ref')
      if (ref === 'refs/forge/sim/integration' && next !== undefined) tip = next
      if (ref.startsWith('refs/forge/sim/candidate/')) disturbMerge(machine)
      if (ref !== 'refs/forge/sim/integration' || next === undefined) return
      const trailers = history(repository, next).flatMap((oid) => trailersOf(commitAt(repository, oid).message))
      const units = trailers.map((line) => line.replace(/@\d+$/, ''))
      if (new Set(units).size !== units.length) watch.violated('I-26', `a unit is merged twice on ${ref}`)
    },
    ...userOracles(machine, auditor.books),
    /** I-35, I-40: a living agent is never killed before its limit on the monotonic clock. */
    onKill(agent) {
      if (!agent.alive || agent.told === 'interrupt') return
      const [age, silence] = [timeline.now() - agent.startedAt, timeline.now() - agent.lastSign]
      const { wallMs, idleMs, softMs = Infinity } = agent.task
      const isOverdue = age >= wallMs || silence >= idleMs || (age >= softMs && silence >= 300_000)
      if (!isOverdue) watch.violated('I-35', `agent ${agent.key} was killed before its time`)
    },
    onEnd() {
      auditCheckout({ books: auditor.books, machine })
      const left = [...machine.trees.keys()].filter(
        (id) => auditor.books.journal.units.get(id.slice('sim.unit.'.length))?.status !== 'stopped',
      )
      if (left.length > 0) watch.violated('I-6', `trees left over: ${left.join(', ')}`)
      const lost = machine.said.filter((id) => id.startsWith('human-') && !auditor.books.messages.has(id))
      if (lost.length > 0) watch.violated('I-24', `words of a human that nobody heard: ${lost.join(', ')}`)
    },
    onSpawn(agent) {
      const isIntended = [...auditor.books.journal.open.values()].some((open) => open.key === agent.key)
      if (!isIntended && !machine.scenario.faults.has('frozen-driver'))
        watch.violated('D1', `agent ${agent.key} started without a durable intent`)
      const others = machine.agents.filter((other) => other.alive && other !== agent && other.key === agent.key)
      if (others.length > 0 && !machine.scenario.faults.has('frozen-driver'))
        watch.violated('I-11', `two agents live for ${agent.key}`)
    },
  }
}

/** The next tip is made on the one that Forge made before it, or is the user's own branch that contains it. */
function isOnTop({ repository }: Machine, known: string, next: string): boolean {
  if (next === known || commitAt(repository, next).parents[0] === known) return true
  const own = repository.refs.get('refs/heads/main')
  return own !== undefined && isAncestor(repository, next, own)
}

function contentOf(files: ReadonlyMap<string, string>): string {
  return canonicalJson(Object.fromEntries(files))
}

function trailersOf(message: string): string[] {
  return message.split('\n').filter((line) => line.startsWith('Forge-Merge:'))
}
