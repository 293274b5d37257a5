/** `forge audit` on a real finished run, and on the same run with something planted that is not so (B16). */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditRun } from '#core/audit/audit.ts'
import { raw } from '#messages/said.ts'
import { hashText } from '#model/digest.ts'
import type { Event, EventOf, EventType } from '#model/event.ts'
import { entriesOf, makeStage, must, rechain, type Project, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage()
}, 60_000)
afterAll(() => stage.end())

async function violatedIn(project: Project): Promise<readonly string[]> {
  const forge = project.open()
  const report = must(await forge.handover.audit(project.run))
  await forge.close()
  return report.invariants.filter(({ state }) => state === 'violated').map(({ id }) => id)
}

describe('a real finished run', () => {
  it('B16 is clean in every invariant, and that takes less than 5 s', async () => {
    const project = stage.copy()
    const forge = project.open()
    const before = performance.now()
    const report = must(await forge.handover.audit(project.run))
    const took = performance.now() - before
    await forge.close()
    expect(report.invariants.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(report.invariants.length).toBe(14)
    expect(report.entries).toBeGreaterThan(30)
    expect(took).toBeLessThan(5000)
  })

  it('B16 is clean at every moment on its way there', async () => {
    const project = stage.copy()
    const entries = await entriesOf(project)
    // What git shows at the end is ahead of the beginning of the journal; everything else must hold at each prefix.
    const nothing = { commits: [], integration: undefined, published: undefined, userRefs: [], moves: [], trees: [] }
    for (let length = 0; length <= entries.length; length += 1) {
      const found = auditRun(entries.slice(0, length), nothing).filter(({ id }) => id !== 'I-26' && id !== 'I-13')
      expect(found).toEqual([])
    }
  })

  it('B16 I-27 the audit changes nothing in the repository', async () => {
    const project = stage.copy()
    const before = project.git('for-each-ref') + project.git('status', '--porcelain')
    await violatedIn(project)
    expect(project.git('for-each-ref') + project.git('status', '--porcelain')).toBe(before)
  })
})

/** Changes the events of a type that are meant (`edit` says so); at least one must be. */
function change<Type extends EventType>(
  events: Event[],
  type: Type,
  edit: (event: EventOf<Type>) => 'changed' | 'other',
): Event[] {
  const meant = events.filter((event): event is EventOf<Type> => event.type === type)
  if (!meant.map((event) => edit(event)).includes('changed')) throw new Error(`nothing to plant in ${type}`)
  return events
}

function without(events: Event[], isMeant: (event: Event) => boolean): Event[] {
  const left = events.filter((event) => !isMeant(event))
  if (left.length === events.length) throw new Error('nothing to leave out')
  return left
}

function insertBefore(events: Event[], isMeant: (event: Event) => boolean, what: (found: Event) => Event): Event[] {
  const at = events.findIndex((event) => isMeant(event))
  return events.toSpliced(at, 0, what(events[at] as Event))
}

const isPass = (event: Event, path: string): boolean =>
  event.type === 'verdict.given' && event.path === path && event.verdict === 'pass'
const isWork = (event: Event, unit: string): boolean =>
  event.type === 'attempt.intended' && event.task.do === 'work' && event.task.unit === unit

/** The same, but every attempt took something. */
function spending(events: Event[]): Event[] {
  return change(events, 'attempt.finished', (event) => {
    event.usage = { ...event.usage, inputTokens: 100, costMicros: 100 }
    event.durationMs = 100
    return 'changed'
  })
}

interface Plant {
  readonly id: string
  readonly what: string
  alter(events: Event[]): Event[]
}

const agent = { kind: 'agent', name: 'agent two' } as const

const plants: readonly Plant[] = [
  {
    id: 'I-11',
    what: 'a second attempt of a unit while one is open',
    alter: (events) => {
      const at = events.findIndex((event) => isWork(event, 'two'))
      const first = events[at] as EventOf<'attempt.intended'>
      return events.toSpliced(at + 1, 0, { ...first, key: `${first.key}1`, attempt: 9 })
    },
  },
  {
    id: 'I-13',
    what: 'work that started on a base without what it depends on',
    alter: (events) => {
      const { spec } = events[0] as EventOf<'run.created'>
      return change(events, 'attempt.intended', ({ task }) => {
        if (task.do !== 'work' || task.unit !== 'two') return 'other'
        task.base = spec.base
        return 'changed'
      })
    },
  },
  {
    id: 'I-14',
    what: 'a review without a passed verification before it',
    alter: (events) => without(events, (event) => isPass(event, 'two/verify')),
  },
  {
    id: 'I-19',
    what: 'a verification of another tree than the merged one',
    alter: (events) =>
      change(events, 'verdict.given', (event) => {
        if (!event.path.startsWith('two/verify')) return 'other'
        event.judged.subject = '0'.repeat(40)
        return 'changed'
      }),
  },
  {
    id: 'I-20',
    what: 'a merge that its reviewer refused',
    alter: (events) =>
      change(events, 'attempt.finished', ({ key, outcome }) => {
        if (outcome.status !== 'judged' || !key.includes('/two/')) return 'other'
        outcome.answer = { ...(outcome.answer as object), verdict: 'reject' }
        return 'changed'
      }),
  },
  {
    id: 'I-20',
    what: 'a unit that was stopped and merged all the same',
    alter: (events) =>
      insertBefore(
        events,
        (event) => event.type === 'unit.merged',
        (found) => ({
          type: 'unit.stopped',
          v: 1,
          at: found.at,
          unit: (found as EventOf<'unit.merged'>).unit,
          reason: raw('rejected'),
          remedy: { word: 'retry', hint: raw('retry') },
        }),
      ),
  },
  {
    id: 'I-20',
    what: 'a pass of a check that was red',
    alter: (events) =>
      change(events, 'attempt.finished', ({ key, outcome }) => {
        if (outcome.status !== 'checked' || !key.includes('/two/verify#')) return 'other'
        for (const result of outcome.results) result.exitCode = 1
        return 'changed'
      }),
  },
  {
    id: 'I-23',
    what: 'an approval by an agent',
    alter: (events) =>
      change(events, 'question.answered', (event) => {
        event.by = agent
        return 'changed'
      }),
  },
  {
    id: 'I-23',
    what: 'an approval of another plan',
    alter: (events) =>
      change(events, 'question.answered', (event) => {
        event.subject = 'a'.repeat(64)
        return 'changed'
      }),
  },
  {
    id: 'I-23',
    what: 'a plan that was changed after its approval',
    alter: (events) =>
      change(events, 'plan.proposed', ({ plan }) => {
        plan.units[0]!.verify = [command('true')]
        return 'changed'
      }),
  },
  {
    id: 'I-23',
    what: 'a unit with other commands than were approved',
    alter: (events) =>
      change(events, 'graph.changed', ({ add }) => {
        const unit = add.find(({ id }) => id === 'one')
        if (unit === undefined) return 'other'
        unit.verify = [command('true')]
        return 'changed'
      }),
  },
  {
    id: 'I-23',
    what: 'a plan that nobody was asked about',
    alter: (events) =>
      without(events, (event) => event.type === 'question.asked' || event.type === 'question.answered'),
  },
  {
    id: 'I-26',
    what: 'a merge that the journal does not have',
    alter: (events) => without(events, (event) => event.type === 'unit.merged' && event.unit === 'two'),
  },
  {
    id: 'I-26',
    what: 'a merge of a unit that is recorded twice',
    alter: (events) =>
      insertBefore(
        events,
        (event) => event.type === 'unit.merged',
        (found) => found,
      ),
  },
  {
    id: 'I-31',
    what: 'a unit with more dispatches than its limit',
    alter: (events) =>
      change(events, 'run.created', ({ spec }) => {
        spec.limits.unitDispatches = 3
        return 'changed'
      }),
  },
  ...(['unitCostMicros', 'unitTokens', 'unitActiveMs'] as const).map((limit): Plant => ({
    id: 'I-31',
    what: `a unit that went on past its ${limit}`,
    alter: (events) =>
      change(spending(events), 'run.created', ({ spec }) => {
        spec.limits[limit] = 10
        return 'changed'
      }),
  })),
  {
    id: 'I-31',
    what: 'a unit that came back more often than its budget',
    alter: (events) =>
      change(events, 'run.created', ({ spec }) => {
        Object.assign(spec.budget, { revisions: 0, repairs: 0 })
        return 'changed'
      }),
  },
  {
    id: 'I-42',
    what: 'a repository that an agent trusted before the run began',
    alter: (events) =>
      change(events, 'run.created', (event) => {
        event.trust = { ground: 'approval', name: '0'.repeat(32), by: agent, at: 1 }
        return 'changed'
      }),
  },
  {
    id: 'I-42',
    what: 'a repository that an agent trusted while the run went on',
    alter: (events) =>
      insertBefore(
        events,
        (event) => event.type === 'unit.merged',
        ({ at }) => ({
          type: 'environment.changed',
          v: 1,
          at,
          environment: hashText('here'),
          trust: { ground: 'approval', name: '0'.repeat(32), by: agent, at },
        }),
      ),
  },
]

function command(run: string) {
  return { name: 'test', run, cwd: '.', timeoutMs: 1000 }
}

describe('a journal that was altered and chained again', () => {
  it.each(plants)('B16 $id finds $what', async (plant) => {
    const project = stage.copy()
    await rechain(project, (events) => plant.alter(events))
    expect(await violatedIn(project)).toContain(plant.id)
  })

  it('B16 finds nothing when nothing was altered', async () => {
    const project = stage.copy()
    await rechain(project, (events) => events)
    expect(await violatedIn(project)).toEqual([])
  })

  it('B16 I-1 finds a gap and an epoch that goes back', async () => {
    const entries = (await entriesOf(stage.copy())).map((entry) => ({ ...entry }))
    const nothing = { commits: [], integration: undefined, published: undefined, userRefs: [], moves: [], trees: [] }
    const gap = auditRun(entries.toSpliced(5, 1), nothing)
    const back = auditRun(
      entries.map((entry, index) => ({ ...entry, epoch: index === 7 ? 0 : entry.epoch })),
      nothing,
    )
    expect(gap.map(({ id }) => id)).toContain('I-1')
    expect(back.map(({ id }) => id)).toContain('I-1')
  })

  it('B16 I-3 finds an entry that was altered in place, and says that it cannot say more', async () => {
    const project = stage.copy()
    const file = new DatabaseSync(join(project.places.journal, 'journal.db'))
    const [table] = file.prepare("select name from sqlite_master where sql like '%body%'").all() as { name: string }[]
    const guards = file
      .prepare("select name, sql from sqlite_master where type = 'trigger'")
      .all() as unknown as Guard[]
    for (const { name } of guards) file.exec(`drop trigger ${name}`)
    file.exec(`update ${table?.name} set body = replace(body, 'two files', 'ten files') where seq = 1`)
    for (const { sql } of guards) file.exec(sql)
    file.close()
    const forge = project.open()
    const report = must(await forge.handover.audit(project.run))
    await forge.close()
    const states = Object.fromEntries(report.invariants.map(({ id, state }) => [id, state]))
    expect(states).toMatchObject({ 'I-3': 'violated', 'I-26': 'unread' })
  })
})

describe('a world that is not what the journal says', () => {
  it('B16 I-26 finds a merge trailer twice on the integration ref', async () => {
    const project = stage.copy()
    const ref = integrationOf(project)
    const message = `Again\n\nForge-Merge: ${project.run}/one@1`
    const commit = project.control(...ada, 'commit-tree', `${ref}^{tree}`, '-p', ref, '-m', message)
    project.control('update-ref', ref, commit)
    expect(await violatedIn(project)).toEqual(['I-19', 'I-26'])
  })

  it('B16 I-19 finds a commit on the integration ref that nobody recorded', async () => {
    const project = stage.copy()
    const ref = integrationOf(project)
    const commit = project.control(...ada, 'commit-tree', `${ref}^{tree}`, '-p', ref, '-m', 'Merge evil')
    project.control('update-ref', ref, commit)
    expect(await violatedIn(project)).toEqual(['I-19'])
  })

  it('B16 I-26 finds an integration ref that lost its merges', async () => {
    const project = stage.copy()
    project.control('update-ref', integrationOf(project), project.git('rev-parse', 'main'))
    expect(await violatedIn(project)).toContain('I-26')
  })

  it('B16 I-26 finds a published branch without the merges', async () => {
    const project = stage.copy()
    project.git('branch', '--force', `forge/${project.run}`, 'main')
    expect(await violatedIn(project)).toEqual(['I-26'])
  })

  it('B16 I-27 finds a ref of Forge among the user’s, and a branch on work that was never shown', async () => {
    const project = stage.copy()
    project.git('update-ref', 'refs/forge/x', 'main')
    expect(await violatedIn(project)).toEqual(['I-27'])
    const other = stage.copy()
    const work = other.control(...ada, 'commit-tree', `${integrationOf(other)}^{tree}`, '-m', 'Work')
    other.control('update-ref', `refs/forge/${other.run}/work/three`, work)
    other.git('fetch', '--quiet', join(other.places.state, 'control.git'), `refs/forge/${other.run}/work/three`)
    other.git('branch', 'leaked', work)
    expect(await violatedIn(other)).toEqual(['I-27'])
  })

  it('B16 I-28 finds a tree of a merged unit', async () => {
    const project = stage.copy()
    mkdirSync(join(project.places.state, 'trees', `${project.run}.unit.one`, 'tree'), { recursive: true })
    expect(await violatedIn(project)).toEqual(['I-28'])
  })
})

interface Guard {
  readonly name: string
  readonly sql: string
}

const ada = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']

function integrationOf({ run }: Project): string {
  return `refs/forge/${run}/integration`
}
