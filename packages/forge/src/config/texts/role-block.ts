/** The block that introduces the persona to an agent: compact with a pointer, or the full text (S0-25). */
import type { PromptMode } from '#model/prompt.ts'
import type { Text } from './text.ts'

export interface Person {
  readonly noun: string
  readonly persona: Text
  readonly skills: readonly Text[]
}

export function roleBlock(person: Person, mode: PromptMode): string {
  return mode === 'inline' ? inlineBlock(person) : referenceBlock(person)
}

/** A persona that describes itself only in prose (as subagents of other tools do) has no summary: its prose is used. */
function referenceBlock(person: Person): string {
  const { persona, skills, noun } = person
  const { description = '', responsibilities = [], outputs = [] } = persona.head
  if (responsibilities.length === 0) return inlineBlock(person)
  const capabilities = skills.flatMap(({ head }) => head.capabilities ?? [])
  return [
    opening(person),
    ...(description === '' ? [] : [`Persona: ${noun} — ${description}`]),
    list('Your responsibilities:', responsibilities),
    ...(outputs.length === 0 ? [] : [`Your outputs: ${outputs.join(', ')}.`]),
    ...(capabilities.length === 0 ? [] : [list('What you know how to do:', capabilities)]),
    `The full definition is in ${[persona, ...skills].map(({ file }) => file).join(', ')}. This summary is authoritative; if it is not enough, say so in your answer and do not look the files up.`,
  ].join('\n\n')
}

function inlineBlock(person: Person): string {
  const { persona, skills } = person
  return [opening(person), persona.body, ...skills.map(({ body }) => body)].filter((part) => part !== '').join('\n\n')
}

/** Without emoji, banner or tagline: those are shown by Forge alone (S0-07). */
function opening({ noun, persona }: Person): string {
  return `You are acting as the ${persona.head.title ?? noun}.`
}

function list(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => `- ${line}`)].join('\n')
}
