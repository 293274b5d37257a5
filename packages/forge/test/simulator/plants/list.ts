/** The planted bugs: which module each replaces, and in which layer it lives. */
export interface Plant {
  readonly name: string
  readonly layer: 'core' | 'actor' | 'perform'
  /** The production module, from `src`. */
  readonly replaces: string
  /** The file beside this one that is loaded in its place. */
  readonly by: string
}

export const plants: readonly Plant[] = [
  { name: 'merge without probe', layer: 'perform', replaces: 'engine/perform/merge.ts', by: 'merge-without-probe.ts' },
  {
    name: 'merge without compare-and-swap',
    layer: 'perform',
    replaces: 'engine/perform/merge.ts',
    by: 'merge-without-swap.ts',
  },
  {
    name: 'foreign commit taken for the tip',
    layer: 'core',
    replaces: 'core/tip/expected-tip.ts',
    by: 'foreign-taken.ts',
  },
  {
    name: 'dispatch without unique claim',
    layer: 'core',
    replaces: 'core/next/rules-dispatch.ts',
    by: 'dispatch-twice.ts',
  },
  {
    name: 'performer forgets what it holds',
    layer: 'perform',
    replaces: 'engine/perform/performer.ts',
    by: 'performer-forgets.ts',
  },
  {
    name: 'result applied without fence',
    layer: 'core',
    replaces: 'core/state/apply-attempt.ts',
    by: 'result-without-fence.ts',
  },
  {
    name: 'lost check taken for passed',
    layer: 'perform',
    replaces: 'engine/perform/check.ts',
    by: 'check-assumed.ts',
  },
  { name: 'stale verdict counts', layer: 'core', replaces: 'model/same-judgement.ts', by: 'stale-verdict.ts' },
  {
    name: 'unknown verdict treated as approve',
    layer: 'core',
    replaces: 'core/verdict/judge.ts',
    by: 'unknown-approves.ts',
  },
  {
    name: 'limit of the run held against a unit',
    layer: 'core',
    replaces: 'core/recover/ladder.ts',
    by: 'ceiling-stops.ts',
  },
  { name: 'retry resets the budget', layer: 'core', replaces: 'core/recover/ladder.ts', by: 'budget-reset.ts' },
  { name: 'lifetime not counted', layer: 'core', replaces: 'core/state/apply-attempt.ts', by: 'lifetime-uncounted.ts' },
  {
    name: 'other models not counted',
    layer: 'core',
    replaces: 'core/state/apply-unit.ts',
    by: 'other-models-uncounted.ts',
  },
  { name: 'tiers up not counted', layer: 'core', replaces: 'core/state/apply-unit.ts', by: 'tiers-uncounted.ts' },
  {
    name: 'waits for a lock not counted',
    layer: 'core',
    replaces: 'core/state/apply-unit.ts',
    by: 'lock-waits-uncounted.ts',
  },
  { name: 'pending words lost at restart', layer: 'actor', replaces: 'engine/driver.ts', by: 'inbox-lost.ts' },
  {
    name: 'approval not reopened after plan change',
    layer: 'core',
    replaces: 'core/state/apply-unit.ts',
    by: 'approval-kept.ts',
  },
  { name: 'tree removed without proof', layer: 'perform', replaces: 'engine/perform/trees.ts', by: 'tree-unproved.ts' },
  { name: 'tree never removed', layer: 'perform', replaces: 'engine/perform/trees.ts', by: 'tree-kept.ts' },
  { name: 'timeout by wall clock', layer: 'perform', replaces: 'engine/perform/deadline.ts', by: 'wall-clock.ts' },
  {
    name: 'backoff without shared gate',
    layer: 'core',
    replaces: 'core/next/accept-outcome.ts',
    by: 'no-shared-gate.ts',
  },
  { name: 'full account not left', layer: 'core', replaces: 'core/state/apply-capacity.ts', by: 'levels-unheard.ts' },
  { name: 'verify on a stale base', layer: 'core', replaces: 'core/graph/position.ts', by: 'stale-base.ts' },
  { name: 'orphans not swept', layer: 'perform', replaces: 'engine/perform/perform-attempt.ts', by: 'orphans-left.ts' },
  { name: 'offered before the commit', layer: 'actor', replaces: 'engine/actor.ts', by: 'offer-early.ts' },
  { name: 'dependency not awaited', layer: 'core', replaces: 'core/schedule/ready.ts', by: 'dependency-ignored.ts' },
  { name: 'overlapping writes at once', layer: 'core', replaces: 'core/schedule/claims.ts', by: 'writes-overlap.ts' },
  { name: 'agent approves its own plan', layer: 'core', replaces: 'core/next/human-only.ts', by: 'agent-approves.ts' },
  { name: 'base synced unverified', layer: 'perform', replaces: 'engine/perform/sync.ts', by: 'sync-unverified.ts' },
  { name: 'base in place of merges', layer: 'perform', replaces: 'engine/perform/sync.ts', by: 'sync-over-merges.ts' },
  {
    name: 'branch moved without the checkout',
    layer: 'perform',
    replaces: 'engine/perform/land.ts',
    by: 'land-without-checkout.ts',
  },
  { name: 'landing without probe', layer: 'perform', replaces: 'engine/perform/land.ts', by: 'land-without-probe.ts' },
  {
    name: 'lost landing taken for made',
    layer: 'perform',
    replaces: 'engine/perform/land.ts',
    by: 'landing-assumed.ts',
  },
  {
    name: 'publish without compare-and-swap',
    layer: 'perform',
    replaces: 'engine/perform/publish.ts',
    by: 'publish-without-swap.ts',
  },
  {
    name: "plan drops other planners' units",
    layer: 'core',
    replaces: 'core/graph/expand.ts',
    by: 'others-dropped.ts',
  },
  { name: 'merged id accepted in a plan', layer: 'core', replaces: 'core/graph/check.ts', by: 'merged-again.ts' },
  {
    name: 'approved unit dropped without asking',
    layer: 'core',
    replaces: 'core/graph/removed-scope.ts',
    by: 'losses-unseen.ts',
  },
  { name: 'overtaken plan not sent back', layer: 'core', replaces: 'core/graph/expand.ts', by: 'overtaken-unseen.ts' },
  {
    name: 'conversation paid for again',
    layer: 'core',
    replaces: 'core/next/conversation.ts',
    by: 'conversation-dropped.ts',
  },
  { name: 'acknowledged turn not folded', layer: 'actor', replaces: 'engine/actor.ts', by: 'turn-forgotten.ts' },
]
