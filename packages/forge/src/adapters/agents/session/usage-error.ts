/**
 * Whether a program ended because it does not understand its command line: in the words of the libraries that read
 * command lines (commander, yargs, clap, argparse), and of Codex's settings. Only checked for a program without other
 * output: it never started.
 */

const misunderstood = [
  /\bunknown (option|argument|arguments|flag|command|subcommand|feature flag)\b/iu,
  /\b(unexpected|unrecognized|unrecognised) (argument|arguments|option|flag|subcommand)\b/iu,
  /\b(argument|value) '.*' (is invalid|isn't a valid)/iu,
  /\binvalid (value|choice|option|argument)\b.*\b(for|choose from)\b/iu,
  /\berror loading (default )?config\b/iu,
]

export function isUsageError(said: string | undefined): boolean {
  return said !== undefined && misunderstood.some((words) => words.test(said))
}
