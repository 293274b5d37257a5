/**
 * The specification of a run: the normalised preset, budgets and limits, recorded once so that upgrades do not change
 * it.
 */
import { z } from 'zod'
import { Badge } from '#model/badge.ts'
import { Boundary } from '#model/boundary.ts'
import { Budget, Limits } from '#model/budget.ts'
import { Hash } from '#model/hash.ts'
import { Oid, Slug } from '#model/ids.ts'
import { Phase } from '#model/phase.ts'
import { RouteLetter } from '#model/phase-record.ts'
import { CommitPolicy, Isolation } from '#model/policy.ts'
import { Price, PriceBookName } from '#model/price.ts'
import { RouteSetting, Routing } from '#model/route.ts'
import { Said } from '#model/said.ts'
import { UnitSpec } from '#model/unit.ts'
import { Vocabulary } from '#model/vocabulary.ts'

/** The ordered phases of a kind of unit. */
export const Template = z.strictObject({
  phases: z.array(Phase).min(1).max(30),
  /** After a unit of this template stops: `continue` with what does not depend on it, or `halt` the run (C-09). */
  onStop: z.enum(['continue', 'halt']).default('continue'),
  /** A unit that fails without having been judged is dispatched once more by itself. */
  redispatch: z.literal('once').optional(),
  /** The letter of this route in summaries, where there are two. */
  route: RouteLetter.optional(),
})
export type Template = z.infer<typeof Template>

/** The provider of an agent, and its accounts there in their order of use. */
const Payer = z.strictObject({ provider: Slug, accounts: z.array(Slug).min(1).max(21) })

const lanes = {
  /** The account whose shared limit applies to agents of this run (I-32). */
  account: Slug.default('default'),
  /** The accounts that it uses next, in this order, while an earlier one is limited (S1-66). */
  accounts: z.array(Slug).max(20).optional(),
  /** Who is paid for an agent, by its name in routes; `''` is the run's own. Absent: only the accounts above. */
  payers: z.record(z.string().max(4000), Payer).optional(),
  /** Agents that a phase uses instead, in this order, while every account of its own is limited for long. */
  fallback: z
    .array(RouteSetting.extend({ agent: z.string().min(1).max(4000) }))
    .max(20)
    .optional(),
  /** The percentage of a window from which another account is preferred (S1-65); absent: only at its limit. */
  leaveAt: z.number().min(0).max(100).optional(),
}

/** Agent and accounts of a run, as the user who resumes it wants them from now on. */
export const Lanes = z.strictObject({
  ...lanes,
  account: Slug,
  /** The run's own agent, where another one takes over. */
  agent: z.string().min(1).max(4000).optional(),
  /** What Forge knows of the models of that agent. */
  routing: Routing.pick({ cluster: true, canonical: true, own: true }).optional(),
})
export type Lanes = z.infer<typeof Lanes>

export const RunSpec = z.strictObject({
  /** A label for people; nothing in core or engine reads it. */
  preset: Slug,
  request: z.string().max(100_000),
  /** The commit that the run starts from. */
  base: Oid,
  /** The branch that the user was on then; absent when HEAD was detached. */
  branch: z.string().min(1).max(500).optional(),
  templates: z.record(Slug, Template),
  /** Units that exist from the start. */
  units: z.array(UnitSpec).min(1).max(500),
  /** Units that come after every accepted plan and run after all units of it. */
  closing: z.array(UnitSpec).max(20).default([]),
  budget: Budget.default(Budget.parse({})),
  limits: Limits.default(Limits.parse({})),
  slots: z.number().int().positive().max(64).default(3),
  /** `wave`: units of one depth of dependencies at a time; the next depth starts when all of it has ended. */
  strategy: z.enum(['full', 'sequential', 'wave']).default('full'),
  /** Absent: `per-unit`, `worktree`. A run of isolation `branch` has the strategy `sequential`. */
  commit: CommitPolicy.optional(),
  isolation: Isolation.optional(),
  /** `planning`: planned units wait until a human says `begin`. */
  opens: z.enum(['working', 'planning']).optional(),
  /** Whether units wait for paths that another run claimed. */
  claims: z.enum(['advisory', 'enforcing']).default('advisory'),
  /** Whether a plan may have units that share a path without depending on each other (C-07). Absent: they are serialised. */
  overlaps: z.enum(['serialise', 'refuse']).optional(),
  ...lanes,
  /** Texts of a shipped preset, in every language: titles by the id of a unit, questions by `<template>/<phase>`. */
  said: z.record(z.string().max(200), Said).optional(),
  /** The names under which gates and views of the preset know the run and its units; absent: only those of core. */
  vocabulary: Vocabulary.optional(),
  /** Lockfiles, setup command, tool versions, allow-listed variables, platform, sandbox profile. */
  environment: Hash,
  /**
   * Guarded paths: a name (`package.json`), a path, a folder (`.github/`), with `*` for any characters but `/`, or
   * exactly one file (`/scripts/check.js`). Forge asks about work that changes one.
   */
  guarded: z.array(z.string().min(1).max(500)).max(2000).optional(),
  /** Configured commands that run in every tree besides checks: shown to the human who approves a plan. */
  prepares: z
    .strictObject({ setup: z.array(z.string().max(4000)).max(20), teardown: z.array(z.string().max(4000)).max(20) })
    .optional(),
  /** What no unit may contain: forbidden paths, secrets. */
  boundary: Boundary.optional(),
  /**
   * Whether commit hooks of the user's repository run on a commit before it is merged. Absent: they never do.
   */
  hooks: z.literal('run').optional(),
  /** The style of first lines of commits in the user's repository; absent: plain sentences. */
  messages: z.literal('conventional').optional(),
  /** What models and efforts are chosen from; the environment was read for it once, when the run started. */
  routing: Routing.optional(),
  /** Prices of the configuration, for usage without reported money. */
  prices: z.array(Price).max(500).optional(),
  /** The source of the other prices. */
  priceBook: PriceBookName.optional(),
  /** How each role is announced to people. */
  badges: z.record(Slug, Badge).optional(),
  /** The agent that the user named for this run; absent: the one of the configuration when a process works on it. */
  agent: z.string().min(1).max(4000).optional(),
  /** Prompt texts by role, as blobs. */
  prompts: z.record(Slug, Hash).default({}),
})
export type RunSpec = z.infer<typeof RunSpec>
