/** Folders that are deeper than a path can be long. */
import { execFileSync } from 'node:child_process'

/** Folders below each other, longer together than a path can be, with a file in the last one. */
export function digDeep(folder: string, name: string, times: number): void {
  execFileSync('sh', [
    '-c',
    'cd -P "$1"; i=0; while [ $i -lt "$3" ]; do mkdir "$2" && cd -P "$2" || exit 1; i=$((i+1)); done; echo x > end',
    'sh',
    folder,
    name,
    String(times),
  ])
}
