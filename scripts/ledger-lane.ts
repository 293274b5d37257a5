/** Runs in a copy of the workspace (scripts/ledger/lane.ts): keeps vitest loaded and runs the tests on request. */
import { join } from 'node:path'
import { createVitest, type TestCase, type TestModule, type TestSuite } from 'vitest/node'
import { errorLine, isAssertion, type Ran, type RanTest } from './ledger/judge.ts'
import type { Order } from './ledger/lane.ts'

const folder = process.cwd()
const vitest = await createVitest({ run: true, watch: false, maxWorkers: 1, cache: false, reporters: [{}] })

process.on('message', (order: Order) => {
  void perform(order).then(
    (ran) => process.send?.(ran),
    (error: unknown) => process.send?.({ tests: [], errors: [String(error)] } satisfies Ran),
  )
})

async function perform({ file, titles, changed }: Order): Promise<Ran> {
  vitest.invalidateFile(join(folder, changed))
  const name = file.endsWith('.proof.test.ts') ? 'proof' : 'quick'
  const project = vitest.projects.find((each) => each.name === name)
  if (project === undefined) return { tests: [], errors: [`no project ${name}`] }
  const specification = project.createSpecification(join(folder, file), { testNamePattern: new RegExp(titles) })
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification], false)
  vitest.invalidateFile(join(folder, changed))
  const module = testModules.find(({ moduleId }) => moduleId === specification.moduleId)
  if (module === undefined) return { tests: [], errors: unhandledErrors.map(String) }
  const suites = [module, ...module.children.allSuites()]
  return {
    tests: [...module.children.allTests()].map(ranTest),
    errors: suites.flatMap((suite) => suite.errors().map(({ name: kind, message }) => `${kind}: ${message}`)),
  }
}

function ranTest(test: TestCase): RanTest {
  const result = test.result()
  const [error] = result.errors ?? []
  const title = titleOf(test)
  if (error === undefined) return { title, state: result.state }
  const line = errorLine(error)
  return { title, state: result.state, error: { isAssertion: isAssertion(error), text: line } }
}

/** In the form of the title filter and the report: names joined by spaces. */
function titleOf(test: TestCase | TestSuite | TestModule): string {
  if (test.type === 'module') return ''
  const outer = titleOf(test.parent)
  return outer === '' ? test.name : `${outer} ${test.name}`
}
