/**
 * The first program in a sandbox without network: listens on the ports that lead out, passes the listening sockets to
 * Forge, and replaces itself with the requested program. Arguments: ports, program, its arguments.
 */
import { createServer } from 'node:net'

const [ports = '', file = '', ...args] = process.argv.slice(2)

async function handOver(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1' }, resolve))
  await new Promise<void>((resolve, reject) => {
    process.send?.({ port }, server, {}, (error) => (error === null ? resolve() : reject(error)))
  })
}

for (const port of ports.split(',')) await handOver(Number(port))
process.disconnect?.()
// Node has removed its own variables from the environment.
process.execve?.(file, [file, ...args], process.env)
