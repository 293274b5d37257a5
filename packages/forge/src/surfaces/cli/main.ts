/** The command line. So far it answers two questions: which version, and what it can do. */
import { version } from '#version.ts'

const help = `forge ${version}: drives coding agents through a work graph

Usage: forge [option]

  --version   print the version
  --help      print this text
`

/** What to print and with which exit code; 2 is a usage error. */
function answerTo(args: readonly string[]): { out?: string; error?: string; exitCode: number } {
  const unknown = args.find((arg) => arg !== '--version' && arg !== '--help')
  if (unknown !== undefined) return { error: `forge: unknown argument '${unknown}' (see forge --help)\n`, exitCode: 2 }
  if (args.includes('--version')) return { out: `${version}\n`, exitCode: 0 }
  return { out: help, exitCode: 0 }
}

const answer = answerTo(process.argv.slice(2))
if (answer.out !== undefined) process.stdout.write(answer.out)
if (answer.error !== undefined) process.stderr.write(answer.error)
process.exitCode = answer.exitCode
