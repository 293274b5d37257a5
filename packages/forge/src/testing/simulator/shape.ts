/** What the auditor and the human know of a preset independently of the code under test. */
export interface Shape {
  /** The unit whose plan a human edits, and the phase in which plans are approved. */
  readonly planner: string
  readonly approval: string
  /** Templates whose units change a tree. */
  readonly workers: readonly string[]
  /** Phases that must have passed a head before it is merged. */
  readonly reviews: readonly string[]
}

export const shapes = {
  build: { planner: 'plan', approval: 'approve', workers: ['module'], reviews: ['review'] },
  sprint: {
    planner: 'sprint-plan',
    approval: 'approve-tasks',
    workers: ['task'],
    reviews: ['review-code', 'validate', 'approve'],
  },
  bug: {
    planner: 'triage',
    approval: 'approve-route',
    workers: ['route-a', 'route-b'],
    reviews: ['review-code', 'approve'],
  },
  slices: { planner: 'plan', approval: 'approve', workers: ['module'], reviews: ['review'] },
  twins: { planner: 'plan', approval: 'approve', workers: ['module'], reviews: ['review'] },
} as const satisfies Record<string, Shape>
export type ShapeName = keyof typeof shapes
