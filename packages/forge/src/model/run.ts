/** What a run is made of: the normalised preset, budgets and limits, recorded once so that upgrades change nothing of it. */
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
  /** The letter under which summaries name this way, where there are two. */
  route: RouteLetter.optional(),
})
export type Template = z.infer<typeof Template>

/** The provider of an agent, and its accounts there in the order in which the run moves through them. */
const Payer = z.strictObject({ provider: Slug, accounts: z.array(Slug).min(1).max(21) })

const lanes = {
  /** The account whose shared gate agents of this run pass (I-32). */
  account: Slug.default('default'),
  /** Accounts that it moves on to, in this order, while the gate of an earlier one is closed (S1-66). */
  accounts: z.array(Slug).max(20).optional(),
  /** Who is paid for an agent, by its name in routes; `''` is the run's own. Absent: only the accounts above. */
  payers: z.record(z.string().max(4000), Payer).optional(),
  /** Agents that a phase moves on to, in this order, while every account of its own has nothing left for long. */
  fallback: z
    .array(RouteSetting.extend({ agent: z.string().min(1).max(4000) }))
    .max(20)
    .optional(),
  /** From how many percent of a window on an account is left for another one (S1-65); absent: never before its limit. */
  leaveAt: z.number().min(0).max(100).optional(),
}

/** Who does the work of a run and who is paid for it, as whoever resumes it wants it from now on. */
export const Lanes = z.strictObject({
  ...lanes,
  account: Slug,
  /** The run's own agent, where another one takes over. */
  agent: z.string().min(1).max(4000).optional(),
  /** What is known of the models of that agent. */
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
  /** Units that are added behind every accepted plan and run after all units of it. */
  closing: z.array(UnitSpec).max(20).default([]),
  budget: Budget.default(Budget.parse({})),
  limits: Limits.default(Limits.parse({})),
  slots: z.number().int().positive().max(64).default(3),
  /** `wave`: units of one depth of dependencies at a time; the next depth starts when all of it has ended. */
  strategy: z.enum(['full', 'sequential', 'wave']).default('full'),
  /** Absent: `per-unit`, `worktree`. A run of isolation `branch` has the strategy `sequential`. */
  commit: CommitPolicy.optional(),
  isolation: Isolation.optional(),
  /** `planning`: planned units wait until somebody says `begin`. */
  opens: z.enum(['working', 'planning']).optional(),
  /** Whether paths that another run claimed are waited for. */
  claims: z.enum(['advisory', 'enforcing']).default('advisory'),
  /** Whether a plan may have units that share a path without depending on each other (C-07). Absent: they are serialised. */
  overlaps: z.enum(['serialise', 'refuse']).optional(),
  ...lanes,
  /** Texts of a preset of Forge, in every language: titles by the id of a unit, questions by `<template>/<phase>`. */
  said: z.record(z.string().max(200), Said).optional(),
  /** The words that gates and views of the preset know the run and its units by; absent: only those of core. */
  vocabulary: Vocabulary.optional(),
  /** Lockfiles, setup command, tool versions, allow-listed variables, platform, sandbox profile. */
  environment: Hash,
  /**
   * Paths that decide whether work passes: a name (`package.json`), a path, a folder (`.github/`), with `*` for any
   * characters but `/`, or exactly one file (`/scripts/check.js`). Work that changes one is asked about.
   */
  guarded: z.array(z.string().min(1).max(500)).max(2000).optional(),
  /** What runs in every tree besides checks, as the configuration had it: shown to whoever approves a plan. */
  prepares: z
    .strictObject({ setup: z.array(z.string().max(4000)).max(20), teardown: z.array(z.string().max(4000)).max(20) })
    .optional(),
  /** What no unit may bring: forbidden paths, secrets. */
  boundary: Boundary.optional(),
  /** Whether commit hooks of the user's repository run on what is about to be merged. Absent: they never do. */
  hooks: z.literal('run').optional(),
  /** How first lines of commits are written in the user's repository; absent: as plain sentences. */
  messages: z.literal('conventional').optional(),
  /** What models and efforts are chosen from; the environment was read for it once, when the run began. */
  routing: Routing.optional(),
  /** Prices of the configuration, for usage whose agent told no money. */
  prices: z.array(Price).max(500).optional(),
  /** Where the other prices come from. */
  priceBook: PriceBookName.optional(),
  /** How each role is announced to people. */
  badges: z.record(Slug, Badge).optional(),
  /** Who works, where the operator named it for this run; absent: whom the configuration names when it is driven. */
  agent: z.string().min(1).max(4000).optional(),
  /** Prompt texts by role, as blobs. */
  prompts: z.record(Slug, Hash).default({}),
})
export type RunSpec = z.infer<typeof RunSpec>
