/** Ways in which a repository, an agent or an environment can name a program that git then runs (T-13, F-28). Data. */

export interface Vector {
  readonly name: string
  /** Planted by an agent only: a repository of the user's that says so is refused. */
  readonly only?: 'agent'
  /** `key=value` lines of configuration; `MARK` stands for the marker program. */
  readonly config?: readonly string[]
  /** Hooks that run the marker. */
  readonly hooks?: readonly string[]
  /** Files inside the git directory. */
  readonly gitFiles?: Readonly<Record<string, string>>
  /** Files of an agent's tree; `MARK` stands for the marker program. */
  readonly treeFiles?: Readonly<Record<string, string>>
  /** Variables in the environment of Forge itself. */
  readonly env?: Readonly<Record<string, string>>
}

const hook = (name: string): Vector => ({ name: `hook ${name}`, hooks: [name] })

export const vectors: readonly Vector[] = [
  hook('pre-commit'),
  hook('commit-msg'),
  hook('post-commit'),
  hook('post-checkout'),
  hook('post-index-change'),
  hook('reference-transaction'),
  hook('post-merge'),
  hook('pre-push'),
  hook('pre-auto-gc'),
  { name: 'core.hooksPath', config: ['core.hooksPath=HOOKS'] },
  { name: 'core.fsmonitor', config: ['core.fsmonitor=MARK'] },
  { name: 'filter clean', config: ['filter.evil.clean=MARK'] },
  { name: 'filter smudge', config: ['filter.evil.smudge=MARK'] },
  { name: 'filter process', config: ['filter.evil.process=MARK', 'filter.evil.required=true'] },
  { name: 'diff textconv', config: ['diff.evil.textconv=MARK'] },
  { name: 'diff command', config: ['diff.evil.command=MARK'] },
  { name: 'diff.external', config: ['diff.external=MARK'] },
  { name: 'merge driver', config: ['merge.evil.driver=MARK %A', 'merge.default=evil'] },
  { name: 'credential helper', config: ['credential.helper=!MARK'] },
  {
    name: 'gpg program',
    config: ['gpg.program=MARK', 'commit.gpgSign=true', 'log.showSignature=true', 'tag.gpgSign=true'],
  },
  {
    name: 'gpg ssh program',
    config: ['gpg.format=ssh', 'gpg.ssh.program=MARK', 'user.signingKey=key', 'commit.gpgSign=true'],
  },
  { name: 'core.editor', config: ['core.editor=MARK'] },
  { name: 'sequence.editor', config: ['sequence.editor=MARK'] },
  { name: 'core.askPass', config: ['core.askPass=MARK'] },
  { name: 'core.sshCommand', config: ['core.sshCommand=MARK', 'url.ssh://h/.insteadOf=/'] },
  { name: 'core.gitProxy', config: ['core.gitProxy=MARK', 'url.git://h/.insteadOf=/'] },
  { name: 'url to ext::', config: ['url.ext::MARK .insteadOf=/', 'protocol.ext.allow=always'] },
  { name: 'alias', config: ['alias.status=!MARK', 'alias.ls-files=!MARK', 'alias.st=!MARK', 'alias.add=!MARK'] },
  { name: 'include.path', config: ['include.path=INCLUDED'] },
  { name: 'includeIf', config: ['includeIf.gitdir:/**.path=INCLUDED'] },
  { name: 'core.pager', config: ['core.pager=MARK'] },
  {
    name: 'pager of commands',
    config: ['pager.status=MARK', 'pager.log=MARK', 'pager.diff=MARK', 'pager.config=MARK'],
  },
  {
    name: 'submodule update',
    config: ['submodule.sub.update=!MARK', 'submodule.recurse=true', 'submodule.sub.url=/x'],
  },
  { name: 'uploadpack hook', config: ['uploadpack.packObjectsHook=MARK'] },
  {
    name: 'remote programs',
    config: ['remote.origin.url=/x', 'remote.origin.uploadpack=MARK', 'remote.origin.receivepack=MARK'],
  },
  {
    name: 'info/attributes',
    config: ['filter.inner.clean=MARK', 'filter.inner.smudge=MARK', 'diff.inner.command=MARK'],
    gitFiles: { 'info/attributes': '* filter=inner diff=inner\n' },
  },
  {
    name: 'core.attributesFile',
    config: ['core.attributesFile=ATTRIBUTES', 'filter.other.clean=MARK', 'diff.other.command=MARK'],
  },
  { name: 'init.templateDir', config: ['init.templateDir=TEMPLATE'] },
  { name: 'core.alternateRefsCommand', config: ['core.alternateRefsCommand=MARK'] },
  { name: 'interactive.diffFilter', config: ['interactive.diffFilter=MARK'] },
  { name: 'trailer command', config: ['trailer.x.command=MARK', 'trailer.x.cmd=MARK'] },
  {
    name: 'maintenance',
    config: ['gc.auto=1', 'gc.autoDetach=false', 'maintenance.auto=true', 'maintenance.strategy=incremental'],
    hooks: ['pre-auto-gc'],
  },
  {
    name: 'an agent’s .gitmodules',
    treeFiles: { '.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = ext::MARK\n\tupdate = !MARK\n' },
    config: ['submodule.recurse=true', 'submodule.sub.active=true', 'protocol.ext.allow=always'],
    only: 'agent',
  },
  { name: 'core.worktree', config: ['core.fsmonitor=MARK', 'core.worktree=/'], only: 'agent' },
  {
    name: 'environment: programs',
    env: {
      GIT_EXTERNAL_DIFF: 'MARK',
      GIT_PAGER: 'MARK',
      GIT_EDITOR: 'MARK',
      EDITOR: 'MARK',
      GIT_ASKPASS: 'MARK',
      GIT_SSH_COMMAND: 'MARK',
      GIT_PROXY_COMMAND: 'MARK',
    },
  },
  {
    name: 'environment: configuration',
    env: {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: 'MARK',
      GIT_CONFIG_PARAMETERS: "'core.fsmonitor=MARK'",
    },
  },
  { name: 'environment: template and exec path', env: { GIT_TEMPLATE_DIR: 'TEMPLATE', GIT_EXEC_PATH: 'BIN' } },
  { name: 'environment: a program called git on a relative PATH', env: { PATH: '.:bin:REAL' } },
]
