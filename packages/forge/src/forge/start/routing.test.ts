/** The inputs of a run's routes, where they depend on the name of an agent. */
import { describe, expect, it } from 'vitest'
import { normalise, Written } from '#config/schema.ts'
import { routeOf } from '#core/route/route.ts'
import { routingOf } from './routing.ts'

const chosenBy = (written: unknown, role = 'worker') => {
  const { model, resolved } = routeOf(routingOf(normalise(Written.parse(written)), {}), { role })
  return [model, resolved]
}

describe('the model of a run', () => {
  it.each([
    ['builtin:claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['builtin:openai/gpt-5.5', 'gpt-5.5'],
    ['builtin:qwen3@http://127.0.0.1:11434/v1', 'qwen3'],
    ['scripted:.forge/rehearsal.yaml', undefined],
    ['acp:some-program', undefined],
  ])('S0-10 %s is told no model and runs on %s', (agent, model) => {
    expect(chosenBy({ agent })).toEqual([undefined, model])
    expect(chosenBy({ agent: 'command:x', routing: { reviewer: { agent } } }, 'reviewer')).toEqual([undefined, model])
  })

  it('S0-10 an endpoint with models of its own is told none of those of the configuration', () => {
    const models = { standard: 'gpt-5.5' }
    expect(chosenBy({ agent: 'builtin:qwen3@http://127.0.0.1:11434/v1', models })).toEqual([undefined, 'qwen3'])
    expect(chosenBy({ agent: 'builtin:claude-sonnet-4-5', models })).toEqual(['gpt-5.5', undefined])
  })

  it('S0-10 a script names no model, and the models of the configuration where somebody wrote them', () => {
    const { own } = routingOf(normalise(Written.parse({ agent: 'scripted:a.yaml' })), {})
    expect(own).toEqual({ '': null })
    expect(chosenBy({ agent: 'scripted:a.yaml', models: { standard: 'house-1' } })).toEqual(['house-1', undefined])
  })
})
