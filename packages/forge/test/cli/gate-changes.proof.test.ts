/** Whoever is asked about a change of what decides sees that change: in the question, in the list of questions, with the unit. */
import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, usualPlan, type Place } from '../terminal/place.ts'

let place: Place
afterEach(() => place.end())

const [unit] = usualPlan.with.plan.units
const plan = { units: [{ ...unit, writes: ['shop.txt', 'package.json', '.gitattributes'] }] }

describe('a change of what decides', { timeout: 90_000 }, () => {
  it('I-22 U-23 is shown as a diff that no attribute of the tree hides', async () => {
    place = await makePlace({
      planner: [{ do: 'answer', with: { plan } }],
      worker: [
        { do: 'write', path: 'shop.txt', text: 'open\n' },
        { do: 'write', path: '.gitattributes', text: 'package.json binary -diff\n' },
        {
          do: 'write',
          path: 'package.json',
          text: `{ "scripts": { "test": "true \u001b[2J" } }\n${'\n'.repeat(500)}${' '.repeat(600)}postinstall\n`,
        },
        { do: 'answer' },
      ],
    })
    const asked = await place.forge(['build', 'Open the shop', '--yes'])
    expect(asked.exitCode).toBe(3)
    for (const words of [[], ['questions'], ['show', 'shop']]) {
      const { out } = words.length === 0 ? asked : await place.forge(words)
      expect(out, words.join(' ')).toMatch(/^ +\+\{ "scripts": \{ "test": "true/m)
      expect(out).toContain('+++ b/package.json')
      expect(out).not.toContain('open\n')
      expect(out).not.toContain('\u001b')
      const [, command = ''] = /To see everything: (git --git-dir=.*)$/m.exec(out) ?? []
      expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toMatch(/^\+ +postinstall$/m)
    }
    const { questions } = JSON.parse((await place.forge(['questions', '--json'])).out) as {
      questions: readonly { changes?: { paths: readonly string[]; leftOut: number } }[]
    }
    expect(questions).toMatchObject([
      { changes: { paths: ['.gitattributes', 'package.json'], leftOut: expect.any(Number) } },
    ])
  })

  it('I-22 is not spoken of where nothing of the kind was changed', async () => {
    place = await makePlace()
    await place.forge(['build', 'Open the shop', '--yes'])
    const shown = JSON.parse((await place.forge(['show', 'shop', '--json'])).out) as Record<string, unknown>
    expect(shown).toMatchObject({ status: 'done', work: { changed: ['shop.txt'] } })
    expect(shown['gateChanges']).toBeUndefined()
  })
})
