import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { WorkAnswer } from '#model/attempt.ts'
import { line, lines } from '#model/line.ts'
import { hiddenInLine, printableLine } from '#model/printable.ts'
import { Plan } from '#model/unit.ts'
import { JudgeAnswer } from '#model/verdict.ts'
import { unitOf } from '#testing/builders/index.ts'

const hidden: readonly (readonly [string, string])[] = [
  ['\u0000', 'U+0000'],
  ['\u001B', 'U+001B'],
  ['\n', 'U+000A'],
  ['\r', 'U+000D'],
  ['\u007F', 'U+007F'],
  ['\u009B', 'U+009B'],
  ['\u2028', 'U+2028'],
  ['\u2029', 'U+2029'],
  ['\u202E', 'U+202E'],
  ['\u2066', 'U+2066'],
  ['\u061C', 'U+061C'],
  ['\u200B', 'U+200B'],
  ['\u200D', 'U+200D'],
  ['\uFEFF', 'U+FEFF'],
  ['\u{E0041}', 'U+E0041'],
  ['\uD800', 'U+D800'],
]

describe('a name', () => {
  it.each(hidden)('with %j is refused, and the character is named', (character, point) => {
    expect(hiddenInLine(`a${character}b`)).toBe(point)
    expect(line(10).safeParse(`a${character}b`).error?.issues[0]?.message).toContain(point)
    expect(hiddenInLine(printableLine(`a${character}b`))).toBeUndefined()
  })

  it('of any language is let be', () => {
    for (const name of ['Fix the parser', 'Correção', 'Исправить разбор', '解析器を直す', 'إصلاح', '⚠️ done', 'naïve'])
      expect(line(100).safeParse(name).success).toBe(true)
    expect(lines(100).safeParse('npm test\n\tnpm run lint').success).toBe(true)
  })
})

describe('every name that an agent answers with', () => {
  const evil = 'a\u202Eb'
  const unit = unitOf('a')
  const command = { name: 'test', run: 'npm test', cwd: '.', timeoutMs: 1 }
  it.each([
    ['units.0.title', Plan, written([{ ...unit, title: evil }])],
    ['units.0.writes.0', Plan, written([{ ...unit, writes: [evil] }])],
    ['units.0.verify.0.name', Plan, written([{ ...unit, verify: [{ ...command, name: evil }] }])],
    ['units.0.verify.0.run', Plan, written([{ ...unit, verify: [{ ...command, run: evil }] }])],
    ['units.0.verify.0.cwd', Plan, written([{ ...unit, verify: [{ ...command, cwd: evil }] }])],
    ['units.0.disallowedChanges.0', Plan, written([{ ...unit, disallowedChanges: [evil] }])],
    ['units.0.expectedTrajectory.0', Plan, written([{ ...unit, expectedTrajectory: [evil] }])],
    ['verdict', JudgeAnswer, { nonce: 'n', verdict: evil }],
    ['findings.0.file', JudgeAnswer, { nonce: 'n', verdict: 'approve', findings: [finding({ file: evil })] }],
    ['findings.0.category', JudgeAnswer, { nonce: 'n', verdict: 'approve', findings: [finding({ category: evil })] }],
    ['friction.0.issue', WorkAnswer, { nonce: 'n', status: 'done', friction: [{ issue: `x_${evil}` }] }],
  ] as const)('is one printable line: %s', (place, schema: z.ZodType, answer) => {
    const issues = schema.safeParse(answer).error?.issues ?? []
    expect(issues.map(({ path }) => path.join('.'))).toEqual([place])
    expect(schema.safeParse(JSON.parse(JSON.stringify(answer).replaceAll('\u202E', ''))).success).toBe(true)
  })
})

function written(units: readonly object[]): object {
  return { units }
}

function finding(over: object): object {
  return { severity: 'note', category: 'style', claim: 'c', ...over }
}
