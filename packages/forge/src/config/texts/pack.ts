/**
 * The texts of one role, ready to be recorded with a run. A missing, misspelt or unsuitable text is a fault here,
 * before any agent starts, and the fault names the file to create or to fix.
 */
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { FragmentName, type PromptMode, type PromptPack, type RecordedText } from '#model/prompt.ts'
import { fragmentHolds } from '#model/placeholders.ts'
import type { Badge } from '#model/badge.ts'
import { failed, success, type Result } from '#model/result.ts'
import { nearest } from '#model/nearest.ts'
import { depFaults } from './deps.ts'
import { roleBlock, type Person } from './role-block.ts'
import { roleOf, type RoleRow, type RoleTable } from './roles.ts'
import { folders, type Shelf } from './shelf.ts'
import { parseText, placeholderFaults, type Text, type TextFault, type TextKind } from './text.ts'

export interface PackSettings {
  readonly mode: PromptMode
  /** Paths inside the repository. */
  readonly project: string | undefined
  readonly architecture: string | undefined
  readonly budget: number
}

export interface PackRequest {
  readonly role: string
  /** The instructions that the phase names. */
  readonly workflow: string | undefined
  /** Texts that the phase names. */
  readonly blocks?: readonly string[]
}

/** What the texts of a role require of the agent, for the router. */
export interface RoleNeeds {
  readonly model: string | undefined
  readonly reasoning: 'Low' | 'Medium' | 'High' | undefined
}

export interface RolePack {
  readonly pack: PromptPack
  readonly needs: RoleNeeds
  /** How Forge announces it. */
  readonly badge: Badge
}

/** The default places, used where the settings name none. */
export const usualFiles = { project: '.forge/project.md', architecture: '.forge/architecture.md' } as const

export function packFor(
  request: PackRequest,
  roles: RoleTable,
  shelf: Shelf,
  settings: PackSettings,
): Result<RolePack, readonly TextFault[]> {
  const faults: TextFault[] = []
  const row = roleOf(roles, request.role)
  const persona = takePersona(request.role, roles, shelf, faults)
  const skills = (persona?.head.skills ?? []).flatMap((name) => take(shelf, 'skill', name, faults) ?? [])
  const workflow = workflowFor(request, row.workflow, shelf, faults)
  const blocks = (request.blocks ?? []).flatMap((name) => take(shelf, 'block', name, faults) ?? [])
  const fragments = takeFragments(shelf, faults)
  const files = takeFiles(shelf, settings, faults)
  for (const text of [persona, ...skills, workflow, ...blocks])
    if (text !== undefined) faults.push(...depFaults(text, shelf))
  if (faults.length > 0 || persona === undefined) return failed(faults)
  const person: Person = { noun: row.persona, persona, skills }
  const pack: PromptPack = {
    v: 1,
    mode: settings.mode,
    role: { text: roleBlock(person, settings.mode), source: persona.file },
    ...(workflow === undefined ? {} : { workflow: recorded(workflow) }),
    ...files,
    ...(blocks.length === 0 ? {} : { blocks: blocks.map(recorded) }),
    fragments,
    budget: settings.budget,
  }
  if (pack.role.text.trim() === '') return failed([{ file: persona.file, message: say('text.personaSaysNothing') }])
  const { model } = persona.head
  const needs = { model: model === 'inherit' ? undefined : model, reasoning: workflow?.head.requirements?.reasoning }
  return success({ pack, needs, badge: badgeOf(row, persona) })
}

function badgeOf({ persona: noun, banner, tagline }: RoleRow, { head: { title, emoji } }: Text): Badge {
  return {
    noun,
    ...defined({ title, emoji, banner, tagline }),
  }
}

/** The persona of a role; for an unknown role, the fault names the one that was probably meant. */
function takePersona(role: string, roles: RoleTable, shelf: Shelf, faults: TextFault[]): Text | undefined {
  const { persona } = roleOf(roles, role)
  const isKnown = Object.hasOwn(roles, role) || shelf.find('persona', persona) !== undefined
  const near = isKnown ? undefined : nearest(role, Object.keys(roles))
  if (near === undefined) return take(shelf, 'persona', persona, faults)
  const message = say('text.noSuchRoleOrPersona', { role, meant: near })
  faults.push({ file: `.forge/${folders.persona}/${role}.md`, message })
  return undefined
}

/** A text that must exist, and be meant for agents. */
function take(shelf: Shelf, kind: TextKind, name: string, faults: TextFault[]): Text | undefined {
  const file = shelf.find(kind, name)
  if (file === undefined) {
    faults.push(missing(shelf, kind, name))
    return undefined
  }
  const parsed = parseText(file)
  if (!parsed.ok) {
    faults.push(...parsed.failure)
    return undefined
  }
  const text = parsed.value
  if (text.head.audience === 'orchestrator-only')
    faults.push({ file: text.file, message: say('text.forOrchestratorOnly') })
  if (kind !== 'fragment' && file.origin === 'own') faults.push(...placeholderFaults(text, { may: [], must: [] }))
  return text
}

function missing(shelf: Shelf, kind: TextKind, name: string): TextFault {
  const near = nearest(name, shelf.names(kind))
  const hint = near === undefined ? '' : say('hint.didYouMean', { meant: near })
  return { file: `.forge/${folders[kind]}/${name}.md`, message: say('text.noSuchTextMakeFile', { kind, name, hint }) }
}

/** A text that the phase names must exist; one that merely has the name of the role is used if it exists. */
function workflowFor(
  { role, workflow }: PackRequest,
  ofRow: string | undefined,
  shelf: Shelf,
  faults: TextFault[],
): Text | undefined {
  const asked = workflow ?? ofRow
  if (asked === undefined && shelf.find('workflow', role) === undefined) return undefined
  const text = take(shelf, 'workflow', asked ?? role, faults)
  if (text?.body === '') faults.push({ file: text.file, message: say('text.workflowSaysNothing') })
  return text
}

function takeFragments(shelf: Shelf, faults: TextFault[]): PromptPack['fragments'] {
  const found = FragmentName.options.flatMap((name): (readonly [FragmentName, RecordedText])[] => {
    const text = take(shelf, 'fragment', name, faults)
    if (text === undefined) return []
    faults.push(...placeholderFaults(text, fragmentHolds[name]))
    if (text.body === '') faults.push({ file: text.file, message: say('text.mandatoryBlockSaysNothing') })
    return [[name, recorded(text)]]
  })
  return Object.fromEntries(found)
}

/** Files of the project. One that the settings name must exist; the default ones may. */
function takeFiles(
  shelf: Shelf,
  settings: PackSettings,
  faults: TextFault[],
): Pick<PromptPack, 'project' | 'architecture'> {
  const take = (name: 'project' | 'architecture'): RecordedText | undefined => {
    const path = settings[name] ?? usualFiles[name]
    const file = shelf.read(path)
    if (file === undefined && settings[name] !== undefined)
      faults.push({ file: path, message: say('text.promptsNamesMissingFile', { name }) })
    if (file === undefined) return undefined
    if (file.text.length > 200_000) faults.push({ file: path, message: say('text.tooLong') })
    return { text: file.text, source: file.path }
  }
  const [project, architecture] = [take('project'), take('architecture')]
  return defined({ project, architecture })
}

function recorded({ body, file }: Text): RecordedText {
  return { text: body, source: file }
}
