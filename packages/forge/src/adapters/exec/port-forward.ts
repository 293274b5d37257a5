/**
 * The way out of a sandbox without network: a few loopback ports inside lead to the same ports outside. The listening
 * sockets are opened inside and served here, so no extra process runs beside the child.
 */
import { existsSync } from 'node:fs'
import { connect, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const Handed = z.object({ port: z.int().min(1).max(65_535) })

export interface PortForward {
  /** Takes what the program inside passes over; anything else is ignored. */
  readonly take: (message: unknown, handle: unknown) => void
  close(): void
}

export function createPortForward(ports: readonly number[]): PortForward {
  const servers = new Set<Server>()
  const sockets = new Set<Socket>()
  return {
    take(message, handle) {
      const handed = Handed.safeParse(message)
      if (!handed.success || !ports.includes(handed.data.port) || !isServer(handle)) return
      servers.add(handle)
      handle.on('connection', (inside) => join(inside, connect({ port: handed.data.port, host: '127.0.0.1' }), sockets))
    },
    close() {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function isServer(handle: unknown): handle is Server {
  return typeof handle === 'object' && handle !== null && 'listen' in handle
}

/** When either end closes, so does the other. */
function join(inside: Socket, outside: Socket, sockets: Set<Socket>): void {
  for (const [one, other] of [
    [inside, outside],
    [outside, inside],
  ] as const) {
    sockets.add(one)
    one.on('error', () => other.destroy())
    one.on('close', () => {
      sockets.delete(one)
      other.destroySoon()
    })
    one.pipe(other)
  }
}

/** The command line of the program inside; its folder must be readable there. */
export function portForwardCommand(ports: readonly number[], file: string, args: readonly string[]): readonly string[] {
  return [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    portForwardProgram(),
    ports.join(','),
    file,
    ...args,
  ]
}

export function portForwardProgram(): string {
  const beside = ['./gate-program.ts', './gate-program.js'].map((name) => fileURLToPath(new URL(name, import.meta.url)))
  return beside.find((path) => existsSync(path)) ?? 'gate-program.js'
}
