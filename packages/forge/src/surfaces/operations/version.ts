/** `version`: the version of Forge and of what it runs on. */
import { z } from 'zod'
import { success } from '#model/result.ts'
import { version } from '#version.ts'
import { operation } from './operation.ts'

export default operation({
  name: 'version',
  summary: 'Print the version of Forge and of what it runs on',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({}),
  positionals: [],
  output: z.object({ forge: z.string(), node: z.string(), sqlite: z.string(), platform: z.string() }),
  examples: [{ command: 'forge version --json', what: 'for a bug report' }],
  run: (forge) => Promise.resolve(success({ value: { forge: version, ...forge.surroundings.machine } })),
  render: ({ forge, node, sqlite, platform }) => [`forge ${forge} (Node ${node}, SQLite ${sqlite}, ${platform})`],
})
