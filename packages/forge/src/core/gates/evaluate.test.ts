import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gate, GateCode } from '#model/gate.ts'
import { checkGate, evaluateGate } from './evaluate.ts'
import { artifactPaths, type GateFacts } from './facts.ts'
import { parseLines } from './parse.ts'

const facts: GateFacts = {
  values: { sprint: 's1', task: 't1', engineering: 'engineering' },
  record: { task: { status: 'planned', owner: null, iterations: 2, tags: ['a'], isUrgent: true } },
  phases: ['plan', 'review-plan', 'implement'],
  verdicts: { 'review-plan': 'approved', plan: 'unknown' },
  artifacts: {
    'engineering/t1/PLAN.md': { seen: 'file', bytes: 200 },
    'empty.md': { seen: 'file', bytes: 0 },
    'gone.md': { seen: 'missing' },
    'odd.md': { seen: 'unreadable', why: 'is a folder' },
  },
}

function gate(line: string, when: Gate['when'] = 'preflight'): Gate {
  const parsed = parseLines(line.split('\n'), 1, { when, placeholders: ['sprint', 'task', 'bug', 'engineering'] })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
  return { when, phase: 'implement', directives: [...parsed.value] }
}

function codesOf(line: string, when: Gate['when'] = 'preflight'): string {
  const result = evaluateGate(gate(line, when), facts)
  return result.result === 'holds'
    ? 'holds'
    : `${result.result}: ${result.objections.map(({ code }) => code).join(', ')}`
}

describe('a gate', () => {
  it.each([
    ['artifact {engineering}/{task}/PLAN.md min=200', 'holds'],
    ['artifact {engineering}/{task}/PLAN.md min=201', 'failed: artifact-stub'],
    ['artifact empty.md', 'failed: artifact-stub'],
    ['artifact empty.md min=0', 'holds'],
    ['artifact gone.md', 'failed: artifact-missing'],
    ['artifact odd.md', 'failed: tool-error'],
    ['artifact nobody-looked.md', 'failed: tool-error'],
    ['artifact toString', 'failed: tool-error'],
    ['artifact {bug}/a.md', 'misconfigured: misconfigured'],
    ['artifact ../../etc/passwd', 'misconfigured: misconfigured'],
    ['artifact /etc/passwd', 'misconfigured: misconfigured'],
    ['require task.status == planned', 'holds'],
    ['require task.status == done', 'failed: require-failed'],
    ['require task.status != done', 'holds'],
    ['require task.iterations == 2', 'holds'],
    ['require task.isUrgent == true', 'holds'],
    ['require task.owner == ann', 'failed: require-failed'],
    ['require task.owner.name == ann', 'failed: require-failed'],
    ['require task.status in [done, planned]', 'holds'],
    ['forbid task.status in [done, planned]', 'failed: forbidden'],
    ['forbid task.status == done', 'holds'],
    ['forbid task.status != done', 'failed: forbidden'],
    ['after review-plan = approved', 'holds'],
    ['after review-plan = revision', 'failed: after-failed'],
    ['after implement = n/a', 'holds'],
    ['after implement = approved', 'failed: after-failed'],
    ['after plan = n/a', 'failed: after-failed'],
  ])('S0-27 %s: %s', (line, expected) => {
    expect(codesOf(line)).toBe(expected)
  })

  it.each([
    ['forbid task.statsu == done', 'did you mean status?'],
    ['forbid tusk.status == done', 'did you mean task?'],
    ['require task.tags == a', 'not a single value'],
    ['require task == a', 'not a single value'],
    ['require task.status.word == a', 'has no fields'],
    ['require task.constructor == a', 'has no field constructor'],
    ['after reveiw-plan = approved', 'did you mean review-plan?'],
    ['after constructor-x = n/a', 'has no phase'],
  ])('S0-26 %s is misconfigured, never held and never failed', (line, words) => {
    const result = evaluateGate(gate(line), facts)
    const objections = [{ code: 'misconfigured', reason: expect.saying(words) }]
    expect(result).toMatchObject({ result: 'misconfigured', objections })
  })

  it('S0-26 is misconfigured before it is failed, and failed with all that is wrong', () => {
    expect(codesOf('artifact gone.md\nforbid task.status == planned')).toBe('failed: artifact-missing, forbidden')
    expect(codesOf('artifact gone.md\nrequire x.y == z')).toBe('misconfigured: misconfigured')
    expect(codesOf('')).toBe('holds')
  })

  it('R-05 what a phase leaves behind has reason codes of its own, each with a remedy', () => {
    const table: [string, GateCode][] = [
      ['artifact gone.md', 'output-missing'],
      ['artifact empty.md', 'output-stub'],
      ['require task.status == done', 'require-failed'],
      ['artifact odd.md', 'tool-error'],
    ]
    for (const [line, code] of table) {
      const result = evaluateGate(gate(line, 'postflight'), facts)
      expect(result).toMatchObject({ result: 'failed', objections: [{ code, directive: line }] })
      if (result.result !== 'failed') continue
      expect(result.objections[0]?.remedy).toSay(/gone\.md|empty\.md|odd\.md|task\.status == done/)
    }
    const remedies = table.map(([line]) => checkGate(gate(line, 'postflight'), facts)[0]?.objection?.remedy)
    expect(new Set(remedies.map((remedy) => JSON.stringify(remedy))).size).toBe(table.length)
  })

  it('S0-26 every directive is shown beside what was seen', () => {
    expect(checkGate(gate('after review-plan = approved\nforbid task.status == planned'), facts)).toMatchObject([
      { directive: 'after review-plan = approved', saw: 'the verdict of review-plan is approved' },
      { directive: 'forbid task.status == planned', saw: 'task.status is "planned"', objection: { code: 'forbidden' } },
    ])
  })

  it('S0-27 says which files somebody must look at first', () => {
    const gates = [
      gate('artifact {engineering}/{task}/PLAN.md\nartifact {bug}.md\nartifact a.md'),
      gate('artifact a.md'),
    ]
    expect(artifactPaths(gates, facts.values)).toEqual(['engineering/t1/PLAN.md', 'a.md'])
  })

  it('S0-26 holds only when every directive by itself holds', () => {
    const lines = [
      'artifact {engineering}/{task}/PLAN.md min=200',
      'artifact gone.md',
      'require task.status == planned',
      'forbid task.status == planned',
      'after review-plan = approved',
      'after implement = approved',
      'require x.y == z',
    ]
    fc.assert(
      fc.property(fc.subarray(lines), (drawn) => {
        const each = drawn.map((line) => evaluateGate(gate(line), facts).result)
        expect(evaluateGate(gate(drawn.join('\n')), facts).result === 'holds').toBe(
          each.every((result) => result === 'holds'),
        )
      }),
    )
  })
})
