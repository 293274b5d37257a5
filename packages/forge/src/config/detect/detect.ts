/**
 * Which commands set up, build, lint and test a project, read from its files: only what works in a fresh clone. A pure
 * function of a listing and of file contents. A Makefile only fills in what nothing more specific has provided.
 */
import { raw, type Said } from '#messages/said.ts'
import { detectCargo, detectDotnet, detectGo, detectGradle, detectMaven } from './compiled.ts'
import { detectNode } from './node.ts'
import type { Detector, Finding, Project } from './project.ts'
import { detectPython } from './python.ts'
import { detectComposer, detectMake, detectRuby } from './scripted.ts'

export interface Detected extends Finding {
  readonly from: Said
  /** The folder it runs in; `.` is the root. */
  readonly cwd: string
}

const detectors: readonly Detector[] = [
  detectNode,
  detectCargo,
  detectGo,
  detectMaven,
  detectGradle,
  detectPython,
  detectComposer,
  detectRuby,
  detectDotnet,
]

/** The commands of the root; if there are none, those of its folders. */
export function detect(project: Project): readonly Detected[] {
  const atRoot = detectIn(project).map((finding) => detectedIn('.', finding))
  if (atRoot.length > 0) return atRoot
  const folders = [...new Set(project.paths.flatMap((path) => (path.includes('/') ? [path.split('/')[0] ?? ''] : [])))]
  return folders
    .filter((folder) => !folder.startsWith('.') && folder !== 'node_modules' && folder !== 'vendor')
    .toSorted()
    .flatMap((folder) => detectIn(below(project, folder)).map((finding) => detectedIn(folder, finding)))
}

function detectedIn(cwd: string, { from, ...finding }: Finding): Detected {
  return { ...finding, from: typeof from === 'string' ? raw(from) : from, cwd }
}

function detectIn(project: Project): readonly Finding[] {
  const specific = detectors.flatMap((detector) => detector(project))
  const kinds = new Set(specific.map(({ kind }) => kind))
  return [...specific, ...detectMake(project).filter(({ kind }) => !kinds.has(kind))]
}

function below(project: Project, folder: string): Project {
  const start = `${folder}/`
  return {
    paths: project.paths.flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : [])),
    read: (path) => project.read(start + path),
    isTracked: (path) => project.isTracked(start + path),
    isThere: (path) => project.isThere(start + path),
  }
}
