/** A worker without a sandbox that calls Forge in the repository of the user. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../terminal/place.ts'
import { bundledCommandLine } from '../../../../scripts/bundled.ts'

let place: Place
afterEach(() => place.end())

describe('a worker that nothing holds', { timeout: 120_000 }, () => {
  it('U-30 (I-23, T-10) begins no run in the repository of the user, with --yes and a cleared environment', async () => {
    const forge = `'${process.execPath}' '${await bundledCommandLine()}'`
    // GATE is a file beside the project.
    const user = `cd "$(dirname GATE)/shop"`
    const home = `HOME="$(dirname GATE)/home" PATH="$PATH" FORGE_SANDBOX=off`
    const build = `${forge} build 'Open another' --yes --accept-dirty`
    const marked = `(${user}; ${home} ${build}; echo $? > GATE.marked)`
    const cleared = `(${user}; env -i ${home} setsid -w ${build}; echo $? > GATE.cleared)`
    place = await makePlace({
      worker: [
        { do: 'write', path: 'shop.txt', text: 'open\n' },
        // Once: the worker of a run that it should not have begun does the same.
        { do: 'run', line: `test -e GATE.tried || { touch GATE.tried; ${marked}; ${cleared}; }` },
        { do: 'answer' },
      ],
    })
    const { exitCode, error } = await place.forge(['build', 'Open the shop', '--yes'])
    expect(exitCode, error).toBe(0)
    for (const how of ['marked', 'cleared'])
      expect(readFileSync(join(place.root, `../gate.${how}`), 'utf8'), how).toBe('8\n')
    const { runs } = JSON.parse((await place.forge(['status', '--json'])).out) as { runs: readonly unknown[] }
    expect(runs).toHaveLength(1)
  })
})
