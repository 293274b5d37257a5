/**
 * Planted bugs: the simulator is tested too. A plant replaces exports of one production module by loading another file in
 * its place, in a process of its own; production code has no flag for it. Each must be found within 1,000 schedules.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { plants, type Plant } from './plants/list.ts'

export interface FoundPlant {
  readonly name: string
  /** The schedule, counted from 1, at which it was found. */
  readonly schedule: number | undefined
  readonly invariant: string | undefined
}

export async function runPlants(onStart: (name: string) => void): Promise<readonly FoundPlant[]> {
  const found: FoundPlant[] = []
  const waiting = [...plants]
  const worker = async (): Promise<void> => {
    for (let plant = waiting.shift(); plant !== undefined; plant = waiting.shift()) {
      onStart(plant.name)
      found.push(await runPlant(plant))
    }
  }
  await Promise.all([worker(), worker()])
  return plants.map(({ name }) => found.find((each) => each.name === name) as FoundPlant)
}

export function runPlant(plant: Plant): Promise<FoundPlant> {
  const soil = fileURLToPath(new URL('plants/soil.ts', import.meta.url))
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--conditions=source', soil, plant.name],
      { maxBuffer: 1 << 24 },
      (error, stdout, stderr) => {
        if (error !== null) return reject(new Error(`${plant.name}: ${stderr}`))
        const { schedule, invariant } = JSON.parse(stdout) as { schedule?: number; invariant?: string }
        resolve({ name: plant.name, schedule, invariant })
      },
    )
  })
}
