/** What of the machine a child behind walls sees, and how bubblewrap is told so. */

/** What a child needs of the machine besides programs and libraries. */
export interface SandboxAccess {
  readonly writable: readonly string[]
  /** Folders to write that the child sees under another path. */
  readonly laid?: readonly Laid[]
  readonly readable?: readonly string[]
  /** Files to read that are programs, or belong to some: what they lead to is shown with them. */
  readonly programs?: readonly string[]
  /** Files and folders inside of what is writable that are there and must not be seen. */
  readonly masked?: readonly string[]
  readonly network: Network
}

export interface Laid {
  readonly from: string
  readonly at: string
}

/** `ports` of this machine's loopback that the child reaches, and nothing else. */
export type Network = 'shared' | { readonly ports: readonly number[] }

/** Builds walls around a room; given by whoever knows what there is to hide. */
export type SandboxRulesOf = (room: SandboxAccess) => SandboxRules

/** Over a machine that can only be read, with devices and processes of the child's own; later mounts lie over earlier ones. */
export interface SandboxRules {
  readonly mounts: readonly Mount[]
  readonly network: Network
}

export type Mount =
  /** The same path, to read or to write; skipped when it is not there. */
  | { readonly mount: 'readable' | 'writable'; readonly path: string }
  /** Another folder in its place, to write. */
  | { readonly mount: 'laid'; readonly path: string; readonly from: string }
  /** An empty directory in its place. */
  | { readonly mount: 'empty'; readonly path: string }
  /** A file that is there reads as nothing. */
  | { readonly mount: 'blank'; readonly path: string }

/**
 * A PID namespace whose first process dies with Forge, and a session apart: a signal to its group reaches the child and
 * not those that hold it.
 */
const held = ['--unshare-pid', '--die-with-parent', '--new-session'] as const
const apart = ['--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL'] as const

/** Who a child behind walls is: as Forge, or nobody where Forge is root and the kernel makes user namespaces for it. */
export type Identity = 'same' | 'nobody'

/**
 * The user that every system has in its password database: programs that ask for their own name get one. Outside it is still the
 * user of Forge, so that files have the right owner there, and the tree is its own.
 */
const nobody = ['--unshare-user', '--uid', '65534', '--gid', '65534'] as const

/** Arguments of bubblewrap up to the program that it is to start. Without walls the child sees the machine as it is. */
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
