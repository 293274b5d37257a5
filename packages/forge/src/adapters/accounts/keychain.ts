/** The keychain of a desktop, through its own program (`secret-tool`). Without an answer there is none. */
import { environmentOf, run, type Ended } from '#adapters/exec/index.ts'
import { defined } from '#model/defined.ts'

export interface Keychain {
  store(name: string, secret: string): Promise<'stored' | 'refused'>
  lookup(name: string): Promise<string | undefined>
  clear(name: string): Promise<void>
}

/** Without a session in which to prompt its owner, a keychain would wait for ever. */
export function findKeychain(env: Readonly<Record<string, string | undefined>>): Keychain | undefined {
  if (env['DBUS_SESSION_BUS_ADDRESS'] === undefined) return undefined
  const ask = (args: readonly string[], stdin?: string): Promise<Ended> =>
    run({
      file: 'secret-tool',
      args,
      cwd: '/',
      env: environmentOf(
        { home: env['HOME'] ?? '/', tmp: '/tmp', pass: ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'] },
        env,
      ),
      wallMs: 30_000,
      ...defined({ stdin }),
    })
  const which = (name: string): string[] => ['service', 'forge', 'account', name]
  return {
    async store(name, secret) {
      const { exitCode } = await ask(['store', '--label', `Forge account ${name}`, ...which(name)], secret)
      return exitCode === 0 ? 'stored' : 'refused'
    },
    async lookup(name) {
      const { exitCode, stdout } = await ask(['lookup', ...which(name)])
      const secret = stdout.tail.toString('utf8').trimEnd()
      return exitCode === 0 && secret !== '' ? secret : undefined
    },
    async clear(name) {
      await ask(['clear', ...which(name)])
    },
  }
}
