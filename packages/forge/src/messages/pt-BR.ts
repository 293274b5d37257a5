/** All messages in Brazilian Portuguese. A message without its text does not compile. */
import type { MessageKey } from '#messages/en.ts'
import { agentPtBR } from '#messages/pt-BR/agent.ts'
import { auditPtBR } from '#messages/pt-BR/audit.ts'
import { commandLinePtBR } from '#messages/pt-BR/command-line.ts'
import { configPtBR } from '#messages/pt-BR/config.ts'
import { drivingPtBR } from '#messages/pt-BR/progress.ts'
import { eventsPtBR } from '#messages/pt-BR/events.ts'
import { gatePtBR } from '#messages/pt-BR/gate.ts'
import { gitPtBR } from '#messages/pt-BR/git.ts'
import { handoverPtBR } from '#messages/pt-BR/land.ts'
import { hintPtBR } from '#messages/pt-BR/hint.ts'
import { machinePtBR } from '#messages/pt-BR/doctor.ts'
import { pathPtBR } from '#messages/pt-BR/path.ts'
import { planViewPtBR } from '#messages/pt-BR/plan-view.ts'
import { plansPtBR } from '#messages/pt-BR/plans.ts'
import { presetPtBR } from '#messages/pt-BR/preset.ts'
import { presetViewPtBR } from '#messages/pt-BR/preset-view.ts'
import { recoveryPtBR } from '#messages/pt-BR/recovery.ts'
import { rehearsalPtBR } from '#messages/pt-BR/rehearsal.ts'
import { runPtBR } from '#messages/pt-BR/run.ts'
import { setUpPtBR } from '#messages/pt-BR/set-up.ts'
import { standingPtBR } from '#messages/pt-BR/status.ts'
import { statusViewPtBR } from '#messages/pt-BR/status-view.ts'
import { unitPtBR } from '#messages/pt-BR/unit.ts'
import { viewsPtBR } from '#messages/pt-BR/views.ts'

export const brazilian: Readonly<Record<MessageKey, string>> = {
  ...agentPtBR,
  ...auditPtBR,
  ...commandLinePtBR,
  ...configPtBR,
  ...drivingPtBR,
  ...eventsPtBR,
  ...gatePtBR,
  ...gitPtBR,
  ...handoverPtBR,
  ...hintPtBR,
  ...machinePtBR,
  ...pathPtBR,
  ...planViewPtBR,
  ...plansPtBR,
  ...presetPtBR,
  ...presetViewPtBR,
  ...recoveryPtBR,
  ...rehearsalPtBR,
  ...runPtBR,
  ...setUpPtBR,
  ...standingPtBR,
  ...statusViewPtBR,
  ...unitPtBR,
  ...viewsPtBR,
}
