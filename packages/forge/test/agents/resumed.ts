/** The built-in agent goes on with a conversation that was lost. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { until } from '../processes/living.ts'
import { done, expectAnswered, onStage } from './builtin.ts'

/** Conversations with these models. */
export function resumedWith(models: readonly string[]): void {
  describe.each(models)('U-21 %s', (model) => {
    it('goes on with the conversation of a performance that was lost, tool results and all', () =>
      onStage(model, async ({ root, tree, start }) => {
        writeFileSync(join(tree, 'a.txt'), 'what stands in the file')
        const steps = [
          { text: 'I look.', read: 'a.txt' },
          { bash: 'echo second' },
          { bash: 'echo third', delay: 1500 },
          { answer: done },
        ]
        const first = await start(steps)
        await until(() => messagesIn(keptIn(root) ?? '').length === 5)
        const kept = keptIn(root) ?? ''
        const aside = join(root, 'aside.json')
        cpSync(kept, aside)
        await first.kill()
        expect(existsSync(kept)).toBe(false)
        // As it is when Forge itself was killed: nobody has removed it.
        cpSync(aside, kept)
        const session = await start(steps, {}, 's-1')
        await until(() => messagesIn(kept).length > 9)
        const roles = messagesIn(kept).map(({ role }) => role)
        const turn = ['assistant', 'tool']
        expect(roles).toEqual(['user', ...turn, ...turn, 'user', ...turn, ...turn])
        expect(JSON.stringify(messagesIn(kept)[2])).toContain('what stands in the file')
        expect(JSON.stringify(messagesIn(kept)[5])).toContain('Your program was lost')
        expectAnswered(await session.ended)
        expect(existsSync(kept)).toBe(false)
      }))
  })
}

function messagesIn(file: string): readonly { readonly role: string }[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { role: string }[]) : []
}

function keptIn(root: string): string | undefined {
  const folder = join(root, 'private')
  if (!existsSync(folder)) return undefined
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('conversation.json'))
    .map((name) => join(folder, name))[0]
}
