/** A Forge that runs one check, until the test kills it. Arguments: root, tree, key. */
import { join } from 'node:path'
import { createProcesses } from '#adapters/checks/index.ts'

const [root = '', tree = '', key = ''] = process.argv.slice(2)
const processes = createProcesses({
  pathOf: () => tree,
  privateDir: join(root, 'private'),
  setupHome: join(root, 'setup-home'),
  scope: root,
})
const run = 'mkdir "$HOME/mod" && touch "$HOME/mod/x" && chmod a-w "$HOME/mod" && touch begun && exec sleep 61'
await processes.check(key, 'tree', { name: 'test', run, cwd: '.', timeoutMs: 60_000 })
