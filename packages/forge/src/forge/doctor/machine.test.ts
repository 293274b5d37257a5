/** The doctor reports what it saw: what it could not examine is unknown, never fine. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Log } from '#engine/ports.ts'
import { raw } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { failed, success } from '#model/result.ts'
import { examineFolder, examineGit, examineJournal, examineNode } from './machine.ts'

const root = mkdtempSync(join(tmpdir(), 'forge-doctor-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function gitThatSays(text: string): Promise<unknown> {
  writeFileSync(join(root, 'git'), `#!/bin/sh\necho '${text}'\n`)
  chmodSync(join(root, 'git'), 0o755)
  return examineGit({ PATH: `${root}:/bin:/usr/bin` })
}

describe('the doctor', () => {
  it('U-24 a git whose version cannot be read is unknown, not fine', async () => {
    expect(await gitThatSays('a wrapper of git')).toEqual({
      name: 'git',
      state: 'unknown',
      detail: 'git --version printed: a wrapper of git',
    })
  })

  it('U-24 a folder that cannot be listed is unknown, with the reason', () => {
    writeFileSync(join(root, '.forge'), 'a file in the way')
    expect(examineFolder(root)).toMatchObject({
      state: 'unknown',
      detail: expect.saying('ENOTDIR'),
    })
  })

  it('U-24 a journal is fine only when every entry of every run was read', async () => {
    const row = { run: 'r', seq: 1, summary: { status: 'running', at: 1 } }
    const logOf = (read: unknown): Log<Event> =>
      ({ summaries: () => Promise.resolve(success([row])), read: () => Promise.resolve(read) }) as unknown as Log<Event>
    expect(await examineJournal(logOf(success([{}, {}])))).toMatchObject({
      state: 'ok',
      detail: '1 runs, 2 entries, hash chain intact',
    })
    const damaged = failed({ why: 'corrupt', seq: 2, detail: raw('hash') })
    expect(await examineJournal(logOf(damaged))).toMatchObject({ state: 'problem' })
  })

  it('says which versions it saw, and which are too old', async () => {
    expect(await gitThatSays('git version 2.43.0')).toMatchObject({ state: 'ok', detail: 'git 2.43.0' })
    expect(await gitThatSays('git version 2.30.1')).toMatchObject({ state: 'problem', detail: 'git 2.30.1' })
    expect(examineNode('20.1.0').state).toBe('problem')
  })
})
