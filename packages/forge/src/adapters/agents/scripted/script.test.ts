import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Said } from '#messages/said.ts'
import { parseScript } from './read-script.ts'
import { readScript } from './index.ts'
import { chooseRule, type Script } from './script.ts'
import { Step } from './steps.ts'

function errorsOf(text: string): readonly Said[] {
  const script = parseScript('s.yaml', text)
  return script.ok ? [] : script.failure
}

function scriptOf(text: string): Script {
  const script = parseScript('s.yaml', text)
  if (!script.ok) throw new Error(JSON.stringify(script.failure))
  return script.value
}

describe('U-32 scripts', () => {
  it('U-32 the first rule that matches role, unit, phase and attempt is followed', () => {
    const script = scriptOf(`
version: 1
rules:
  - { when: { role: eng*, unit: m1, attempt: 1 }, steps: [{ do: exit, code: 1 }] }
  - { when: { unit: "m*-x", attempt: [2, 4] }, steps: [{ do: exit, code: 2 }] }
  - { when: { attempt: "3+" }, steps: [{ do: exit, code: 3 }] }
  - { when: { unit: "m.1" }, steps: [{ do: exit, code: 4 }] }
  - { when: { role: reviewer, phase: "review-*" }, steps: [{ do: exit, code: 6 }] }
  - { when: { role: reviewer }, steps: [{ do: exit, code: 5 }] }
`)
    const chosen = (role: string, unit: string, attempt: number, phase = 'implement'): unknown =>
      chooseRule(script, { role, unit, phase, attempt })?.steps[0]
    expect(chosen('reviewer', 'ma1', 1, 'review-code')).toMatchObject({ code: 6 })
    expect(chosen('engineer', 'm1', 1)).toMatchObject({ code: 1 })
    expect(chosen('engineer', 'm1', 2)).toBeUndefined()
    expect(chosen('engineer', 'm77-x', 4)).toMatchObject({ code: 2 })
    expect(chosen('engineer', 'm77-x', 3)).toMatchObject({ code: 3 })
    expect(chosen('reviewer', 'ma1', 1)).toMatchObject({ code: 5 })
    expect(chosen('xengineer', 'm1', 1)).toBeUndefined()
  })

  it.each([
    ['version: 1\nrules:\n  - steps:\n      - do: write\n        path: a\n', 's.yaml:4: rule 1, step 1, text: '],
    ['version: 1\nrules:\n  - steps: []\n  - steps:\n      - { do: fly }\n', 's.yaml:5: rule 2, step 1, do: '],
    ['version: 1\nrules:\n  - steps: []\n    wen: {}\n', 's.yaml:3: rule 1: unknown field "wen"'],
    ['version: 1\nrules:\n  - when: { attempt: 0 }\n    steps: []\n', 's.yaml:3: rule 1, when, attempt: '],
    [
      'version: 1\nrules: [{ steps: [{ do: write, path: ../x, text: "" }] }]\n',
      's.yaml:2: rule 1, step 1, path: must stay inside',
    ],
    ['version: 2\nrules: [{ steps: [] }]\n', 's.yaml:1: version: '],
    ['rules: [\n', 's.yaml: '],
    ['version: 1\nversion: 1\n', 's.yaml: Map keys must be unique'],
    ['{"version": 1, "rules": []}', 's.yaml:1: rules: '],
    ['just words', 's.yaml:1: '],
    ['', 's.yaml'],
    [
      'a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]',
      's.yaml: Excessive alias',
    ],
  ])('U-32 an error in %j names its place', (text, expected) => {
    expect(errorsOf(text)[0]).toSay(expected)
  })

  it('U-32 a script that is missing or no file is an error with its path', async () => {
    expect(await readScript('/no/such.yaml')).toEqual({ ok: false, failure: ['/no/such.yaml: ENOENT'] })
    expect(await readScript('/')).toEqual({ ok: false, failure: ['/: EISDIR'] })
  })

  it('U-32 JSON is a script too', () => {
    expect(scriptOf('{"version":1,"rules":[{"steps":[{"do":"answer"}]}]}').rules[0]?.steps).toEqual([
      { do: 'answer', with: {} },
    ])
  })

  it('U-32 the page on scripts describes every step, and its example is a script', () => {
    const page = readFileSync(new URL('../../../../../../docs/scripted-agent.md', import.meta.url), 'utf8')
    for (const option of Step.options) {
      expect(page).toContain(`| \`${option.shape.do.value}\` |`)
      expect(page).toContain(option.description)
    }
    const examples = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) expect(errorsOf(example)).toEqual([])
  })
})
