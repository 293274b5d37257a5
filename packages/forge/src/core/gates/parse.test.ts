import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { RequiredVerdict, Gate, type Condition, type Directive } from '#model/gate.ts'
import { parseGates } from './parse.ts'
import { printDirective } from './print.ts'

const placeholders = ['sprint', 'task', 'bug', 'engineering']
const gatesIn = (text: string) => parseGates(text, placeholders)

function gatesOf(text: string): readonly Gate[] {
  const parsed = gatesIn(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
  return parsed.value
}

/** The faults of a block with this body, as `line:column code`, and their words. */
function faultsOf(body: string, head = 'gates phase=plan'): readonly [string, string][] {
  const parsed = gatesIn(`# Gates\n\n\`\`\`${head}\n${body}\n\`\`\`\n`)
  if (parsed.ok) return []
  return parsed.failure.map(({ line, column, code, message }) => [`${line}:${column} ${code}`, render(message, 'en')])
}

describe('the gate language', () => {
  it('S0-27 has four directives, three operators and blocks fenced per phase', () => {
    const text = [
      'Words around blocks are for people.',
      '```gates phase=implement',
      '# a comment, then an empty line',
      '',
      'artifact {engineering}/sprints/{sprint}/{task}/PLAN.md min=200',
      'artifact "docs/my plan.md"',
      '  require task.owner == "Ann Lee"',
      'require task.iterations != 3',
      'forbid task.status in [blocked,escalated , "on hold"]',
      'after review-plan = approved',
      'after validate = n/a',
      '```',
      '```outputs phase=implement',
      'artifact {bug}.md',
      '```',
      '```ts',
      'const other = "languages are left alone"',
      '```',
      '````md',
      '```gates phase=implement',
      'an example inside a longer fence is no gate',
      '```',
      '````',
    ].join('\r\n')
    expect(gatesOf(text)).toEqual([
      {
        when: 'preflight',
        phase: 'implement',
        directives: [
          { kind: 'artifact', path: '{engineering}/sprints/{sprint}/{task}/PLAN.md', min: 200 },
          { kind: 'artifact', path: 'docs/my plan.md' },
          { kind: 'require', field: 'task.owner', condition: { op: '==', value: 'Ann Lee' } },
          { kind: 'require', field: 'task.iterations', condition: { op: '!=', value: '3' } },
          {
            kind: 'forbid',
            field: 'task.status',
            condition: { op: 'in', values: ['blocked', 'escalated', 'on hold'] },
          },
          { kind: 'after', phase: 'review-plan', verdict: 'approved' },
          { kind: 'after', phase: 'validate', verdict: 'n/a' },
        ],
      },
      { when: 'postflight', phase: 'implement', directives: [{ kind: 'artifact', path: '{bug}.md' }] },
    ])
  })

  it.each([
    ['forbidd task.status == x', '4:1 unknown-directive', 'did you mean forbid?'],
    ['  Require task.status == x', '4:3 unknown-directive', 'did you mean require?'],
    ['whatever', '4:1 unknown-directive', 'known: artifact, require, forbid, after'],
    ['artifact', '4:9 bad-value', 'the path is missing'],
    ['artifact a.md min=many', '4:15 bad-minimum', 'min=200'],
    ['artifact a.md min=-1', '4:15 bad-minimum', 'min=200'],
    ['artifact my plan.md', '4:13 bad-minimum', 'put a path with spaces in quotes'],
    ['artifact a.md min=1 x', '4:21 bad-value', 'unexpected'],
    ['artifact {sprnt}/a.md', '4:10 unknown-placeholder', 'did you mean sprint?'],
    ['artifact a/{task/b.md', '4:12 unknown-placeholder', 'brace'],
    ['artifact "a.md', '4:10 bad-value', 'quote is not closed'],
    ['require', '4:8 bad-field', 'the field is missing'],
    ['require task..status == x', '4:9 bad-field', 'task.status'],
    ['require task.status', '4:20 bad-operator', 'the operator is missing'],
    ['require task.status = x', '4:21 bad-operator', 'did you mean ==?'],
    ['require task.status >= 3', '4:21 bad-operator', 'known: ==, !=, in [a, b]'],
    ['require task.status ==', '4:23 bad-value', 'the value is missing'],
    ['require task.status == [a]', '4:24 bad-value', 'not a single value'],
    ['require task.status == a b', '4:26 bad-value', 'put a value with spaces in quotes'],
    ['forbid task.status in a, b', '4:23 bad-value', '[a, b]'],
    ['forbid task.status in [a b]', '4:26 bad-value', '[a, b]'],
    ['forbid task.status in [a,', '4:26 bad-value', '[a, b]'],
    ['forbid task.status in []', '4:24 bad-value', '[a, b]'],
    ['after', '4:6 bad-value', 'the phase is missing'],
    ['after plan == approved', '4:12 bad-operator', 'after <phase> ='],
    ['after plan = aproved', '4:14 bad-value', 'did you mean approved?'],
    ['after plan = unknown', '4:14 bad-value', 'is not a verdict'],
  ])('S0-27 %s is refused with its line and column', (body, where, words) => {
    const [[seen, message] = ['', ''], ...more] = faultsOf(body)
    expect([seen, more]).toEqual([where, []])
    expect(message).toContain(words)
  })

  it('S0-27 blocks that are written twice, never closed, or named wrongly are refused where they stand', () => {
    const twice = '```gates phase=plan\n```\n\n```gates phase=plan\n```'
    expect(gatesIn(twice)).toMatchObject({ ok: false, failure: [{ code: 'duplicate-block', line: 4 }] })
    expect(gatesIn('x\n```gates phase=plan\nafter a = approved')).toMatchObject({
      ok: false,
      failure: [{ code: 'unterminated-block', line: 2 }],
    })
    // Any unclosed fence would hide the gates after it.
    expect(gatesIn('```js\n\n~~~gates phase=plan')).toMatchObject({
      failure: [{ code: 'unterminated-block', line: 1 }],
    })
    expect(faultsOf('', 'gate phase=plan')).toEqual([['3:4 bad-block', expect.stringContaining('did you mean gates?')]])
    expect(faultsOf('', 'gates')).toEqual([['3:9 bad-block', expect.stringContaining('phase=')]])
    expect(faultsOf('', 'gates fase=plan')).toEqual([['3:10 bad-block', expect.stringContaining('phase=')]])
    expect(faultsOf('', 'gates phase=Plan!')).toEqual([['3:10 bad-block', expect.stringContaining('phase=')]])
    expect(faultsOf('', 'gates phase=plan x')).toEqual([['3:21 bad-block', expect.stringContaining('phase=')]])
  })

  it('R-05 outputs know allow only artifact and require', () => {
    expect(faultsOf('artifact a.md\nrequire task.status == done', 'outputs phase=plan')).toEqual([])
    expect(faultsOf('after plan = approved', 'outputs phase=plan')).toEqual([
      ['4:1 unknown-directive', expect.stringContaining('allow only artifact and require')],
    ])
  })

  it('S0-27 tells every fault of a text at once, in order', () => {
    expect(faultsOf('x\nafter a = b\nforbid y').map(([where]) => where)).toEqual([
      '4:1 unknown-directive',
      '5:11 bad-value',
      '6:9 bad-operator',
    ])
  })
})

const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/).filter((name) => name !== 'constructor')
const value = fc.oneof(fc.stringMatching(/^[a-z]{1,5}$/), fc.string({ maxLength: 20, unit: 'binary' }))
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ op: fc.constantFrom('==' as const, '!=' as const), value }),
  fc.record({ op: fc.constant('in' as const), values: fc.array(value, { minLength: 1, maxLength: 4 }) }),
)
const path = fc
  .array(
    fc.oneof(
      value,
      fc.constantFrom(...placeholders).map((name) => `{${name}}`),
    ),
    { minLength: 1 },
  )
  .map((parts) => parts.join('/'))
  .filter((text) => text !== '' && !/[{}]/.test(text.replaceAll(/\{(sprint|task|bug|engineering)\}/g, '')))
