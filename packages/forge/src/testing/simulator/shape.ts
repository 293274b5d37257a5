/** What the auditor and the human know of a preset by themselves, without asking the code that they watch. */
export interface Shape {
  /** The unit that plans, and the path on which a plan is approved. */
  readonly planner: string
  readonly approval: string
  /** Templates whose units change a tree. */
  readonly workers: readonly string[]
  /** Phases that must have let a head through before it is merged. */
  readonly reviews: readonly string[]
}

export const shapes = {
  build: { planner: 'plan', approval: 'plan/approve', workers: ['module'], reviews: ['review'] },
  sprint: {
    planner: 'sprint-plan',
    approval: 'sprint-plan/approve-tasks',
    workers: ['task'],
    reviews: ['review-code', 'validate', 'approve'],
  },
  bug: {
    planner: 'triage',
    approval: 'triage/approve-route',
    workers: ['route-a', 'route-b'],
    reviews: ['review-code', 'approve'],
  },
} as const satisfies Record<string, Shape>
export type ShapeName = keyof typeof shapes
