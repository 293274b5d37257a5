/** An unexpected failure of git. It is thrown; callers that can explain it catch it by name. */

export class GitFault extends Error {
  readonly stderr: string
  readonly code: number | null

  constructor(args: readonly string[], answer: { code: number | null; stderr: string; truncated: boolean }) {
    const why = answer.truncated ? 'its output is too long' : `exit ${answer.code ?? 'by signal or deadline'}`
    super(`git ${args.slice(0, 4).join(' ')}: ${why}: ${answer.stderr.trim().slice(0, 2000)}`)
    this.name = 'GitFault'
    this.stderr = answer.stderr
    this.code = answer.code
  }
}

/** Whether the disk (or its quota) is full, by the messages of git or Node. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof GitFault) return /No space left on device|Disk quota exceeded/u.test(error.stderr)
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
