/** How full the windows of an account are, as an event; reporting it uses nothing. */
import type { AgentEventOf } from '#model/agent-event.ts'
import type { UsedWindow } from '#model/quota.ts'
import { noUsage } from '#model/usage.ts'

export function windowsTold(windows: readonly UsedWindow[]): readonly AgentEventOf<'usage'>[] {
  const { source: _, ...usage } = noUsage
  return windows.length === 0 ? [] : [{ type: 'usage', usage, windows: [...windows] }]
}

/** `resets`: seconds since the epoch. A value that is no number is ignored. */
export function usedWindow(
  window: UsedWindow['window'],
  percent: number | undefined,
  resets: number | null | undefined,
): readonly UsedWindow[] {
  if (percent === undefined || !(percent >= 0)) return []
  const isTime = typeof resets === 'number' && resets > 0 && resets < 1e11
  return [{ window, percent: Math.min(percent, 1000), ...(isTime ? { resetsAt: Math.round(resets * 1000) } : {}) }]
}
