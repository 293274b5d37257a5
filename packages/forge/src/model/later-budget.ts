/** What the later counters of the budget allow when nobody says otherwise; without a schema, for views that load none. */
export const laterBudget = { repairs: 2, iterations: 5, otherModels: 1, tiersUp: 3, lockWaits: 3 } as const
