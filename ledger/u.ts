/** Plants of the rows U-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
  {
    id: 'U-02',
    module: 'engine/perform/check.ts',
    function: 'check',
    find: "performed({ status: 'checked', results: [...results.value] })",
    replace:
      "performed({ status: 'checked', results: [...results.value] }, { inputTokens: 1, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costMicros: 0, source: 'reported' })",
  },
  {
    id: 'U-03',
    module: 'model/preset.ts',
    function: 'WrittenCheckPhase',
    find: 'z.strictObject({',
    replace: 'z.object({',
  },
  {
    id: 'U-04',
    module: 'core/verdict/judge.ts',
    function: 'verdictOfWord',
    find: ': undefined',
    replace: ": 'pass'",
  },
  {
    id: 'U-10',
    module: 'core/route/route.ts',
    function: 'routeOf',
    find: '`tier=${chosen.tier} by ${chosen.by}`,',
    replace: '',
  },
  {
    id: 'U-12',
    module: 'model/attempt.ts',
    function: 'WorkAnswer',
    find: 'z.strictObject({',
    replace: 'z.object({',
  },
  {
    id: 'U-14',
    module: 'core/verdict/judge.ts',
    function: 'judgeChecks',
    find: 'result.exitCode !== 0 || result.timedOut',
    replace: 'result.timedOut',
  },
  {
    id: 'U-18',
    module: 'core/context/assemble.ts',
    function: 'renderBlock',
    find: "need === 'mandatory' || most === undefined ? block.text : cutToTokens(block.text, most)",
    replace: 'block.text',
  },
  {
    id: 'U-20',
    module: 'model/judged.ts',
    function: 'judgedTheSame',
    find: 'one.subject === other.subject &&',
    replace: '',
  },
  {
    id: 'U-21',
    module: 'core/views/cost.ts',
    function: 'foldCost',
    find: "if (event.type !== 'attempt.finished') continue",
    replace: "if (event.type !== 'attempt.finished' || event.outcome.status === 'failed') continue",
  },
  {
    id: 'U-23',
    module: 'forge/drive.ts',
    function: 'tellEnd',
    find: "if (end === 'waiting' || end === 'parked')",
    replace: "if (end !== 'finished')",
  },
  {
    id: 'U-24',
    module: 'forge/examine.ts',
    function: 'examineGit',
    find: "state: 'unknown'",
    replace: "state: 'ok'",
  },
  {
    id: 'U-25',
    module: 'surfaces/operations/text/message.ts',
    function: 'speaking',
    find: 'spoken = before',
    replace: 'void before',
  },
  {
    id: 'U-31',
    module: 'core/next/step.ts',
    function: 'step',
    find: 'take(draft, events, intent)',
    replace: 'take(draft, events, { ...intent, rule: undefined })',
  },
  {
    id: 'U-32',
    module: 'adapters/agents/scripted/deeds.ts',
    function: 'deeds.answer',
    find: '...goodAnswer(told.task), ...step.with',
    replace: '...goodAnswer(told.task)',
  },
  {
    id: 'U-06',
    module: 'core/next/directives.ts',
    function: 'heldByGates',
    find: "if (phase.effect === 'blocking')",
    replace: 'if (at > 0)',
  },
  {
    id: 'U-22',
    module: 'core/views/progress.ts',
    function: 'etaOf',
    find: 'const etaMinutes = Math.round(((minutes * taken) / expected / slots) * 10) / 10',
    replace: 'const etaMinutes = minutes * 0 + taken * 0 + slots * 0 + expected * 0 + 1',
  },
  {
    id: 'U-28',
    module: 'engine/perform/agent.ts',
    function: 'lookAtOwnFiles',
    replace: 'return []',
  },
  {
    id: 'U-30',
    module: 'surfaces/operations/perform.ts',
    function: 'performDeed',
    find: "deed.does === 'decides'",
    replace: "deed.does === 'decides' && deed.name !== 'init'",
  },
]

/** Proven rows that still lack a plant; this list only ever gets shorter. */
export const withoutPlant: readonly string[] = ['U-05']
