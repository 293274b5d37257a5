import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openTextShelf } from '#adapters/texts/index.ts'
import { render } from '#messages/render.ts'
import { PromptPack, type FragmentName } from '#model/prompt.ts'
import { packFor, type PackSettings, type RolePack } from './pack.ts'
import { parseRoles, roleOf, type RoleTable } from './roles.ts'
import type { TextFault } from './text.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

function project(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'forge-texts-'))
  roots.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const usual: PackSettings = { mode: 'reference', project: undefined, architecture: undefined, budget: 1000 }

interface Asked {
  readonly role: string
  readonly blocks?: readonly string[]
  readonly workflow?: string
  readonly settings?: Partial<PackSettings>
}

function ask(root: string, { role, workflow, blocks = [], settings }: Asked): RolePack | readonly TextFault[] {
  const shelf = openTextShelf(root)
  const roles = tableOf(root)
  const made = packFor({ role, workflow, blocks }, roles, shelf, { ...usual, ...settings })
  return made.ok ? made.value : made.failure
}

function tableOf(root: string): RoleTable {
  const roles = parseRoles(openTextShelf(root).roles())
  if (!roles.ok) throw new Error(JSON.stringify(roles.failure))
  return roles.value
}

function packOf(root: string, asked: Asked): PromptPack {
  const made = ask(root, asked)
  if (!('pack' in made)) throw new Error(JSON.stringify(made))
  return made.pack
}

function faultsOf(root: string, asked: Asked): string {
  const made = ask(root, asked)
  return 'pack' in made
    ? ''
    : made.map(({ file, line, message }) => `${file}:${line ?? ''} ${render(message, 'en')}`).join('\n')
}

const shippedPersonas = openTextShelf('/nowhere').names('persona')

describe('roles and personas', () => {
  it('S0-06 roles map to the nouns of the table, and a role without a row to its own name', () => {
    const table = tableOf(project())
    const nouns = (persona: string): string[] =>
      ['plan', 'implement', 'update-plan', 'update-impl', 'commit', 'review-plan', 'review-code', 'validate']
        .concat('approve', 'writeback')
        .filter((role) => roleOf(table, role).persona === persona)
    expect(nouns('engineer')).toEqual(['plan', 'implement', 'update-plan', 'update-impl', 'commit'])
    expect(nouns('supervisor')).toEqual(['review-plan', 'review-code'])
    expect(nouns('qa-engineer')).toEqual(['validate'])
    expect(nouns('architect')).toEqual(['approve'])
    expect(nouns('collator')).toEqual(['writeback'])
    expect(roleOf(table, 'gardener').persona).toBe('gardener')
    expect(roleOf(table, 'constructor').persona).toBe('constructor')
    const own = tableOf(project({ '.forge/roles.yaml': 'plan: { persona: architect }\n' }))
    expect([roleOf(own, 'plan').persona, roleOf(own, 'implement').persona]).toEqual(['architect', 'engineer'])
  })

  it('S0-07 banners are forge, oracle, lumen, north and drift by role; no agent is told banner, tagline or emoji', () => {
    const root = project()
    const table = tableOf(root)
    const banners = ['plan', 'review-code', 'validate', 'approve', 'writeback'].map(
      (role) => roleOf(table, role).banner,
    )
    expect(banners).toEqual(['forge', 'oracle', 'lumen', 'north', 'drift'])
    for (const [role, { tagline, banner }] of Object.entries(table)) {
      for (const mode of ['reference', 'inline'] as const) {
        const told = JSON.stringify(packOf(root, { role, settings: { mode } }))
        expect(told).not.toContain(tagline ?? 'no tagline')
        expect(told).not.toMatch(new RegExp(`banner|\\b(oracle|lumen|north|drift)\\b`))
        expect(banner).toMatch(/^(forge|oracle|lumen|north|drift)$/)
        expect(told).not.toMatch(/\p{Extended_Pictographic}/u)
      }
    }
  })

  it('S0-25 is told compactly by reference, with a pointer, and in full inline', () => {
    const root = project()
    const reference = packOf(root, { role: 'implement' }).role
    expect(reference.text).toContain('You are acting as the Engineer.')
    expect(reference.text).toContain('Persona: engineer — Plans and builds one unit of work')
    expect(reference.text).toContain('- Change only what the task needs')
    expect(reference.text).toContain('Your outputs: the changed files')
    expect(reference.text).toContain('- Find the callers and the tests')
    expect(reference.text).toContain('forge:personas/engineer.md, forge:skills/engineering.md')
    expect(reference.text).not.toContain('You build.')
    const inline = packOf(root, { role: 'implement', settings: { mode: 'inline' } }).role
    expect(inline.text).toContain('You build. The task says what must be true')
    expect(inline.text).toContain('Search for the name, the error text')
    expect(inline.text).not.toContain('name: engineer')
  })

  it('S0-25 a persona that is missing is an error that names the file to make', () => {
    expect(faultsOf(project(), { role: 'enginer' })).toContain(
      '.forge/personas/enginer.md: there is no persona enginer: create this file; did you mean engineer?',
    )
    expect(faultsOf(project(), { role: 'wroker' })).toContain('there is no role wroker')
    expect(faultsOf(project(), { role: 'wroker' })).toContain('did you mean worker?')
    expect(faultsOf(project(), { role: 'worker', workflow: 'implementt' })).toContain(
      '.forge/workflows/implementt.md: there is no workflow implementt: create this file; did you mean implement?',
    )
    const skilled = '---\nname: engineer\nskills: [alchemy]\nresponsibilities: [gold]\n---\nWords.\n'
    expect(faultsOf(project({ '.forge/personas/engineer.md': skilled }), { role: 'worker' })).toContain(
      '.forge/skills/alchemy.md: there is no skill alchemy',
    )
  })

  it('S0-25 a project puts its own persona in the place of the shipped one, and a subagent file is one as it stands', () => {
    const subagent = [
      '---',
      'name: supervisor',
      'description: Use PROACTIVELY after code changes',
      'tools: Read, Grep, Bash',
      'model: inherit',
      'color: purple',
      '---',
      '',
      'You are a senior reviewer. Templates such as {{this}} are left alone.',
    ].join('\r\n')
    const files = {
      '.claude/agents/supervisor.md': subagent,
      '.claude/agents/engineer.md': subagent,
      '.forge/personas/engineer.md': '---\nname: engineer\nmodel: tiny\n---\nOur engineer.\n',
    }
    const root = project(files)
    const reviewer = packOf(root, { role: 'reviewer' }).role
    expect(reviewer.source).toBe('.claude/agents/supervisor.md')
    expect(reviewer.text).toContain('You are a senior reviewer. Templates such as {{this}} are left alone.')
    expect(packOf(root, { role: 'worker' }).role.text).toBe('You are acting as the engineer.\n\nOur engineer.')
    expect(ask(root, { role: 'worker' })).toMatchObject({ needs: { model: 'tiny' } })
    expect(ask(root, { role: 'reviewer' })).toMatchObject({ needs: { model: undefined } })
  })

  it('S0-25 every persona, skill and workflow that is shipped can be packed, in both modes', () => {
    const root = project()
    const table = tableOf(root)
    expect(shippedPersonas.length).toBeGreaterThan(5)
    for (const role of [...Object.keys(table), ...shippedPersonas])
      for (const mode of ['reference', 'inline'] as const)
        expect(PromptPack.safeParse(packOf(root, { role, settings: { mode } })).success).toBe(true)
  })
})

