/** What a sandboxed child sees of the machine, and the arguments of bubblewrap for it. */

/** What a child needs of the machine besides programs and libraries. */
export interface SandboxAccess {
  readonly writable: readonly string[]
  /** Folders to write, mounted for the child at another path. */
  readonly laid?: readonly Laid[]
  readonly readable?: readonly string[]
  /** Files to read that are programs or belong to some: what they link to is mounted with them. */
  readonly programs?: readonly string[]
  /** Files and folders inside writable ones that the child must not see. */
  readonly masked?: readonly string[]
  readonly network: Network
}

export interface Laid {
  readonly from: string
  readonly at: string
}

/** `ports` of this machine's loopback that the child can reach, and nothing else. */
export type Network = 'shared' | { readonly ports: readonly number[] }

/** Builds the sandbox for such access; passed in by the code that knows what to hide. */
export type SandboxRulesOf = (room: SandboxAccess) => SandboxRules

/** On top of a read-only machine, with devices and processes of the child's own; later mounts cover earlier ones. */
export interface SandboxRules {
  readonly mounts: readonly Mount[]
  readonly network: Network
}

export type Mount =
  /** The same path, to read or to write; skipped when it is not there. */
  | { readonly mount: 'readable' | 'writable'; readonly path: string }
  /** Another folder mounted at this path, to write. */
  | { readonly mount: 'laid'; readonly path: string; readonly from: string }
  /** An empty directory at this path. */
  | { readonly mount: 'empty'; readonly path: string }
  /** An existing file that reads as empty. */
  | { readonly mount: 'blank'; readonly path: string }

/**
 * A PID namespace whose first process dies with Forge, and a separate session: a signal to its group reaches the child
 * and not bubblewrap.
 */
const held = ['--unshare-pid', '--die-with-parent', '--new-session'] as const
const apart = ['--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL'] as const

/** The user of a sandboxed child: Forge's own, or nobody if Forge is root and the kernel allows user namespaces. */
export type Identity = 'same' | 'nobody'

/**
 * The user that every password database has: programs that look up their own name find one. Outside, the child still
 * runs as Forge's user, so that files have the right owner and the tree is its own.
 */
const nobody = ['--unshare-user', '--uid', '65534', '--gid', '65534'] as const

/** The arguments of bubblewrap before the program. Without rules the child sees the machine as it is. */
export function bubblewrapArguments(walls: SandboxRules | undefined, identity: Identity = 'same'): readonly string[] {
  if (walls === undefined) return ['--dev-bind', '/', '/', '--proc', '/proc', ...held]
  return [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...walls.mounts.flatMap(mountArguments),
    ...held,
    ...apart,
    ...(identity === 'nobody' ? nobody : []),
    ...(walls.network === 'shared' ? [] : ['--unshare-net']),
  ]
}

function mountArguments(mounted: Mount): readonly string[] {
  const { path } = mounted
  switch (mounted.mount) {
    case 'readable':
      return ['--ro-bind-try', path, path]
    case 'writable':
      return ['--bind-try', path, path]
    case 'laid':
      return ['--bind', mounted.from, path]
    case 'empty':
      return ['--tmpfs', path]
    case 'blank':
      return ['--ro-bind', '/dev/null', path]
  }
}
