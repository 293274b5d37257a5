/** A project with a preset of the user's own, and what is kept of its proofs. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '#config/load.ts'
import { starterPreset } from '#config/starter.ts'
import { findRepository, placesOf } from '#forge/place/places.ts'
import { success } from '#model/result.ts'
import { must, type Project } from '../driven/project.ts'
import { callHere } from '../calling.ts'

export async function forge({ folder, home }: Project, ...args: string[]): Promise<{ code: number; all: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, USER: 'ada' }
  const { exitCode, out, error } = await callHere(args, { cwd: folder, env })
  return { code: exitCode ?? 1, all: out + error }
}

/** Checks that go back once are fewer states to walk. */
export const starter = starterPreset('mine').replace('max_iterations: 3', 'max_iterations: 2')

/** As little as can be sound. */
export const small = `name: mine
title: Change, merge
templates:
  change:
    phases:
      - { name: implement, kind: agent, role: worker, yields: work }
      - { name: integrate, kind: git, op: integrate }
      - { name: verify-merged, kind: check, on: candidate, max_iterations: 1 }
      - { name: merge, kind: git, op: merge }
      - { name: clean, kind: chore, op: remove-tree }
commit: per-unit
start:
  - { id: change, title: Make the change, template: change, verify: project }
`

export const rules = () => [
  { when: { role: 'worker' }, steps: [{ do: 'write', path: 'a.txt', text: '{{attempt}}' }, { do: 'answer' }] },
  { steps: [{ do: 'answer' }] },
]
export const files = { '.forge/config.yaml': 'agent: scripted:../script.json\nverify: ["true"]\n' }

export function config() {
  return must(loadConfig({ env: {}, files: [], flags: {}, readText: () => success(undefined) }))
}

export function placesIn({ folder, home }: Project) {
  return placesOf(must(findRepository(folder)), {}, home)
}

export function proofsIn(project: Project): number {
  const folder = join(placesIn(project).state, 'proofs')
  return existsSync(folder) ? readdirSync(folder).length : 0
}
