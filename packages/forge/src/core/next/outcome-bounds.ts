/**
 * An outcome is accepted in whole or refused by name before it is recorded (I-12): a journal that cannot hold an
 * outcome would stop its run forever.
 */
import { say, truncated, type Said } from '#messages/said.ts'
import { Outcome, Report } from '#model/attempt.ts'
import { answerBytes, bytesOver, outcomeBytes, sizeFault } from '#model/bounds.ts'
import { explain } from '#model/explain.ts'

/** The outcome itself, one with shorter excerpts, or a failure that names the fault. */
export function boundedOutcome(outcome: Outcome): Outcome {
  const short = withShortExcerpts(outcome)
  const fault = faultOf(short)
  return fault === undefined
    ? short
    : { status: 'failed', failure: { tag: 'invalid', errors: [truncated(fault, 4000)] } }
}

/** Undefined for what cannot be recorded: a report of an agent must never stop a run. */
export function boundedReport(report: Report): Report | undefined {
  return Report.safeParse(report).success && bytesOver(report, outcomeBytes) <= outcomeBytes ? report : undefined
}

function faultOf(outcome: Outcome): Said | undefined {
  const answer = 'answer' in outcome ? sizeFault(say('text.theAnswer'), outcome.answer, answerBytes) : undefined
  if (answer !== undefined) return answer
  const what =
    outcome.status === 'worked'
      ? say('text.whatAttemptBroughtWithPaths', { count: outcome.changed.length })
      : say('text.whatAttemptBrought')
  const whole = sizeFault(what, outcome, outcomeBytes)
  if (whole !== undefined) return whole
  const parsed = Outcome.safeParse(outcome)
  return parsed.success ? undefined : say('attempt.cannotBeRecorded', { why: explain(parsed.error) })
}

/** Output of commands is cut for the journal anyway: with many commands each one's share is smaller. */
function withShortExcerpts(outcome: Outcome): Outcome {
  if (outcome.status !== 'checked' || bytesOver(outcome, outcomeBytes) <= outcomeBytes) return outcome
  const share = Math.floor(outcomeBytes / 2 / 6 / outcome.results.length)
  return {
    ...outcome,
    results: outcome.results.map((result) => ({ ...result, excerpt: truncated(result.excerpt, share) })),
  }
}
