/** Finds programs by name on a PATH, and explains why the kernel could not start one. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The program that a PATH finds; undefined when none is executable. */
export function findProgram(file: string, path: string): string | undefined {
  if (file.includes('/')) return isProgram(file) ? file : undefined
  return placesOf(file, path).find((candidate) => isAbsolute(candidate) && isProgram(candidate))
}

/**
 * The kernel's reason, corrected: if a PATH contains a folder that this user may not search, the kernel reports EACCES
 * even for a program that is in none of the others. Such a program is missing.
 */
export function startFailure(code: string, file: string, path: string): string {
  if (code !== 'EACCES' || file.includes('/')) return code
  return placesOf(file, path).some((candidate) => existsSync(candidate)) ? code : 'ENOENT'
}

function placesOf(file: string, path: string): string[] {
  return path.split(delimiter).map((place) => join(place, file))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
