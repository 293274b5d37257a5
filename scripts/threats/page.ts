/** docs/threats.md: for each threat what holds in which mode, from results alone. */
import { namesId } from '../ledger/judge.ts'
import type { Results } from './results.ts'
import { modes, outcomes, type Evidence, type Mode, type Outcome, type Threat } from './threat.ts'

/** How many pieces of evidence of one kind agree. */
interface Said {
  readonly outcome: Outcome
  readonly what: 'agent' | 'test' | 'bar'
  /** The names of those that failed. */
  readonly names: readonly string[]
}

/** The code and day of the results. */
export interface Made {
  readonly commit: string
  readonly at: Date
}

export function threatsPage(threats: readonly Threat[], results: Results, { commit, at }: Made): string {
  const rows = threats.map((threat) => {
    const [sandbox, none] = [cellOf(threat, 'sandbox', results), cellOf(threat, 'none', results)]
    return [threat.id, threat.threat, sandbox, none === sandbox ? 'the same' : none]
  })
  const shown = threats.map((threat) => [threat.id, agentsOf(threat, results), evidenceOf(threat, results)])
  const { agents } = results
  const wrong = agents.filter(({ outcome }) => outcome === 'escaped')
  return `# Threats

<!-- Written by \`npm run proof -- --all\` from the results of tests. Change scripts/threats/table.ts or the tests, not this page. -->

What an attacker may try who controls the content of a repository, what agents say, or an agent itself; and what came of it when
tests tried it, in the sandbox (bubblewrap) and without it. Agents here are hostile ones: scripted, on real runs.
[safety.md](safety.md) says how each wall works and what is left to you.

- commit: ${commit}
- date: ${at.toISOString().slice(0, 10)}
- agents: ${modes.map((mode) => `${agents.filter((one) => one.mode === mode).length} ${modeWords[mode]}`).join(', ')}; ${wrong.length} escapes

**held**: nothing came of it. **detected**: Forge named it and refused the work or stopped the run. **not detectable**: it happens, and nobody
can tell. **escaped**, **failed**, **not run**: a test did not see what this page should say.

${tableOf(['Id', 'Threat', 'In the sandbox', 'Without it'], rows)}
${wrong.length === 0 ? '' : `\n## Escapes\n\n${wrong.map(({ name, mode, fault }) => `- \`${name}\`, ${modeWords[mode]}: ${fault ?? 'no word of what went wrong'}`).join('\n')}\n`}
## Shown by

The agents are in \`packages/forge/test/hostile\`; a bar is a row of [proof.md](proof.md).

${tableOf(['Id', 'Agents', 'Tests and bars'], shown)}
`
}

const modeWords: Readonly<Record<Mode, string>> = { sandbox: 'in the sandbox', none: 'without it' }

function cellOf(threat: Threat, mode: Mode, results: Results): string {
  const said = saidOf(threat, mode, results)
  const left = threat.left?.[mode]
  const cells = outcomes.flatMap((outcome) => {
    const own = said.filter((one) => one.outcome === outcome)
    const count = own.map(({ what, names }) => counted(names, what)).join(', ')
    if (outcome === 'not detectable' && left !== undefined)
      return [`${outcome}: ${left}${count === '' ? '' : ` (${count})`}`]
    if (own.length === 0) return []
    const isWrong = ['escaped', 'failed', 'not run'].includes(outcome)
    const which = own.flatMap(({ names }) => names).join(', ')
    return [isWrong ? `**${outcome}**: ${count} (${which})` : `${outcome}: ${count}`]
  })
  if (threat.unbuilt !== undefined) cells.push(`not built yet: ${threat.unbuilt}`)
  return cells.length === 0 ? '**no evidence**' : cells.join('<br>')
}

function counted(names: readonly string[], what: Said['what']): string {
  if (what === 'bar') return names.map((name) => `bar ${name}`).join(', ')
  return `${names.length} ${what}${names.length === 1 ? '' : 's'}`
}

function saidOf(threat: Threat, mode: Mode, results: Results): readonly Said[] {
  const agents = results.agents.filter((one) => one.threat === threat.id && one.mode === mode)
  const told = threat.evidence.filter((one) => one.mode === undefined || one.mode === mode)
  const seen = [
    ...agents.map(({ outcome, name }) => ({ outcome, what: 'agent' as const, name })),
    ...told.flatMap((evidence) => judged(threat, evidence, results)),
  ]
  const kinds = ['agent', 'test', 'bar'] as const
  return outcomes.flatMap((outcome) =>
    kinds.flatMap((what) => {
      const names = seen.filter((one) => one.outcome === outcome && one.what === what).map(({ name }) => name)
      return names.length === 0 ? [] : [{ outcome, what, names }]
    }),
  )
}

/** Evidence that passed counts with its outcome; other evidence counts as failed or not run. */
function judged(
  { id }: Threat,
  { by, shows }: Evidence,
  { tests, bars }: Results,
): readonly { readonly outcome: Outcome; readonly what: 'test' | 'bar'; readonly name: string }[] {
  if ('bar' in by) {
    const own = bars.filter((bar) => bar.id === by.bar)
    const isPassed = own.length > 0 && own.every((bar) => bar.isPassed)
    return [{ what: 'bar', name: by.bar, outcome: own.length === 0 ? 'not run' : isPassed ? shows : 'failed' }]
  }
  const ran = (tests?.testResults ?? [])
    .filter(({ name }) => name.endsWith(`/${by.file}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => namesId(fullName, id) && (status === 'passed' || status === 'failed'))
  if (ran.length === 0) return [{ what: 'test', name: by.file, outcome: 'not run' }]
  return ran.map(({ status, fullName }) => ({
    what: 'test',
    name: fullName,
    outcome: status === 'passed' ? shows : 'failed',
  }))
}

function agentsOf({ id }: Threat, { agents }: Results): string {
  const names = new Set(agents.filter(({ threat }) => threat === id).map(({ name }) => name))
  return [...names].map((name) => `\`${name}\``).join(', ')
}

function evidenceOf({ evidence }: Threat, { bars }: Results): string {
  const parts = evidence.map(({ by }) => {
    if ('file' in by) return `[${by.file.split('/').slice(-2).join('/')}](../${by.file})`
    const figures = bars.filter((bar) => bar.id === by.bar).map(({ figure }) => figure)
    return `${by.bar}: ${figures.length === 0 ? 'no figure' : figures.join('; ')}`
  })
  return parts.join(', ')
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
