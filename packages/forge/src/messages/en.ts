/** The English texts of all messages, by code; names in braces are filled with the values of a message. */
import { agent } from '#messages/en/agent.ts'
import { audit } from '#messages/en/audit.ts'
import { commandLine } from '#messages/en/command-line.ts'
import { config } from '#messages/en/config.ts'
import { driving } from '#messages/en/progress.ts'
import { events } from '#messages/en/events.ts'
import { gate } from '#messages/en/gate.ts'
import { git } from '#messages/en/git.ts'
import { handover } from '#messages/en/land.ts'
import { hint } from '#messages/en/hint.ts'
import { machine } from '#messages/en/doctor.ts'
import { path } from '#messages/en/path.ts'
import { planView } from '#messages/en/plan-view.ts'
import { plans } from '#messages/en/plans.ts'
import { preset } from '#messages/en/preset.ts'
import { presetView } from '#messages/en/preset-view.ts'
import { recovery } from '#messages/en/recovery.ts'
import { rehearsal } from '#messages/en/rehearsal.ts'
import { run } from '#messages/en/run.ts'
import { setUp } from '#messages/en/set-up.ts'
import { standing } from '#messages/en/status.ts'
import { statusView } from '#messages/en/status-view.ts'
import { unit } from '#messages/en/unit.ts'
import { views } from '#messages/en/views.ts'

export const english = {
  ...agent,
  ...audit,
  ...commandLine,
  ...config,
  ...driving,
  ...events,
  ...gate,
  ...git,
  ...handover,
  ...hint,
  ...machine,
  ...path,
  ...planView,
  ...plans,
  ...preset,
  ...presetView,
  ...recovery,
  ...rehearsal,
  ...run,
  ...setUp,
  ...standing,
  ...statusView,
  ...unit,
  ...views,
} as const

/** The code of a message. */
export type MessageKey = keyof typeof english
