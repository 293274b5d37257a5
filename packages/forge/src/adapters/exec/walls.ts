/** What of the machine a child behind walls sees, and how bubblewrap is told so. */

/** Later mounts lie over earlier ones. */
export interface Walls {
  readonly mounts: readonly Mount[]
  readonly network: 'shared' | 'none'
}

export type Mount =
  /** The same path, to read or to write; skipped when it is not there. */
  | { readonly mount: 'readable' | 'writable'; readonly path: string }
  /** An empty directory in its place. */
  | { readonly mount: 'empty'; readonly path: string }

/**
 * A PID namespace whose first process dies with Forge, and a session apart: a signal to its group reaches the child and
 * not those that hold it.
 */
const held = ['--unshare-pid', '--die-with-parent', '--new-session'] as const

const devices = ['--dev', '/dev', '--proc', '/proc'] as const
const apart = ['--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL'] as const

/** Arguments of bubblewrap up to the program that it is to start. Without walls the child sees the machine as it is. */
export function wallArguments(walls: Walls | undefined): readonly string[] {
  if (walls === undefined) return ['--dev-bind', '/', '/', '--proc', '/proc', ...held]
  return [
    ...walls.mounts.flatMap(mountArguments),
    ...devices,
    ...held,
    ...apart,
    ...(walls.network === 'none' ? ['--unshare-net'] : []),
  ]
}

function mountArguments({ mount, path }: Mount): readonly string[] {
  switch (mount) {
    case 'readable':
      return ['--ro-bind-try', path, path]
    case 'writable':
      return ['--bind-try', path, path]
    case 'empty':
      return ['--tmpfs', path]
  }
}
