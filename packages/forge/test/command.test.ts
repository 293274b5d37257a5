import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { version } from '#version.ts'
import { refusalOf, supportedNode } from '../bin/supported-node.js'

const folder = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  version: string
  engines: { node: string }
}

function forge(...args: string[]): Promise<{ exitCode: unknown; out: string; error: string }> {
  const main = join(folder, 'src/surfaces/cli/main.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=source', main, ...args], (failure, out, error) =>
      resolve({ exitCode: failure?.code ?? 0, out, error }),
    )
  })
}

describe('the command', () => {
  it('says its version, which is that of the package', async () => {
    expect(version).toBe(manifest.version)
    expect(await forge('--version')).toEqual({ exitCode: 0, out: `${manifest.version}\n`, error: '' })
  })

  it('explains itself', async () => {
    expect((await forge('--help')).out).toContain('Usage: forge')
  })

  it('names an unknown argument and exits 2', async () => {
    const { exitCode, out, error } = await forge('--versoin')
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
    expect(error).toMatch(/^forge: unknown option '--versoin'\n.*did you mean --version\?.*\n$/)
  })
})

describe('the Node it runs on', () => {
  it('is the one the package asks for', () => {
    expect(supportedNode).toBe(manifest.engines.node)
  })

  it.each(['12.22.0', '20.20.2', '22.22.9', '23.11.0', '24.14.1'])('is not %s, said in one line', (old) => {
    expect(refusalOf(old)).toMatch(/^forge needs Node .*, this is Node \d+\.\d+\.\d+\..*$/)
  })

  it.each(['22.23.0', '22.99.1', '24.15.0', '24.21.0', '25.0.0', '26.10.0'])('may be %s', (fine) => {
    expect(refusalOf(fine)).toBeUndefined()
  })
})
