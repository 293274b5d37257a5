import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeTrustedEvent } from '#core/state/decode-trusted.ts'
import { upcast, type Chain } from '#core/state/upcast.ts'
import { Event, WrittenEvent } from '#model/event.ts'
import { decodeLines, digestOf, journalFolder, journalNames, readJournal } from './journals.ts'

describe('recorded journals', () => {
  it.each(journalNames())('U-11 (I-5) %s is read and folds to the digest that was recorded with it', (name) => {
    const { lines, digest } = readJournal(name)
    expect(lines.length).toBeGreaterThan(10)
    expect(digestOf(decodeLines(lines))).toBe(digest)
  })

  it.each(journalNames())('U-11 (I-5) %s is the same whether its events are recalled or checked again', (name) => {
    const { lines } = readJournal(name)
    const recalled = lines.map((line) => decodeTrustedEvent(line))
    expect(recalled).toEqual(decodeLines(lines).map((value) => ({ ok: true, value })))
  })

  it('U-11 (I-5) every type of event stands in a recorded journal', () => {
    const recorded = new Set(
      journalNames().flatMap((name) => decodeLines(readJournal(name).lines).map(({ type }) => type)),
    )
    const types = Event.options.map((option) => option.shape.type.value)
    expect(types.filter((type) => !recorded.has(type))).toEqual([])
  })

  it('R-18 (I-5) a Forge of two versions later reads a recorded journal up by its chain, step by step', () => {
    const written = readJournal('v1-plain').lines.map((line) => WrittenEvent.parse(JSON.parse(line)))
    const newest = { ...Object.fromEntries(written.map(({ type }) => [type, 1])), 'unit.merged': 3, 'run.created': 2 }
    const upcasters: Chain['upcasters'] = {
      'unit.merged@1': ({ commit, ...rest }) => ({ ...rest, at: rest['at'], merge: { commit } }),
      'unit.merged@2': ({ merge, ...rest }) => ({ ...rest, merge: { ...(merge as object), by: 'forge' } }),
      'run.created@1': (event) => ({ ...event, host: 'unknown' }),
    }
    for (const event of written) {
      const raised = upcast(event, { newest, upcasters })
      const { type, commit, ...rest } = event
      if (type === 'unit.merged')
        expect(raised).toEqual({ ok: true, value: { ...rest, type, v: 3, merge: { commit, by: 'forge' } } })
      else if (type === 'run.created') expect(raised).toEqual({ ok: true, value: { ...event, v: 2, host: 'unknown' } })
      else expect(raised).toEqual({ ok: true, value: event })
    }
    const merged = written.find(({ type }) => type === 'unit.merged') as WrittenEvent
    const { 'unit.merged@2': _, ...gap } = upcasters
    expect(upcast(merged, { newest, upcasters: gap })).toMatchObject({
      failure: { why: 'invalid', detail: 'this Forge cannot read unit.merged version 2' },
    })
    expect(upcast({ ...merged, v: 4 }, { newest, upcasters })).toMatchObject({ failure: { why: 'newer' } })
  })

  it('U-11 (I-5) one changed line gives another digest or none', () => {
    const { lines, digest } = readJournal('v1-plain')
    const without = decodeLines(lines.filter((line) => !line.includes('"unit.merged"')))
    expect(digestOf(without)).not.toBe(digest)
  })

  it('U-11 (I-5) recording again changes nothing and says so', () => {
    const file = join(journalFolder, 'v1-plain.jsonl')
    const before = readFileSync(file, 'utf8')
    const ran = spawnSync(process.execPath, ['--conditions=source', join(import.meta.dirname, 'record.ts')], {
      encoding: 'utf8',
    })
    expect(ran.status).toBe(1)
    expect(ran.stdout).toContain('v1-plain: exists, and is never written again')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})
