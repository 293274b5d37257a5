/** One lane of `npm run ledger`: a copy of the workspace, and a child process that keeps vitest loaded there. */
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import type { Ran } from './judge.ts'
import { copyWorkspace } from './workspace.ts'

export interface Order {
  /** From the root of the workspace. */
  readonly file: string
  /** The source of a regular expression over full titles. */
  readonly titles: string
  /** The planted module, from the root of the workspace, to be loaded again. */
  readonly changed: string
}

export interface Lane {
  /** Runs tests of one file with one file of the workspace replaced, and restores that file. */
  readonly runWith: (planted: { path: string; text: string }, order: Omit<Order, 'changed'>) => Promise<Ran>
  readonly end: () => void
}

export function openLane(): Lane {
  const folder = copyWorkspace(root)
  const child = fork(join(folder, 'scripts/ledger-lane.ts'), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      FORGE_LEDGER: '1',
      PATH: [join(folder, 'node_modules/.bin'), process.env['PATH']].join(':'),
    },
  })
  return {
    runWith: async ({ path, text }, order) => {
      const target = join(folder, path)
      const original = readFileSync(target)
      writeAnew(target, text)
      try {
        return await ask(child, { ...order, changed: path })
      } finally {
        writeAnew(target, original)
      }
    },
    end: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Never writes through a link that another folder shares. */
export function writeAnew(path: string, content: string | Buffer): void {
  rmSync(path, { force: true })
  writeFileSync(path, content)
}

function ask(child: ChildProcess, order: Order): Promise<Ran> {
  return new Promise((resolve) => {
    let complaint = ''
    const collect = (chunk: Buffer): void => void (complaint = (complaint + chunk.toString()).slice(-2000))
    const settle = (ran: Ran): void => {
      child.off('message', settle).off('exit', leave)
      child.stderr?.off('data', collect)
      resolve(ran)
    }
    const leave = (): void => settle({ tests: [], errors: [`the lane ended: ${complaint}`] })
    child.stderr?.on('data', collect)
    child.on('message', settle).on('exit', leave)
    if (child.exitCode === null && child.connected) child.send(order)
    else leave()
  })
}