const field = fc.array(fc.stringMatching(/^[a-z_][a-z0-9_-]{0,5}$/), { minLength: 1, maxLength: 3 })
const directive: fc.Arbitrary<Directive> = fc.oneof(
  fc.record({ kind: fc.constant('artifact' as const), path }),
  fc.record({ kind: fc.constant('artifact' as const), path, min: fc.nat() }),
  fc.record({ kind: fc.constantFrom('require' as const), field: field.map((names) => names.join('.')), condition }),
  fc.record({ kind: fc.constantFrom('forbid' as const), field: field.map((names) => names.join('.')), condition }),
  fc.record({ kind: fc.constant('after' as const), phase: slug, verdict: fc.constantFrom(...RequiredVerdict.options) }),
)
const gates = fc.uniqueArray(
  fc.record({
    when: fc.constant('preflight' as const),
    phase: slug,
    directives: fc.array(directive, { maxLength: 6 }),
  }),
  { selector: ({ phase }) => phase, maxLength: 4 },
)

/** Texts made of the words of the language, so that parsing gets far before it fails. */
const nearlyGates = fc
  .array(
    fc.oneof(
      fc.constantFrom('```', '```gates phase=a', '~~~', '\n', ' ', 'artifact', 'require', 'forbid', 'after', 'in'),
      fc.constantFrom(
        '=',
        '==',
        '[',
        ']',
        ',',
        '"',
        '{task}',
        '{',
        'min=',
        'min=3',
        'a.b',
        'approved',
        '\\',
        '#',
        '\r',
      ),
      fc.string({ maxLength: 5, unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''))

function printGates(printed: readonly Gate[]): string {
  return printed.map(printGate).join('\n')
}

function printGate({ when, phase, directives }: Gate): string {
  const name = when === 'preflight' ? 'gates' : 'outputs'
  return [`\`\`\`${name} phase=${phase}`, ...directives.map(printDirective), '```', ''].join('\n')
}

describe('parsing', () => {
  it('S0-27 what is printed parses to the same', () => {
    fc.assert(
      fc.property(gates, (drawn) => {
        expect(Gate.array().safeParse(drawn).success).toBe(true)
        expect(gatesOf(printGates(drawn))).toEqual(drawn)
      }),
      { numRuns: 500 },
    )
  })

  it('S0-27 never throws, and what it accepts it can print and read again', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyGates, fc.string({ unit: 'binary' })), (text) => {
        const parsed = gatesIn(text)
        if (!parsed.ok) {
          expect(parsed.failure.length).toBeGreaterThan(0)
          const lines = text.split('\n').length
          for (const { line, column } of parsed.failure) expect(line >= 1 && line <= lines && column >= 1).toBe(true)
          return
        }
        expect(Gate.array().safeParse(parsed.value).success).toBe(true)
        expect(gatesOf(printGates(parsed.value))).toEqual(parsed.value)
      }),
      { numRuns: 2000 },
    )
  })
})
