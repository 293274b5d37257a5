/** What a gate is evaluated against: recorded facts, never what an agent says. */
import { say, type Said } from '#messages/said.ts'
import type { Gate } from '#model/gate.ts'
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'
import { pathFault } from '#core/graph/paths.ts'

/** What is known of a file. */
export type ArtifactFact =
  | { readonly seen: 'file'; readonly bytes: number }
  | { readonly seen: 'missing' }
  | { readonly seen: 'unreadable'; readonly why: string }

/** `unknown`: that phase gave a verdict, and it is neither of the others; it matches nothing that a gate may ask. */
export type KnownVerdict = 'approved' | 'revision' | 'n/a' | 'unknown'

export interface GateFacts {
  /** Values of placeholders; an absent one has no value here, and a gate that needs it is misconfigured. */
  readonly values: Readonly<Record<string, string>>
  /** Records by name, as fields read them. A field that can exist is present, as null while it has no value. */
  readonly record: Readonly<Record<string, Json>>
  /** Names of the phases of the pipeline. */
  readonly phases: readonly string[]
  /** Verdicts that count now; a phase without one is `n/a`. A stale verdict does not count. */
  readonly verdicts: Readonly<Record<string, KnownVerdict>>
  /** Files by path inside the repository; a path that Forge did not observe is absent. */
  readonly artifacts: Readonly<Record<string, ArtifactFact>>
}

/** A path with its placeholders filled, or why it cannot be. */
export function fillPath(path: string, values: GateFacts['values']): Result<string, Said> {
  const missing = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).find((name) => !values[name])
  if (missing !== undefined) return failed(say('gate.placeholderHasNoValue', { name: `{${missing}}` }))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const fault = pathFault(filled)
  return fault === undefined ? success(filled) : failed(say('path.fault', { path: JSON.stringify(filled), fault }))
}

/** The files that Forge must observe before these gates can be evaluated, each once. */
export function artifactPaths(gates: readonly Gate[], values: GateFacts['values']): readonly string[] {
  const paths = gates.flatMap(({ directives }) =>
    directives.flatMap((directive) => {
      const filled = directive.kind === 'artifact' ? fillPath(directive.path, values) : undefined
      return filled?.ok === true ? [filled.value] : []
    }),
  )
  return [...new Set(paths)]
}
