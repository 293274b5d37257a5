/**
 * From a performer's answer to the normal form: pass · revise · stop · none. A missing or odd answer never becomes
 * `pass` (I-18).
 */
import { linesOf } from '#messages/lines.ts'
import { raw, say, several, truncated, type Said } from '#messages/said.ts'
import { PlanAnswer, WorkAnswer, type Outcome } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import type { CheckResult } from '#model/evidence.ts'
import { DocumentAnswer } from '#model/document.ts'
import type { Failure } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import type { AgentPhase, Phase } from '#model/phase.ts'
import { unreachable } from '#model/result.ts'
import type { Plan } from '#model/unit.ts'
import { JudgeAnswer, type RecordedFinding, type Verdict } from '#model/verdict.ts'
import { checkPlan, type KnownUnits } from '#core/graph/check.ts'
import { withFindings } from '#core/findings/words.ts'
import { forbiddenChanges, isBlocking, isSameCheck, trajectoryWarning, type Terms } from '#core/graph/unit-terms.ts'

export interface Judgement {
  readonly verdict: Verdict
  readonly raw: string
  readonly failure: Failure | undefined
  readonly findings: readonly RecordedFinding[]
  /** Its plan, checked. */
  readonly plan?: Plan
  /** Its document. */
  readonly document?: string
}

export interface JudgeRequest {
  readonly phase: Phase
  /** The nonce that an agent's answer must carry to be of this attempt (I-21). */
  readonly nonce: string | undefined
  /** Names of the commands that a check had to run. */
  readonly commands: readonly string[]
  readonly known: KnownUnits
  /** What the plan binds the unit to. */
  readonly terms: Terms
}

export function judgeOutcome(asked: JudgeRequest, outcome: Outcome): Judgement {
  switch (outcome.status) {
    case 'worked':
      return judgeWork(asked, outcome)
    case 'planned':
      return judgePlan(asked, outcome.answer)
    case 'documented':
      return judgeDocument(asked, outcome.answer)
    case 'judged':
      return judgeAnswer(asked, outcome.answer)
    case 'checked':
      return judgeChecks(asked.commands, outcome.results)
    case 'integrated':
    case 'merged':
    case 'tidied':
      return pass(outcome.status)
    case 'failed':
      return ofFailure(outcome.failure)
    default:
      return unreachable(outcome)
  }
}

function pass(word: string, findings: readonly RecordedFinding[] = []): Judgement {
  return { verdict: 'pass', raw: word, failure: undefined, findings }
}

function none(...errors: Said[]): Judgement {
  return { verdict: 'none', raw: 'invalid', failure: { tag: 'invalid', errors }, findings: [] }
}

/** What does not fit the schema, by its place, so that the agent that is asked again knows what to fix. */
function misfits({ issues }: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): Said[] {
  const places = issues.slice(0, 20).map(({ path, message }) => `${path.map(String).join('.') || 'answer'}: ${message}`)
  return [say('verdict.answerDoesNotFitSchema'), ...places.map((place) => raw(place.slice(0, 500)))]
}

/** Forbidden changes are checked first: whatever the agent says, the tree is the evidence. */
function judgeWork(
  asked: JudgeRequest,
  { answer: written, changed }: Extract<Outcome, { status: 'worked' }>,
): Judgement {
  const paths = forbiddenChanges(asked.terms, changed)
  if (paths !== undefined)
    return { verdict: 'stop', raw: 'disallowed change', failure: { tag: 'outside', paths }, findings: [] }
  const answer = WorkAnswer.safeParse(written)
  if (!answer.success) return none(...misfits(answer.error))
  if (answer.data.nonce !== asked.nonce) return none(say('verdict.answerOfOtherAttempt'))
  if (answer.data.status === 'blocked') {
    const { note: text, why } = answer.data
    const failure: Failure = { tag: 'blocked', text: raw(text), ...defined({ why }) }
    return { verdict: 'stop', raw: 'blocked', failure, findings: [] }
  }
  return pass('done', trajectoryWarning(asked.terms, changed))
}

function judgePlan(asked: JudgeRequest, written: Json): Judgement {
  const answer = PlanAnswer.safeParse(written)
  if (!answer.success) return none(...misfits(answer.error))
  if (answer.data.nonce !== asked.nonce) return none(say('verdict.answerOfOtherAttempt'))
  const plan = checkPlan(answer.data.plan, asked.known)
  if (!plan.ok)
    return {
      verdict: 'revise',
      raw: 'unsound',
      failure: { tag: 'unmet', summary: linesOf(plan.failure) },
      findings: [],
    }
  return { ...pass('planned'), plan: plan.value }
}

function judgeDocument(asked: JudgeRequest, written: Json): Judgement {
  const answer = DocumentAnswer.safeParse(written)
  if (!answer.success) return none(...misfits(answer.error))
  if (answer.data.nonce !== asked.nonce) return none(say('verdict.answerOfOtherAttempt'))
  const { document: text } = answer.data
  if (text.trim() === '') return none(say('verdict.documentEmpty'))
  return { ...pass('written'), document: text }
}

