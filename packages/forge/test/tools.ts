/**
 * Tools that only tests need (strace, tmux, bubblewrap, openssl). CI installs them, and there a missing one fails; on a machine with nothing but
 * Node and git the tests that need one are skipped aloud, so that `npm test` works there too.
 */
import { spawnSync } from 'node:child_process'

export function isMissing(tool: 'strace' | 'tmux' | 'bwrap' | 'openssl'): boolean {
  if (process.env['CI'] !== undefined) return false
  const isThere = spawnSync('sh', ['-c', `command -v ${tool}`], { stdio: 'ignore' }).status === 0
  if (!isThere) console.warn(`${tool} is not installed: the tests that need it are skipped`)
  return !isThere
}