describe('texts for agents', () => {
  it('S0-45 what is for the orchestrator only never enters the prompt of a phase', () => {
    expect(faultsOf(project(), { role: 'worker', workflow: 'orchestrate' })).toContain(
      'forge:workflows/orchestrate.md: is only for the orchestrator; a phase may not use it',
    )
    const secret = '---\nname: engineer\naudience: orchestrator-only\n---\nSecret.\n'
    expect(faultsOf(project({ '.forge/personas/engineer.md': secret }), { role: 'worker' })).toContain(
      'only for the orchestrator',
    )
    const orchestrate = readFileSync(new URL('../../presets/workflows/orchestrate.md', import.meta.url), 'utf8')
    const words = orchestrate.split('---\n').at(-1)?.trim().slice(0, 40) ?? ''
    for (const role of Object.keys(tableOf(project())))
      expect(JSON.stringify(packOf(project(), { role }))).not.toContain(words)
  })

  it('S0-46 what a text depends on must be there', () => {
    const dependent = (deps: string): string => `---\nname: implement\ndeps: ${deps}\n---\nDo it.\n`
    const faults = (deps: string): string =>
      faultsOf(project({ '.forge/workflows/implement.md': dependent(deps) }), { role: 'worker' })
    expect(faults('{ personas: [enginer] }')).toContain(
      'the persona enginer, which does not exist; did you mean engineer?',
    )
    expect(faults('{ skills: [alchemy] }')).toContain('the skill alchemy, which does not exist')
    expect(faults('{ sub_workflows: [dance] }')).toContain('the workflow dance, which does not exist')
    expect(faults('{ kb_docs: [docs/stack.md] }')).toContain('docs/stack.md, which does not exist')
    expect(faults('{ context_pack: .forge/architecture.md }')).toContain('.forge/architecture.md, which does not exist')
    expect(faults('{ templates: [t.md] }')).toContain('t.md, which does not exist')
    expect(faults('{ config_fields: [limits.maxCosts] }')).toContain(
      'limits.maxCosts, which does not exist; did you mean',
    )
    expect(faults('{ personas: [engineer], skills: [review], config_fields: [limits.maxCost, limits] }')).toBe('')
    expect(faults('{ persona: [engineer] }')).toContain('persona: there is no such key')
  })

  it('S0-47 a workflow says what it needs in reasoning, context and speed, and the router is told', () => {
    expect(ask(project(), { role: 'review-code' })).toMatchObject({ needs: { reasoning: 'High' } })
    expect(ask(project(), { role: 'commit' })).toMatchObject({ needs: { reasoning: 'Low' } })
    const odd = '---\nname: implement\nrequirements: { reasoning: Extreme }\n---\nDo it.\n'
    expect(faultsOf(project({ '.forge/workflows/implement.md': odd }), { role: 'worker' })).toContain('requirements')
    const folder = new URL('../../presets/workflows/', import.meta.url)
    for (const file of readdirSync(folder))
      expect(readFileSync(new URL(file, folder), 'utf8')).toMatch(
        /^requirements: \{ reasoning: \w+, context: \w+, speed: \w+ \}$/m,
      )
  })

  it('U-18 a placeholder that is unknown or missing, or a mandatory block that says nothing, is an error with its file', () => {
    const fragment = (name: FragmentName, text: string): string =>
      faultsOf(project({ [`.forge/fragments/${name}.md`]: `---\nname: ${name}\n---\n${text}\n` }), { role: 'worker' })
    expect(fragment('answer', 'The word is {{nonse}}.')).toBe(
      [
        '.forge/fragments/answer.md: {{nonse}} is not a placeholder; did you mean nonce? (known: nonce)',
        '.forge/fragments/answer.md: must contain {{nonce}}',
      ].join('\n'),
    )
    expect(fragment('conduct', '')).toContain('.forge/fragments/conduct.md: is empty')
    expect(fragment('answer', 'Say {{nonce}}.')).toBe('')
    const persona = '---\nname: engineer\n---\nYou work on {{unit}}.\n'
    expect(faultsOf(project({ '.forge/personas/engineer.md': persona }), { role: 'worker' })).toContain('{{unit}}')
    expect(faultsOf(project({ '.forge/workflows/implement.md': '---\n---\n' }), { role: 'worker' })).toContain(
      'is empty',
    )
  })

  it('U-18 front matter that cannot be read is told with its line', () => {
    const faults = (text: string): string =>
      faultsOf(project({ '.forge/personas/engineer.md': text }), { role: 'worker' })
    expect(faults('---\nname: engineer\n')).toContain('.forge/personas/engineer.md:1 the front matter is not closed')
    expect(faults('---\nname: engineer\nresponsibilites: [a]\n---\nx')).toContain(
      '.forge/personas/engineer.md:3 responsibilites: there is no such key; did you mean responsibilities?',
    )
    expect(faults('---\nname: [\n---\nx')).toMatch(/engineer\.md:[23] /)
    expect(faults('---\nname: engineer\nskills: none\n---\nx')).toContain('.forge/personas/engineer.md:3 skills')
  })

  it('S0-22 S0-23 project and architecture are files of the project; one that the settings name must be there', () => {
    const root = project({ '.forge/project.md': 'A shop.', 'docs/shape.md': 'Layers.' })
    expect(packOf(root, { role: 'worker' })).toMatchObject({
      project: { text: 'A shop.', source: '.forge/project.md' },
    })
    expect(packOf(root, { role: 'worker' })).not.toHaveProperty('architecture')
    expect(packOf(root, { role: 'worker', settings: { architecture: 'docs/shape.md' } })).toMatchObject({
      architecture: { text: 'Layers.' },
    })
    expect(faultsOf(root, { role: 'worker', settings: { project: 'docs/gone.md' } })).toBe(
      'docs/gone.md: prompts.project names this file, which does not exist',
    )
  })

  it('U-18 a phase asks for further blocks by name; one that is missing is told with its file', () => {
    const root = project({
      '.forge/blocks/style.md': 'Short words.',
      '.forge/blocks/law.md': '---\nname: law\n---\nNo leaks.',
    })
    expect(packOf(root, { role: 'worker', blocks: ['law', 'style'] }).blocks).toEqual([
      { text: 'No leaks.', source: '.forge/blocks/law.md' },
      { text: 'Short words.', source: '.forge/blocks/style.md' },
    ])
    expect(packOf(root, { role: 'worker' })).not.toHaveProperty('blocks')
    expect(faultsOf(root, { role: 'worker', blocks: ['stile'] })).toContain(
      '.forge/blocks/stile.md: there is no block stile: create this file; did you mean style?',
    )
  })

  it('U-18 (T-12) nothing above the repository is read, by name or by link', () => {
    const outside = project({ 'secret.md': 'secret' })
    const root = project({ '.forge/x': '' })
    symlinkSync(join(outside, 'secret.md'), join(root, '.forge/project.md'))
    mkdirSync(join(root, '.forge/personas'))
    symlinkSync(join(outside, 'secret.md'), join(root, '.forge/personas/ghost.md'))
    expect(packOf(root, { role: 'worker' })).not.toHaveProperty('project')
    expect(faultsOf(root, { role: 'ghost' })).toContain('there is no persona ghost')
    expect(faultsOf(root, { role: 'worker', settings: { project: '../secret.md' } })).toContain('does not exist')
  })

  it('S0-19 no shipped text names a model', () => {
    const root = project()
    for (const role of [...Object.keys(tableOf(root)), ...shippedPersonas])
      for (const mode of ['reference', 'inline'] as const)
        expect(JSON.stringify(packOf(root, { role, settings: { mode } }))).not.toMatch(
          /claude|gpt|gemini|opus|sonnet|haiku|anthropic|openai/i,
        )
  })
})
