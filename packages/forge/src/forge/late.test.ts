import { describe, expect, it } from 'vitest'
import { late, lateStream } from './late.ts'

function countingPart() {
  let loads = 0
  const part = {
    add: (one: number, other: number) => Promise.resolve(one + other),
    fail: () => Promise.reject(new Error('broken')),
    async *count(to: number) {
      for (let at = 1; at <= to; at += 1) yield at
    },
  }
  return {
    loads: () => loads,
    load: () => {
      loads += 1
      return Promise.resolve(part)
    },
  }
}

describe('a late part', () => {
  it('is loaded by the first call and by no other, and does what it does when it is there', async () => {
    const { load, loads } = countingPart()
    const { add, fail } = late(load, 'add', 'fail')
    expect(loads()).toBe(0)
    expect(await Promise.all([add(1, 2), add(3, 4)])).toEqual([3, 7])
    await expect(fail()).rejects.toThrow('broken')
    expect(loads()).toBe(1)
  })

  it('answers step by step where it does so', async () => {
    const { load, loads } = countingPart()
    const { count } = lateStream(load, 'count')
    const steps = count(3)
    expect(loads()).toBe(0)
    const seen: number[] = []
    for await (const step of steps) seen.push(step)
    expect(seen).toEqual([1, 2, 3])
    expect(loads()).toBe(1)
  })
})
