/** How a hostile agent is written down (B6): the threat it belongs to, the steps of one worker, what must come of its unit. */
import type { ThreatId } from '../../../../scripts/threats/threat.ts'
import type { Project, Step } from '../driven/project.ts'

/**
 * What comes of the unit: `merged` with exactly its declared file; `stopped` without a trace; `outside`: stopped because
 * it changed the user's repository, and said so; `open`: merged, and the change that nothing ties to it is said;
 * `unseen`: merged with more in its file than it should have, and nobody can tell; `elsewhere`: merged, and what it wrote
 * beside the repository stays, because nobody looks there.
 */
export type End = 'merged' | 'stopped' | 'outside' | 'open' | 'unseen' | 'elsewhere'

export interface Behaviour {
  readonly name: string
  /** The row of docs/threats.md that it belongs to. */
  readonly threat: ThreatId
  readonly steps: (at: Project) => readonly Step[]
  readonly end: End
  /** What it declares besides its own file. */
  readonly writes?: readonly string[]
  /** What it leaves `elsewhere`, from the folder that holds the user's home and repository. */
  readonly leaves?: string
  /** Changes what all units of a run would be blamed for, or needs short deadlines: a run of its own. */
  readonly alone?: true
  /** Tries to get at what only walls keep from it. */
  readonly only?: 'sandbox'
  readonly limits?: { readonly wallMs: number; readonly idleMs: number }
}

export const good: Step = { do: 'write', path: '{{unit}}.txt', text: 'good {{unit}}\n' }
export const answer: Step = { do: 'answer' }
export const run = (line: string): Step => ({ do: 'run', line })
export const print = (text: string, to = 'message'): Step => ({ do: 'print', text, to })
/** Works as it should, and does this besides. */
export const besides =
  (...steps: readonly Step[]) =>
  (): readonly Step[] => [good, ...steps, answer]
export const short = { wallMs: 1500, idleMs: 800 }
export const as = 'git -c user.name=Agent -c user.email=agent@invalid'
