/** `accounts`: keys of providers by name. The output never holds a key. */
import { z } from 'zod'
import { usageRefusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import { step } from '#model/next.ts'
import { failed, success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { strong, type Line } from './text/line.ts'
import { styledText } from './text/message.ts'

const Name = z.string().min(1).max(63).describe('Name of the account, such as work')

const Account = z.object({
  name: z.string(),
  variable: z.string().describe('The variable that its key is known by'),
  kept: z.enum(['file', 'keychain']).describe('Where its key is'),
  used: z.boolean().describe('Whether runs begin with it'),
})

const Done = z.object({ name: z.string(), next: Next })

export const list = operation({
  name: 'accounts list',
  summary: 'Show the accounts that runs can use, without their keys',
  details:
    'A run starts with the account that you chose with forge accounts use, or with your own environment. When the provider says\n' +
    'that an account is exhausted, the run uses the next one in this list. It waits only when all are exhausted.',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({}),
  positionals: [],
  output: z.object({ accounts: z.array(Account), next: Next }),
  examples: [{ command: 'forge accounts list', what: 'names, variables and where the keys are' }],
  async run(forge) {
    const accounts = await forge.accounts.list()
    if (!accounts.ok) return accounts
    const placeholders = { name: say('placeholder.name'), fromEnv: say('placeholder.variable') }
    const next = accounts.value.length === 0 ? step('accounts add', {}, placeholders) : step('doctor')
    return success({ value: { accounts: accounts.value.map((account) => ({ ...account })), next: [next] } })
  },
  render: ({ accounts }) =>
    accounts.length === 0
      ? [[styledText('accounts.none')]]
      : accounts.map(({ name, variable, kept, used }): Line => [
          used ? '* ' : '  ',
          strong(name.padEnd(16)),
          `${variable}  `,
          styledText(`accounts.${kept}`, {}, 'dim'),
        ]),
})

export const add = operation({
  name: 'accounts add',
  summary: 'Save the API key of a provider under a name',
  details:
    'Forge reads the key from a variable or a file, never from the command line, which others can see. It saves the key in the\n' +
    'keychain of your system if there is one (secret-tool), otherwise in a file that only you can read. Agents never get it: they\n' +
    'get a temporary key for the proxy of Forge.',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({
    name: Name,
    variable: z
      .string()
      .default('ANTHROPIC_API_KEY')
      .describe('The environment variable that agents expect the key in'),
    fromEnv: z.string().optional().describe('Read the key from this environment variable'),
    fromFile: z.string().optional().describe('Read the key from this file; /dev/stdin for a pipe'),
  }),
  positionals: ['name'],
  output: z.object({ ...Account.omit({ used: true }).shape, next: Next }),
  examples: [
    { command: 'forge accounts add work --from-env ANTHROPIC_API_KEY', what: 'the key that your shell has now' },
    {
      command: 'pass show openai | forge accounts add second --variable OPENAI_API_KEY --from-file /dev/stdin',
      what: 'from a password manager',
    },
  ],
  async run(forge, { name, variable, fromEnv, fromFile }) {
    if ((fromEnv === undefined) === (fromFile === undefined))
      return failed(usageRefusal('no-key', say('key.comesFromOnePlace'), say('key.useFromEnvOrFromFile')))
    const from = fromEnv === undefined ? { file: fromFile ?? '' } : { variable: fromEnv }
    const added = await forge.accounts.add({ name, variable, from })
    if (!added.ok) return added
    const { kept } = added.value
    return success({ value: { name, variable, kept, next: [step('accounts use', { name })] } })
  },
  render: ({ name, variable, kept }) => [
    [styledText(kept === 'file' ? 'accounts.keptInFile' : 'accounts.keptInKeychain', { name, variable })],
  ],
})

export const use = operation({
  name: 'accounts use',
  summary: 'Use this account first in new runs',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({ name: Name.describe('Name of the account; default for your own environment') }),
  positionals: ['name'],
  output: Done,
  examples: [
    { command: 'forge accounts use work', what: 'from the next run on' },
    { command: 'forge accounts use default', what: 'your own environment again' },
  ],
  async run(forge, { name }) {
    const done = await forge.accounts.use(name)
    return done.ok ? success({ value: { name, next: [step('accounts list')] } }) : done
  },
  render: ({ name }) => [[styledText('accounts.used', { name })]],
})

export const remove = operation({
  name: 'accounts remove',
  summary: 'Delete an account and its key',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({ name: Name }),
  positionals: ['name'],
  output: Done,
  examples: [{ command: 'forge accounts remove work', what: 'deletes its key from the file or the keychain' }],
  async run(forge, { name }) {
    const done = await forge.accounts.remove(name)
    return done.ok ? success({ value: { name, next: [step('accounts list')] } }) : done
  },
  render: ({ name }) => [[styledText('accounts.gone', { name })]],
})
