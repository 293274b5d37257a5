/** All plants, group by group. */
import * as c from '../../ledger/c.ts'
import * as d from '../../ledger/d.ts'
import * as r from '../../ledger/r.ts'
import * as s0 from '../../ledger/s0.ts'
import * as s1 from '../../ledger/s1.ts'
import * as s2 from '../../ledger/s2.ts'
import * as s3 from '../../ledger/s3.ts'
import * as s4 from '../../ledger/s4.ts'
import * as u from '../../ledger/u.ts'
import type { Plant } from './plant.ts'

const groups = [s0, s1, s2, s3, s4, r, u, c, d]

export const plants: readonly Plant[] = groups.flatMap((group) => group.plants)

/** The path of a plant's module, from the root of the workspace. */
export function placeOf({ module }: Pick<Plant, 'module'>): string {
  return `packages/forge/src/${module}`
}
