/** The user's own login of an agent, for attempts that no proxy stands before: linked into the private place, never copied. */
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The way out of a company's network, for programs that go out by themselves. */
export const networkVariables: readonly string[] = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'NO_PROXY',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
]

/** `files` are relative to the user's home. What is not there is not needed. */
export async function linkLogin(files: readonly string[], kept: string): Promise<void> {
  for (const file of files) {
    const own = join(homedir(), file)
    const link = join(kept, basename(file))
    // A link that is there already was made by the performance before this one.
    if (existsSync(own)) await symlink(own, link).catch(() => undefined)
  }
}

/** The same at the places where a program looks for them, in a home of its own. */
export async function linkAtHome(files: readonly string[], home: string): Promise<void> {
  for (const file of files) {
    const own = join(homedir(), file)
    if (!existsSync(own)) continue
    await mkdir(dirname(join(home, file)), { recursive: true })
    await symlink(own, join(home, file)).catch(() => undefined)
  }
}
