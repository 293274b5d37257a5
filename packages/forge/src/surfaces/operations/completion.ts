/** `completion`: a script for a shell, made from the list of operations. It completes commands and flags. */
import { z } from 'zod'
import { success } from '#model/result.ts'
import { fieldsOf } from './fields.ts'
import { operation, type Listed, type Operation } from './operation.ts'

interface Known {
  readonly name: string
  readonly summary: string
  readonly flags: readonly { readonly flag: string; readonly description: string }[]
}

/** The list names this operation, so the list is passed in. */
export function completionOf(operations: readonly Listed[]): Operation {
  return operation({
    name: 'completion',
    summary: 'Print a script that completes commands and flags in your shell',
    details:
      'bash:  forge completion bash > ~/.local/share/bash-completion/completions/forge\n' +
      'zsh:   forge completion zsh > "${fpath[1]}/_forge"\n' +
      'fish:  forge completion fish > ~/.config/fish/completions/forge.fish',
    does: 'reads',
    shape: 'answer',
    input: z.strictObject({ shell: z.enum(['bash', 'zsh', 'fish']).describe('Which shell') }),
    positionals: ['shell'],
    output: z.object({ shell: z.string(), script: z.string() }),
    examples: [{ command: 'eval "$(forge completion bash)"', what: 'for this session' }],
    async run(_forge, { shell }) {
      const known = await Promise.all(operations.map(knownOf))
      return success({ value: { shell, script: scripts[shell](known) } })
    },
    render: ({ script }) => script.trimEnd().split('\n'),
  })
}

async function knownOf({ name, summary, load }: Listed): Promise<Known> {
  const { input, positionals } = await load()
  const flags = fieldsOf(input).filter((field) => !positionals.includes(field.name))
  return { name, summary, flags: [...flags, ...common] }
}

const common = [
  { flag: '--json', description: 'Print JSON' },
  { flag: '--no-color', description: 'Print no colours' },
  { flag: '--plain', description: 'Print letters only' },
  { flag: '--lang', description: 'Speak this language' },
  { flag: '--help', description: 'Show help' },
]

const scripts: Readonly<Record<'bash' | 'zsh' | 'fish', (known: readonly Known[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** First words, and for those that have them, second words. */
function wordsOf(known: readonly Known[]): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>()
  for (const { name } of known) {
    const [first = name, second] = name.split(' ')
    words.set(first, [...(words.get(first) ?? []), ...(second === undefined ? [] : [second])])
  }
  return words
}

function bashScript(known: readonly Known[]): string {
  const words = wordsOf(known)
  const seconds = [...words].filter(([, second]) => second.length > 0)
  return `# bash completion for forge
_forge() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${[...words.keys()].join(' ')} --help --version"
  else
    case "$first $second" in
${known.map(({ name, flags }) => `      ${casePattern(name)}) words="${flags.map(({ flag }) => flag).join(' ')}" ;;`).join('\n')}
    esac
    if [ "$COMP_CWORD" -eq 2 ]; then
      case "$first" in
${seconds.map(([first, second]) => `        ${first}) words="${second.join(' ')}" ;;`).join('\n')}
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _forge forge forgeloop
`
}

function casePattern(name: string): string {
  return name.includes(' ') ? `"${name}"` : `"${name} "*`
}

function zshScript(known: readonly Known[]): string {
  const commands = [...wordsOf(known).keys()].map((word) => {
    const summary = known.find(({ name }) => name === word)?.summary ?? `${word} …`
    return `    ${quoted(`${word}:${summary.replaceAll(':', '\\:')}`)}`
  })
  const seconds = [...wordsOf(known)].filter(([, second]) => second.length > 0)
  return `#compdef forge forgeloop
_forge() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  if (( CURRENT == 3 )); then
    case "$words[2]" in
${seconds.map(([first, second]) => `      ${first}) compadd -- ${second.join(' ')}; return ;;`).join('\n')}
    esac
  fi
  case "$words[2] $words[3]" in
${known.map(({ name, flags }) => `    ${casePattern(name)}) compadd -- ${flags.map(({ flag }) => flag).join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef _forge forge forgeloop
`
}

function fishScript(known: readonly Known[]): string {
  const words = wordsOf(known)
  const commands = [...words].flatMap(([first, second]) => {
    const summary = known.find(({ name }) => name === first)?.summary ?? `${first} …`
    const sub = second.map((word) => {
      const what = known.find(({ name }) => name === `${first} ${word}`)?.summary ?? ''
      return `complete -c forge -f -n '__fish_seen_subcommand_from ${first}' -a ${word} -d ${quoted(what)}`
    })
    return [`complete -c forge -f -n __fish_use_subcommand -a ${first} -d ${quoted(summary)}`, ...sub]
  })
  const flags = known.flatMap(({ name, flags }) =>
    flags.map(({ flag, description }) => {
      const last = name.split(' ').at(-1)
      return `complete -c forge -n '__fish_seen_subcommand_from ${last}' -l ${flag.slice(2)} -d ${quoted(description)}`
    }),
  )
  return `# fish completion for forge\n${[...commands, ...flags].join('\n')}\n`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
