/** What of a private place outlives its attempt (2), and which attempt resumes with it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { agentTaskOf } from '#testing/builders/agent-task.ts'
import { makePrivatePlace, resumable, sweepKept } from './private-place.ts'

const root = mkdtempSync(join(tmpdir(), 'forge-places-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('the conversation of an attempt that a limit ended is there for the next attempt at the same node, and for no other', async () => {
  const first = await makePrivatePlace(root, { key: 'r/0/a/implement#1' })
  writeFileSync(join(first.kept, 'conversation'), 'what was said')
  await first.leaveKept()
  expect(existsSync(first.home)).toBe(false)

  const next = (key: string) => resumable(root, agentTaskOf({}, { key, resume: 's-1' })).resume
  expect([next('r/0/a/implement#2'), next('r/0/a/review#1')]).toEqual(['s-1', undefined])

  const second = await makePrivatePlace(root, { key: 'r/0/a/implement#2', resume: 's-1' })
  expect(readFileSync(join(second.kept, 'conversation'), 'utf8')).toBe('what was said')
  await second.remove()
  expect(next('r/0/a/implement#3')).toBeUndefined()
})

it('an attempt that begins anew finds nothing of the one before', async () => {
  const first = await makePrivatePlace(root, { key: 'r/0/b/implement#1' })
  writeFileSync(join(first.kept, 'conversation'), 'what was said')
  await first.leaveKept()
  const second = await makePrivatePlace(root, { key: 'r/0/b/implement#2' })
  expect(existsSync(join(second.kept, 'conversation'))).toBe(false)
  await second.remove()
})

it('a conversation that nobody went on with for a month is removed, a younger one stays', async () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  const kept = async (key: string, ageDays: number): Promise<string> => {
    const place = await makePrivatePlace(root, { key })
    writeFileSync(join(place.kept, 'conversation'), 'what was said')
    await place.leaveKept()
    utimesSync(place.kept, new Date(now), new Date(now - ageDays * 86_400_000))
    return place.kept
  }
  const [young, old] = [await kept('r/0/c/implement#1', 29), await kept('r/0/d/implement#1', 31)]
  await sweepKept(root, now)
  expect([existsSync(young), existsSync(old)]).toEqual([true, false])
})
