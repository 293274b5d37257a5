/** Whether the table of threats is complete and names only what exists. */
import { namesId } from '../ledger/judge.ts'
import type { Threat, ThreatId } from './threat.ts'

/** The sources that the table is checked against. */
export interface Known {
  /** Texts of the quick test files, from the root of the repository. */
  readonly texts: ReadonlyMap<string, string>
  readonly bars: readonly string[]
  readonly agents: readonly { readonly name: string; readonly threat: ThreatId }[]
}

/** The threats of the design. */
const count = 32
const designed = Array.from({ length: count }, (_, index): ThreatId => `T-${index + 1}`)

export function objectionsTo(threats: readonly Threat[], known: Known): string[] {
  const rows = (id: ThreatId): number => threats.filter((threat) => threat.id === id).length
  return [
    ...designed.flatMap((id) => (rows(id) === 0 ? [`${id}: no row`] : rows(id) > 1 ? [`${id}: ${rows(id)} rows`] : [])),
    ...threats.flatMap((threat) => objectionsToRow(threat, known)),
    ...known.agents
      .filter(({ threat }) => rows(threat) === 0)
      .map(({ threat, name }) => `${threat}: the hostile agent ${name} names it`),
    ...uncounted(threats, known),
  ]
}

function objectionsToRow({ id, evidence }: Threat, { texts, bars }: Known): string[] {
  const objections = evidence.flatMap(({ by }) => {
    if ('bar' in by) return bars.includes(by.bar) ? [] : [`there is no bar ${by.bar}`]
    const text = texts.get(by.file)
    if (text === undefined) return [`there is no ${by.file}`]
    return titlesOf(text).some((title) => namesId(title, id)) ? [] : [`no title of ${by.file} has it`]
  })
  return [...(designed.includes(id) ? [] : ['not in the design']), ...objections].map((text) => `${id}: ${text}`)
}

/** Every test that names a threat must be counted for it. */
function uncounted(threats: readonly Threat[], { texts }: Known): string[] {
  return [...texts].flatMap(([file, text]) => {
    const titles = titlesOf(text)
    const named = designed.filter((id) => titles.some((title) => namesId(title, id)))
    const counting = threats.filter(({ evidence }) => evidence.some(({ by }) => 'file' in by && by.file === file))
    return named
      .filter((id) => !counting.some((threat) => threat.id === id))
      .map((id) => `${id}: a title of ${file} has it: name the file in its row of scripts/threats/table.ts`)
  })
}

/** Strings that could be titles: those that name a threat, outside of comments. */
function titlesOf(text: string): string[] {
  return [...text.matchAll(/(['"`])([^\n]*?\bT-\d+\b[^\n]*?)\1/gu)].map(([, , title = '']) => title)
}
