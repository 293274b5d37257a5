/**
 * Every threat that Forge is designed against, with the tests and bars that show its outcome. A test counts when its
 * title contains the id. Only the test itself verifies what this table claims of it: read the test before adding a row.
 */
import type { Evidence, Mode, Threat } from './threat.ts'

type Shows = Evidence['shows']

const tests =
  (shows: Shows, mode?: Mode) =>
  (...files: readonly string[]): readonly Evidence[] =>
    files.map((file) => ({ by: { file: `packages/forge/${file}` }, shows, ...(mode === undefined ? {} : { mode }) }))

const held = tests('held')
const heldInSandbox = tests('held', 'sandbox')
const detected = tests('detected')
const detectedWithout = tests('detected', 'none')
const bar = (id: string): readonly Evidence[] => [{ by: { bar: id }, shows: 'held' }]

export const threats: readonly Threat[] = [
  {
    id: 'T-1',
    threat: 'Secrets reach an agent through its environment',
    evidence: [
      ...held(
        'src/adapters/exec/environment.test.ts',
        'test/processes/exec.test.ts',
        'test/processes/scripted.test.ts',
      ),
      ...held('test/meter/proxy.test.ts', 'test/agents/keys.test.ts', 'test/agents/builtin.test.ts'),
      ...held('test/agents/builtin-build.test.ts'),
    ],
  },
  {
    id: 'T-2',
    threat: 'An agent reads keys, logins and other files of yours',
    evidence: [
      ...heldInSandbox('test/sandbox/home.test.ts', 'test/sandbox/sandbox.test.ts'),
      ...heldInSandbox('src/adapters/sandbox/hiding.test.ts', 'src/adapters/sandbox/program-files.test.ts'),
    ],
    left: { none: 'an agent reads whatever you can' },
  },
  {
    id: 'T-3',
    threat: 'An agent writes outside of its tree',
    evidence: [
      ...heldInSandbox('test/sandbox/sandbox.test.ts', 'test/sandbox/metered.test.ts'),
      ...heldInSandbox(
        'src/adapters/sandbox/program-files.test.ts',
        'src/adapters/agents/session/sandbox-access.test.ts',
      ),
    ],
    left: { none: 'whatever it writes outside of your repository' },
  },
  {
    id: 'T-4',
    threat: 'The sandbox is missing, and nobody notices',
    evidence: [
      ...detected('src/core/views/sandbox-use.test.ts'),
      ...detectedWithout('test/sandbox/sandbox.test.ts', 'test/sandbox/own.test.ts'),
    ],
  },
  {
    id: 'T-5',
    threat: 'An agent sends out what it has read',
    evidence: heldInSandbox(
      'test/sandbox/network.test.ts',
      'test/sandbox/sandbox.test.ts',
      'test/sandbox/metered.test.ts',
    ),
    left: {
      sandbox: 'what it sends to the provider that you chose',
      none: 'an agent reaches every address that you do',
    },
  },
  {
    id: 'T-6',
    threat: 'Text in a repository gives orders to an agent, and what follows them is taken for yours',
    evidence: held('src/core/context/assemble.test.ts', 'src/core/context/prompt.test.ts'),
    left: {
      sandbox: 'that an agent obeys; the other rows say what it can do then',
      none: 'that an agent obeys; the other rows say what it can do then',
    },
  },
  {
    id: 'T-7',
    threat: 'What one agent wrote gives orders to the next',
    evidence: held('src/core/context/prompt.test.ts'),
    unbuilt: 'lessons that are carried from run to run',
  },
  {
    id: 'T-8',
    threat: 'A verdict or an end of work is forged, or is none',
    evidence: detected(
      'src/adapters/agents/result-tool/server.test.ts',
      'test/processes/scripted.test.ts',
      'test/agents/recorded.test.ts',
      'test/agents/flags.test.ts',
    ),
  },
  {
    id: 'T-9',
    threat: 'Work weakens what judges it: tests, linters, scripts, settings',
    evidence: detected(
      'src/core/graph/guarded.test.ts',
      'src/core/tests/lost.test.ts',
      'test/git/sight.test.ts',
      'test/processes/checks.test.ts',
      'test/hostile/checks.test.ts',
    ),
    left: {
      sandbox: 'a test that is emptied, or code that recognises it',
      none: 'a test that is emptied, or code that recognises it',
    },
  },
  {
    id: 'T-10',
    threat: 'An agent approves its own work through Forge',
    evidence: detected(
      'src/core/consent/principal.test.ts',
      'test/principal/processes.test.ts',
      'test/principal/operations.test.ts',
      'test/principal/worker.test.ts',
    ),
  },
  {
    id: 'T-11',
    threat: 'A name in a plan, branch or path is run as a command or read as an option',
    evidence: held(
      'test/processes/exec.test.ts',
      'src/adapters/records/records.test.ts',
      'test/git/primitives.test.ts',
    ),
  },
  {
    id: 'T-12',
    threat: 'A path in a plan or a link leads out of the repository',
    evidence: detected(
      'src/core/graph/paths.test.ts',
      'src/config/texts/texts.test.ts',
      'test/git/links.test.ts',
      'test/cli/boundary.test.ts',
      'test/processes/checks.test.ts',
    ),
  },
  {
    id: 'T-13',
    threat: 'Configuration, hooks, filters or attributes of git run a program',
    evidence: [...bar('B7'), ...held('test/git/trees.test.ts', 'test/git/submodules.test.ts')],
  },
  {
    id: 'T-14',
    threat: 'A filter that a repository needs (LFS) opens the way for another',
    evidence: detected('test/git/trees.test.ts'),
  },
  {
    id: 'T-15',
    threat: 'A tree holds links, special files or names that deceive',
    evidence: detected('test/git/trees.test.ts'),
  },
  {
    id: 'T-16',
    threat: 'A submodule or a nested repository brings foreign content',
    evidence: held('test/git/repository.test.ts', 'test/git/trees.test.ts', 'test/git/submodules.test.ts'),
  },
  { id: 'T-17', threat: 'Output of an agent runs as a script in the dashboard', evidence: [], unbuilt: 'a dashboard' },
  {
    id: 'T-18',
    threat: 'A web page of somebody else speaks to Forge through your browser',
    evidence: [],
    unbuilt: 'a server for browsers',
  },
  {
    id: 'T-19',
    threat: 'Another user of the machine reads what Forge keeps',
    evidence: held(
      'test/log/damage.test.ts',
      'src/adapters/records/records.test.ts',
      'test/prompts/told.test.ts',
      'test/accounts/accounts.test.ts',
    ),
  },
  {
    id: 'T-20',
    threat: 'Output of an agent steers your terminal or hides what it says',
    evidence: held(
      'src/surfaces/operations/text/visible.test.ts',
      'src/surfaces/operations/text/width.test.ts',
      'src/surfaces/cli/screen.test.ts',
      'src/surfaces/cli/json.test.ts',
      'src/adapters/notify/notify.test.ts',
      'test/cli/commands.test.ts',
    ),
  },
  {
    id: 'T-21',
    threat: 'Secrets stand in the journal, transcripts, reports, notices or merged work',
    evidence: [
      ...bar('B12'),
      ...held('src/adapters/exec/redact.test.ts', 'test/secrets/secrets.test.ts', 'test/agents/keys.test.ts'),
      ...held('test/meter/secret-line.test.ts', 'test/accounts/accounts.test.ts', 'test/agents/acp-login.test.ts'),
      ...held(
        'src/forge/world/secrets.test.ts',
        'src/config/classes.test.ts',
        'src/adapters/agents/acp/launch-settings.test.ts',
      ),
      ...held('test/cli/init-registry.test.ts'),
      ...detected('test/git/added-secrets.test.ts'),
    ],
    left: {
      sandbox: 'a secret of no known value and no known shape',
      none: 'a secret of no known value and no known shape',
    },
  },
  {
    id: 'T-22',
    threat: 'Output of an agent forges lines of a log or a notice',
    evidence: held('src/adapters/notify/notify.test.ts', 'src/surfaces/cli/json.test.ts'),
  },
  {
    id: 'T-23',
    threat: 'A setting makes Forge call an address inside your network',
    evidence: [],
    unbuilt: 'notices to an address',
  },
  {
    id: 'T-24',
    threat: 'A link is planted where Forge writes a file',
    evidence: held(
      'src/adapters/exec/capture.test.ts',
      'src/adapters/files/unfollowed.test.ts',
      'src/adapters/agents/session/logins/share-login.test.ts',
      'test/processes/scripted.test.ts',
    ),
  },
  {
    id: 'T-25',
    threat: 'A tool server changes what its tools say after you approved it',
    evidence: [],
    unbuilt: 'comparing what tools of MCP servers say; a server that a repository brings needs your trust',
  },
  {
    id: 'T-26',
    threat: 'A repository brings settings, hooks, servers or commands that run',
    evidence: [
      ...detected('test/cli/trust.test.ts', 'test/cli/trust-api.test.ts'),
      ...held('test/agents/flags.test.ts', 'src/adapters/agents/acp/acp.test.ts'),
      ...heldInSandbox('src/adapters/sandbox/masked.test.ts'),
      ...detectedWithout('test/agents/again.test.ts'),
    ],
  },
  {
    id: 'T-27',
    threat: 'An agent floods, hangs, leaves processes or answers without end',
    evidence: [
      ...bar('B9'),
      ...held('src/adapters/exec/capture.test.ts', 'test/processes/exec.test.ts', 'test/hostile/answers.test.ts'),
    ],
  },
  {
    id: 'T-28',
    threat: 'A plan hides what approving it would do',
    evidence: held('src/surfaces/operations/text/width.test.ts', 'test/cli/commands.test.ts', 'test/cli/plan.test.ts'),
  },
  {
    id: 'T-29',
    threat: "An agent changes the journal, Forge's state or the ref that collects the work",
    evidence: [
      ...heldInSandbox('test/sandbox/sandbox.test.ts', 'test/sandbox/kept.test.ts'),
      ...heldInSandbox('src/adapters/sandbox/masked.test.ts', 'src/adapters/agents/session/sandbox-access.test.ts'),
      ...held('src/adapters/files/unfollowed.test.ts', 'src/adapters/agents/session/logins/share-login.test.ts'),
      ...detectedWithout('test/hostile/foreign-ref.test.ts'),
      ...detected('test/log/damage.test.ts'),
    ],
    left: { none: 'a journal that is written anew as a whole, with its hashes' },
  },
  {
    id: 'T-30',
    threat: 'A dependency of Forge is replaced or runs code when it is installed',
    evidence: [...bar('K1'), { by: { file: 'scripts/dependencies.test.ts' }, shows: 'held' }],
  },
  {
    id: 'T-31',
    threat: 'Text makes a parser hang or fill the memory',
    evidence: held(
      'src/adapters/exec/strict-json.test.ts',
      'src/config/load.test.ts',
      'src/surfaces/operations/text/visible.test.ts',
    ),
  },
  {
    id: 'T-32',
    threat: 'Two Forges drive one run, or a process is taken for another of its number',
    evidence: [...bar('B13'), ...held('test/log/contention.test.ts', 'test/processes/exec.test.ts')],
  },
]
