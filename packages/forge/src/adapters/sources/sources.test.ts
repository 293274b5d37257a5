/** Tests found in sources, language by language: their names, and the marks that keep them from running. */
import { describe, expect, it } from 'vitest'
import type { FoundTest } from '#model/tests.ts'
import type { Said } from '#messages/said.ts'
import { createSources } from './index.ts'

const parsed = createSources({ say: () => undefined })

function shown({ name, state, condition }: FoundTest): string {
  return `${state === 'runs' ? '' : `${state} `}${name}${condition === undefined ? '' : ` when ${condition}`}`
}

async function read(path: string, ...lines: readonly string[]): Promise<readonly string[]> {
  return (await parsed.testsIn(path, lines.join('\n'))).tests.map(shown)
}

const script = (...lines: readonly string[]): Promise<readonly string[]> => read('a.test.ts', ...lines)

describe('TypeScript and JavaScript', () => {
  it('I-22 joins the names of groups and tests', async () => {
    expect(
      await script(
        "describe('sum', () => {",
        "  it('adds', () => {})",
        "  describe(`of \"two\"`, () => { test('it\\'s', async () => {}) })",
        '})',
        'describe(Sum, () => { specify("adds", function () {}) })',
        "suite('s', () => { it.concurrent('fast', () => {}); test.sequential('slow', () => {}) })",
      ),
    ).toEqual(['sum > adds', 'sum > of "two" > it\'s', 'Sum > adds', 's > fast', 's > slow'])
  })

  it('I-22 knows a computed name by how it is written', async () => {
    expect(
      await script(
        'for (const n of all) it(`adds ${n}`, () => {})',
        "it('adds ' + n, () => {})",
        "it.each([1, 2])('adds %s', () => {})",
        "it.each`a\n${1}`('adds $a', () => {})",
        "describe.each(all)('of %s', () => { it(name, run) })",
        "test.for(all)('for %s', () => {})",
      ),
    ).toEqual(['`adds ${n}`', "'adds ' + n", 'adds %s', 'adds $a', 'of %s > name', 'for %s'])
  })

  it('I-22 reads every mark, on a test and on what stands around it', async () => {
    expect(
      await script(
        "it.skip('a', f); xit('b', f); xtest('c', f); test.todo('d'); it('e'); test.fixme('f', f)",
        "describe.skip('g', () => { it('h', f) }); xdescribe('i', () => { it('j', f) })",
        "it.skip.each([1])('k', f); it.fails('l', f); test.failing('m', f); it.todo.concurrent('n')",
        "describe.todo('o', () => { it('p', f) })",
      ),
    ).toEqual([
      'skipped a',
      'skipped b',
      'skipped c',
      'todo d',
      'todo e',
      'skipped f',
      'skipped g > h',
      'skipped i > j',
      'skipped k',
      'fails l',
      'fails m',
      'todo n',
      'todo o > p',
    ])
  })

  it('I-22 keeps conditions as they are written', async () => {
    expect(
      await script(
        "it.skipIf(isWindows)('a', f); test.runIf(process.env.CI)('b', f); describe.skipIf(x)('c', () => it('d', f))",
        "test('e', { skip: isWindows }, f); test('f', { skip }, f); it('g', { timeout: 5 }, f)",
      ),
    ).toEqual([
      'conditional a when skipIf(isWindows)',
      'conditional b when runIf(process.env.CI)',
      'conditional c > d when skipIf(x)',
      'conditional e when skip: isWindows',
      'conditional f when skip: skip',
      'g',
    ])
  })

  it('I-22 reads options of node:test and vitest', async () => {
    expect(
      await script(
        "test('a', { skip: true }, f); test('b', { skip: 'slow' }, f); test('c', { todo: true }, f)",
        "test('d', { skip: false }, f); it('e', f, { fails: true }); test('f', { 'skip': true }, f)",
      ),
    ).toEqual(['skipped a', 'skipped b', 'todo c', 'd', 'fails e', 'skipped f'])
  })

  it('I-22 takes the others of the file for silenced where one is focused', async () => {
    expect(await script("it('a', f); it.only('b', f); describe('c', () => { fit('d', f); it('e', f) })")).toEqual([
      'silenced a',
      'b',
      'c > d',
      'silenced c > e',
    ])
    expect(
      await script(
        "describe.only('a', () => { it('b', f); describe('c', () => it('d', f)) })",
        "fdescribe('e', () => { it('f', f); it.only('g', f) }); it('h', f)",
      ),
    ).toEqual(['a > b', 'a > c > d', 'silenced e > f', 'e > g', 'silenced h'])
    expect(await script("it('a', f); it('b', { only: true }, f)")).toEqual(['silenced a', 'b'])
  })

  it('I-22 sees a skip in the body: always, or under a condition', async () => {
    expect(
      await script(
        "test('a', (t) => { t.skip('later'); go() })",
        "test('b', (t) => { if (slow) t.skip() })",
        "it('c', function () { this.skip() })",
        "it('d', ({ skip }) => { skip() })",
        "test('e', async ({ page }) => { test.skip(isMobile, 'why') })",
        "test.describe('f', () => { test.skip(({ name }) => name === 'x', 'why'); test('g', run) })",
        "test('h', (t) => { t.test('i', run); t.todo('j') })",
        "it('k', () => { source.pipe(skip(1)) })",
      ),
    ).toEqual([
      'skipped a',
      'conditional b when t.skip()',
      'skipped c',
      'skipped d',
      'conditional e when isMobile',
      "conditional f > g when ({ name }) => name === 'x'",
      'todo h',
      'todo h > i',
      'k',
    ])
  })

  it('I-22 follows names that a file gives its runner', async () => {
    expect(
      await script(
        "import check, { describe as group, it as spec } from 'node:test'",
        "import * as v from 'vitest'",
        "const { test: proof } = require('node:test')",
        "group('a', () => { spec('b', f); spec.skip('c', f) }); check('d', f); v.it('e', f); proof('f', f)",
        "Deno.test('g', f); Deno.test.ignore('h', f)",
      ),
    ).toEqual(['a > b', 'skipped a > c', 'd', 'e', 'f', 'g', 'skipped h'])
    expect((await parsed.testsIn('a.ts', "import { it } from 'vitest'\nit('a', f)")).known).toBe('by import')
    expect((await parsed.testsIn('a.ts', "it('a', f)")).known).toBe('by path')
  })

  it('I-22 finds nothing in comments, in texts and in what is no runner', async () => {
    expect(
      await script(
        "// it('a', f)",
        "/* test('b', f) */ const text = \"it('c', f)\"",
        "pattern.test('d'); visit('e', f); test.use({ f }); it.extend({ f }); const x = test(d)",
        'test.beforeEach(() => {}); describe.configure({ mode: "serial" })',
      ),
    ).toEqual([])
  })

  it('I-22 reads markup, JavaScript, and a file with one ending too many', async () => {
    expect(await read('a.test.tsx', "it('a', () => { render(<A<string> b />) })")).toEqual(['a'])
    expect(await read('a.test.jsx', "it('a', () => { render(<A b={1} />) })")).toEqual(['a'])
    expect(await read('a.test.js.bak', "it('a', f)")).toEqual(['a'])
    expect(await read('a.test.mts', "it('a', () => { const x = <T>(y: T) => y })")).toEqual(['a'])
    expect(await read('a.test.ts', "it('a', f)\nit('b', (")).toContain('a')
  })

  it('I-22 reads lines where there is no parser, and says so once', async () => {
    const words: Said[] = []
    const load = () => Promise.reject(new Error('no binary for this machine'))
    const sources = createSources({ say: (text) => void words.push(text), load })
    const text = [
      "import { it } from 'vitest'",
      "// it('x', f)",
      "describe('sum', () => {",
      "  it('adds', () => {})",
      "  it.skip('a', () => {})",
      "  test.todo('b')",
      "  it('c', { skip: true }, f)",
      "  it.skipIf(x)('d', f)",
      "  it('e')",
      '})',
      "describe.skip('f', () => {",
      "  it('g', f)",
      '})',
    ]
    for (const at of [1, 2]) {
      const { tests, known } = await sources.testsIn(`${at}.test.ts`, text.join('\n'))
      expect([known, ...tests.map(shown)]).toEqual([
        'by import',
        'sum > adds',
        'skipped sum > a',
        'todo sum > b',
        'skipped sum > c',
        'conditional sum > d when .skipIf(x)',
        'todo sum > e',
        'skipped f > g',
      ])
    }
    expect(words).toEqual([expect.saying(/cannot load the parser.*no binary for this machine/)])
    const focused = await sources.testsIn('a.test.ts', "fit('a', f)\nit('b', f)\nit.only('c', f)")
    expect(focused.tests.map(shown)).toEqual(['a', 'silenced b', 'c'])
  })
})

