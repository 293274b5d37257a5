import { describe, expect, it } from 'vitest'
import { parseModules } from './imports/modules.ts'
import { renderGraph, replaceGraph } from './module-graph.ts'

const modules = parseModules(
  new Map([
    ['model/run.ts', ''],
    ['core/state/fold.ts', `import '#model/run.ts'\nimport './apply.ts'`],
    ['core/state/apply.ts', `import '#model/run.ts'`],
    ['forge.ts', `import '#core/state/fold.ts'`],
  ]),
)

describe('the module graph', () => {
  it('shows folders with their size and each import between folders once', () => {
    expect(renderGraph(modules).split('\n')).toEqual([
      '```mermaid',
      'flowchart TD',
      '  core_state["core/state (2)"]',
      '  forge_ts["forge.ts (1)"]',
      '  model["model (1)"]',
      '  core_state --> model',
      '  forge_ts --> core_state',
      '```',
    ])
  })

  it('is put between its markers, again and again with the same result', () => {
    const page = 'a\n<!-- module graph: written by `npm run docs` -->\n<!-- end of module graph -->\nb\n'
    const once = replaceGraph(page, 'graph')
    expect(once).toContain('-->\ngraph\n<!--')
    expect(replaceGraph(once, 'graph')).toBe(once)
    expect(() => replaceGraph('no markers', 'graph')).toThrow('lacks the markers')
  })
})