function judgeAnswer(asked: JudgeRequest, written: Json): Judgement {
  const answer = JudgeAnswer.safeParse(written)
  if (!answer.success) return none(...misfits(answer.error))
  if (answer.data.nonce !== asked.nonce) return none(say('verdict.answerOfOtherAttempt'))
  const { verdict: word, summary, criteria = [] } = answer.data
  const findings = answer.data.findings.map((one): RecordedFinding => ({ ...one, claim: raw(one.claim) }))
  const verdict = verdictOfWord(asked.phase as AgentPhase, word)
  if (verdict === undefined) return none(say('verdict.notWordOfPhase', { word: JSON.stringify(word) }))
  if (verdict === 'pass') {
    if ((asked.phase as AgentPhase).judges !== undefined) return pass(word, findings)
    return judgeErrors(summary, judgeCriteria(asked.terms, criteria, pass(word, findings)))
  }
  const tag = verdict === 'stop' ? 'refused' : 'unmet'
  const failure: Failure = { tag, summary: withFindings(summary === '' ? word : summary, findings) }
  return { verdict, raw: word, failure, findings }
}

/** Work in which its reviewer found an error is not approved, whatever the verdict: it is fixed first (S3-20). */
function judgeErrors(summary: string, approval: Judgement): Judgement {
  const errors = approval.findings.filter(({ severity }) => severity === 'error')
  if (approval.verdict !== 'pass' || errors.length === 0) return approval
  return { ...unmet('errors found', withFindings(summary, errors)), findings: approval.findings }
}

/** An approval counts only with every criterion of the unit judged, and every blocking one met. */
function judgeCriteria(
  { acceptanceCriteria = [] }: Terms,
  judged: NonNullable<JudgeAnswer['criteria']>,
  approval: Judgement,
): Judgement {
  const seen = acceptanceCriteria.map((criterion) => ({
    criterion,
    answer: judged.find(({ check }) => isSameCheck(check, criterion.check)),
  }))
  const unjudged = seen.filter(({ criterion, answer }) => answer === undefined && isBlocking(criterion))
  if (unjudged.length > 0)
    return none(
      ...unjudged.map(({ criterion }) =>
        say('verdict.criterionNotJudged', { criterion: JSON.stringify(criterion.check) }),
      ),
    )
  const unmetOnes = seen.filter(({ answer }) => answer?.met === false)
  const words = ({ criterion, answer }: (typeof seen)[number]): Said => {
    const wanted = { criterion: criterion.check, expected: criterion.expected }
    const { evidence = '' } = answer ?? {}
    const said =
      evidence === ''
        ? say('verdict.criterionNotMet', wanted)
        : say('verdict.criterionNotMetSeen', { ...wanted, evidence })
    return truncated(said, 2000)
  }
  const blocking = unmetOnes.filter(({ criterion }) => isBlocking(criterion))
  if (blocking.length > 0)
    return {
      ...unmetMust('criterion', 'criteria not met', linesOf(blocking.map(words))),
      findings: approval.findings,
    }
  const noted = unmetOnes.map((one): RecordedFinding => ({
    severity: 'warning',
    category: 'criterion',
    claim: words(one),
  }))
  return { ...approval, findings: [...approval.findings, ...noted] }
}

/** The normal form of a raw word; undefined when it is outside the phase's vocabulary. */
export function verdictOfWord(phase: AgentPhase, word: string): Verdict | undefined {
  return Object.hasOwn(phase.vocabulary, word) ? phase.vocabulary[word] : undefined
}

function judgeChecks(commands: readonly string[], results: readonly CheckResult[]): Judgement {
  if (results.length === 0) return none(say('verdict.noCommandRun'))
  const bad = results.find((result) => result.exitCode !== 0 || result.timedOut)
  if (bad !== undefined) return unmetMust('check', 'failed', several([endOf(bad), bad.excerpt], '\n'))
  const missing = commands.filter((name) => !results.some((result) => result.name === name))
  if (missing.length > 0) return none(say('verdict.commandsNotRun', { names: missing.join(', ') }))
  const empty = results.find((result) => result.testsRun === 0)
  if (empty !== undefined) return unmetMust('check', 'no tests', say('verdict.commandRanNoTest', { name: empty.name }))
  return pass('passed')
}

function endOf({ name, exitCode, timedOut }: CheckResult): Said {
  if (timedOut) return say('verdict.commandTimedOut', { name })
  return exitCode === null
    ? say('verdict.commandEndedBySignal', { name })
    : say('verdict.commandExited', { name, code: exitCode })
}

function unmet(word: string, summary: Said): Judgement {
  return { verdict: 'revise', raw: word, failure: { tag: 'unmet', summary }, findings: [] }
}

/** Unmet evidence: the maker repairs it, whoever the judge is. */
function unmetMust(must: 'check' | 'criterion', word: string, summary: Said): Judgement {
  return { verdict: 'revise', raw: word, failure: { tag: 'unmet', summary, must }, findings: [] }
}

function ofFailure(failure: Failure): Judgement {
  return { verdict: verdictOfFailure(failure), raw: failure.tag, failure, findings: [] }
}

function verdictOfFailure(failure: Failure): Verdict {
  switch (failure.tag) {
    case 'unmet':
    case 'conflict':
      return 'revise'
    case 'blocked':
    case 'refused':
    case 'outside':
    case 'gate':
      return 'stop'
    case 'transport':
    case 'quota':
    case 'empty':
    case 'invalid':
    case 'crash':
    case 'timeout':
    case 'interrupted':
    case 'ceiling':
    case 'moved':
    case 'unavailable':
    case 'disk':
    case 'locked':
      return 'none'
    default:
      return unreachable(failure)
  }
}
