/** How agents misbehave (B6), as data. */
import type { Behaviour } from './behaviour.ts'
import { endings } from './endings.ts'
import { inChecks } from './in-checks.ts'
import { inTree } from './in-tree.ts'
import { outside } from './outside.ts'
import { reading } from './reading.ts'
import { behindWalls } from './walls.ts'

export const behaviours: readonly Behaviour[] = [
  ...outside,
  ...inTree,
  ...inChecks,
  ...endings,
  ...behindWalls,
  ...reading,
]
