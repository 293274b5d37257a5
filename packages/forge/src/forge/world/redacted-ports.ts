/**
 * Removes secrets from what agents and checks write to the journal and the records (I-38): the last filter before both.
 */
import type { Redactor } from '#adapters/exec/index.ts'
import type { AgentEnd, Agents, Equipment, Processes } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'

export function redactedAgents(agents: Agents, redactor: Redactor): Agents {
  return {
    async start(task, reports) {
      const session = await agents.start(task, (report: Report) => reports(redacted(report, redactor)))
      return {
        ...session,
        ended: session.ended.then((end): AgentEnd => redacted(end, redactor)),
      }
    },
  }
}

export function redactedProcesses(processes: Processes, redactor: Redactor): Processes {
  return {
    ...processes,
    hooks: async (key, tree) => redacted(await processes.hooks(key, tree), redactor),
    check: async (key, tree, command) => redacted(await processes.check(key, tree, command), redactor),
  }
}

export function redactedEquipment(equipment: Equipment, redactor: Redactor): Equipment {
  return { ...equipment, prepare: async (tree, content) => redacted(await equipment.prepare(tree, content), redactor) }
}

/** Redacts every text in a value of plain data; names of fields are Forge's own. */
export function redacted<T>(value: T, redactor: Redactor): T {
  const clean = (item: unknown): unknown => {
    if (typeof item === 'string') return redactor.text(item)
    if (Array.isArray(item)) return item.map(clean)
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([name, part]) => [name, clean(part)]))
  }
  return clean(value) as T
}
