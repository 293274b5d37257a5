/** First lines of commits, as the repository writes them. */
import { describe, expect, it } from 'vitest'
import { kept, messageStyleOf, titled } from './message-style.ts'

describe('the style of messages', () => {
  it('R-12 is conventional where most of at least three are, and plain otherwise', () => {
    const alike = ['feat: a', 'fix(core)!: b', 'chore: c']
    expect(messageStyleOf(alike)).toBe('conventional')
    expect(messageStyleOf([...alike, 'Start', 'More'])).toBe('conventional')
    expect(messageStyleOf([...alike, 'Start', 'More', 'Less'])).toBeUndefined()
    expect(messageStyleOf(alike.slice(1))).toBeUndefined()
    expect(messageStyleOf(['feature: a', 'fix:b', 'Fix: c', 'note: d'])).toBeUndefined()
    expect(messageStyleOf([])).toBeUndefined()
  })

  it('R-12 a title becomes a first line of that style, once, short enough, in one line', () => {
    const line = (title: string): string | undefined => titled('conventional', title)
    expect(line('Write a.')).toBe('feat: write a')
    expect(line('Fix the title')).toBe('fix: fix the title')
    expect(line('Rename\nall of it')).toBe('refactor: rename all of it')
    expect(line('docs(readme): say how')).toBe('docs(readme): say how')
    expect(line('HTTP over there')).toBe('feat: HTTP over there')
    expect(line('constructor of things')).toBe('feat: constructor of things')
    expect(Array.from(line('ü'.repeat(300)) ?? '')).toHaveLength(100)
  })

  it('R-12 plain sentences are left to whoever writes them', () => {
    expect([titled(undefined, 'Write a'), kept(undefined, 'a')]).toEqual([undefined, undefined])
    expect(kept('conventional', 'a')).toBe('chore: work on a')
  })
})