describe('other languages', () => {
  it('I-22 Python: functions and classes, decorators, marks of the module', async () => {
    const text = [
      'import pytest',
      'def helper(): pass',
      'def test_a(): assert 1',
      '# def test_x(): pass',
      '"""',
      'def test_y(): pass',
      '"""',
      '@pytest.mark.skip(reason="later")',
      'def test_b(): pass',
      'class TestC:',
      '    async def test_d(self): pass',
      '    @unittest.skipIf(',
      '        WINDOWS, "no")',
      '    def test_e(self): pass',
      '    def test_f(self):',
      '        self.skipTest("x")',
      '    @pytest.mark.xfail',
      '    def test_g(self): pass',
      '@unittest.skip("all")',
      'class TestH(unittest.TestCase):',
      '    def test_i(self): pass',
      '    def test_j(self):',
      '        return 1',
    ]
    expect(await read('test_a.py', ...text)).toEqual([
      'test_a',
      'skipped test_b',
      'TestC > test_d',
      'conditional TestC > test_e when @unittest.skipIf( WINDOWS, )',
      'skipped TestC > test_f',
      'fails TestC > test_g',
      'skipped TestH > test_i',
      'skipped TestH > test_j',
    ])
    expect(await read('test_a.py', 'pytestmark = pytest.mark.skip', 'def test_a(): pass')).toEqual(['skipped test_a'])
    expect(await read('test_a.py', 'pytest.skip("x", allow_module_level=True)', 'def test_a(): pass')).toEqual([
      'skipped test_a',
    ])
  })

  it('I-22 Go: functions, t.Skip, and the constraint of the file', async () => {
    const text = [
      'package a',
      'func TestA(t *testing.T) {',
      '\tif testing.Short() {',
      '\t\tt.Skip("slow")',
      '\t}',
      '}',
      'func TestB(t *testing.T) {',
      '\tt.Skip("later")',
      '}',
      '// func TestC(t *testing.T) {}',
      'func TestD(t *testing.T) { s := `t.Skip(` }',
      'func (s *Suite) TestE() {}',
      'func FuzzF(f *testing.F) {}',
      'func TestMain(m *testing.M) {}',
      'func help() {}',
    ]
    expect(await read('a_test.go', ...text)).toEqual([
      'conditional TestA when t.Skip(',
      'skipped TestB',
      'TestD',
      'TestE',
      'FuzzF',
    ])
    expect(await read('a_test.go', '//go:build ignore', 'package a', 'func TestA(t *testing.T) {}')).toEqual([
      'conditional TestA when ignore',
    ])
  })

  it('I-22 Rust: attributes and modules', async () => {
    const text = [
      'fn add() {}',
      '#[cfg(test)]',
      'mod tests {',
      '    #[test]',
      '    fn adds() { assert!(true); }',
      '    #[test]',
      '    #[ignore = "slow"]',
      '    fn slow() {}',
      '    #[tokio::test]',
      '    async fn waits() {}',
      '    // #[test]',
      '    fn helper() {}',
      '    #[cfg(windows)]',
      '    #[test]',
      '    fn links() {}',
      '}',
    ]
    expect(await read('src/lib.rs', ...text)).toEqual([
      'tests > adds',
      'skipped tests > slow',
      'tests > waits',
      'conditional tests > links when cfg(windows) test',
    ])
  })

  it('I-22 Java and Kotlin: annotations of methods and classes', async () => {
    const text = [
      'class FooTest {',
      '  @Test void adds() { assertEquals(1, 1); }',
      '  @Disabled("x") @Test void slow() {}',
      '  @Test @EnabledOnOs(OS.LINUX) public void links() throws Exception {}',
      '  void helper() {}',
      '  // @Test void x() {}',
      '  @Disabled @Nested class Inner { @ParameterizedTest @ValueSource(ints = {1, 2}) void each(int a) {} }',
      '}',
    ]
    expect(await read('FooTest.java', ...text)).toEqual([
      'FooTest > adds',
      'skipped FooTest > slow',
      'conditional FooTest > links when EnabledOnOs',
      'skipped FooTest > Inner > each',
    ])
    const kotlin = ['@Ignore', 'class A {', '  @Test', '  fun `adds two`() { x() }', '}']
    expect(await read('ATest.kt', ...kotlin)).toEqual(['skipped A > adds two'])
  })

  it('I-22 Ruby: examples, methods and what skips them', async () => {
    const text = [
      "RSpec.describe 'no word of its own' do",
      "describe 'Sum' do",
      "  it 'adds' do",
      '  end',
      "  xit 'slow' do",
      '  end',
      "  it 'later', :skip do",
      '  end',
      "  it 'someday'",
      "  # it 'x' do",
      "  it 'waits' do",
      "    skip 'x'",
      '  end',
      'end',
      'class SumTest < Minitest::Test',
      '  def test_adds',
      '    skip if windows?',
      '  end',
      "  test 'names' do",
      '  end',
      'end',
    ]
    expect(await read('spec/sum_spec.rb', ...text)).toEqual([
      'Sum > adds',
      'skipped Sum > slow',
      'skipped Sum > later',
      'todo Sum > someday',
      'skipped Sum > waits',
      'conditional SumTest > test_adds when skip if windows?',
      'SumTest > names',
    ])
  })

  it('says nothing of languages that it does not know', async () => {
    expect(await read('tests/a_test.exs', 'test "a" do')).toEqual([])
  })
})
