/** How the attempts of a run were sandboxed, from their recorded reports. */
import { defined } from '#model/defined.ts'
import type { Event } from '#model/event.ts'
import type { SandboxedAttempts } from '#model/view.ts'

export function sandboxUse(events: readonly Event[]): SandboxedAttempts {
  const found = new Map<string, SandboxedAttempts[number]>()
  for (const event of events) {
    if (event.type !== 'attempt.reported' || event.report.kind !== 'sandbox') continue
    const { held, network, why } = event.report
    const name = `${held} ${network}`
    const before = found.get(name)?.attempts ?? 0
    found.set(name, { held, network, ...defined({ why }), attempts: before + 1 })
  }
  return [...found.values()]
}
