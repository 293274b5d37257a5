/** What a lost performance left in the folder that is kept for its successor: no link in it opens a wall, and none stops the successor. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { command } from '#adapters/agents/command/index.ts'
import { keptName } from '#adapters/agents/session/private-place.ts'
import { createSandboxRules } from '#adapters/sandbox/index.ts'
import type { Report } from '#model/attempt.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import { freshKey, inDirectory } from '../processes/living.ts'
import { nonce } from '../processes/rehearsal.ts'
import { isMissing } from '../tools.ts'

it.skipIf(isMissing('bwrap'))(
  'T-29 I-27 links in the kept folder of a lost performance are not mounted, not written through and do not stop the next one',
  { timeout: 60_000 },
  () =>
    inDirectory(async (root) => {
      const [tree, home, state] = [join(root, 'state/tree'), join(root, 'home'), join(root, 'state')]
      for (const folder of [tree, join(home, '.ssh')]) mkdirSync(folder, { recursive: true })
      writeFileSync(join(home, '.bashrc'), 'mine\n')
      const key = freshKey()
      const kept = join(state, 'private', keptName(key))
      mkdirSync(join(kept, 'deep'), { recursive: true })
      // As an agent leaves them: to secrets, to a busy folder, to nowhere, and where Forge itself writes.
      symlinkSync(join(home, '.ssh'), join(kept, 'deep/ssh'))
      symlinkSync('/proc', join(kept, 'busy'))
      symlinkSync(join(root, 'nowhere'), join(kept, 'dangling'))
      symlinkSync(join(home, '.bashrc'), join(kept, 'schema.json'))
      const ground = { homes: [home], state, repository: [], objects: join(root, 'none'), programs: [] }
      const agents = command.create(
        {
          pathOf: () => tree,
          privateDir: join(state, 'private'),
          scope: root,
          clock: { wall: () => 0 },
          wallsOf: createSandboxRules(ground),
        },
        `sh -c "(echo x > ${home}/.ssh/authorized_keys; echo x > ${kept}/deep/ssh/authorized_keys; ls ${kept} > seen) 2>/dev/null; cat > /dev/null; echo '{\\"nonce\\":\\"${nonce}\\",\\"status\\":\\"done\\",\\"note\\":\\"\\"}' > $FORGE_RESULT"`,
      )
      const reports: Report[] = []
      const task = agentTaskOf({ nonce }, { key, resume: 'x' })
      const session = await agents.start(task, (report) => reports.push(report))
      expect(await session.ended).toMatchObject({ end: 'answered' })
      expect(readdirSync(join(home, '.ssh'))).toEqual([])
      expect(readFileSync(join(home, '.bashrc'), 'utf8')).toBe('mine\n')
      expect(readFileSync(join(tree, 'seen'), 'utf8')).toBe('deep\n')
      expect(reports.filter(({ kind }) => kind === 'links-removed')).toEqual([
        { kind: 'links-removed', links: ['busy', 'dangling', 'deep/ssh', 'schema.json'] },
      ])
      expect(existsSync(kept)).toBe(false)
    }),
)
