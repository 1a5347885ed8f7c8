/**
 * `npm run new-module` makes modules that break no law: an empty one, and one with a content kind. Both are checked in one
 * copy of the tree. The rules that try every call of every module (minutes) join in `npm run test:long`. A whole run makes
 * them in one commit of three, and refuses what cannot be made in each.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hasTurn } from '#test/sampled.ts'
import { copyTree, type PlantedTree, recordTypes } from './planted.ts'

const isLong = Number(process.env.FUZZ_RUNS ?? 0) >= 1000
const ruleFiles = ['schema', 'audit-texts', 'personal-data', ...(isLong ? ['access', 'dry-run', 'fuzz', 'wire'] : [])]
/** The other parts find nothing that these do not, but in tests and documents. */
const parts = 'server types,web types,lint,dependencies,sources,messages,dead code,generated'
const only = isLong ? [] : ['--only', parts]

/** A CI's runner colors its words. */
const environment = { TEST_DATABASE_URL: inject('databaseServerUrl'), TEST_DATABASE_TEMPLATE: '', NO_COLOR: '1' }
const isMade = hasTurn('new module', 3)
let tree: PlantedTree

beforeAll(async () => {
  if (isMade) await recordTypes()
  tree = copyTree()
}, 400_000)
afterAll(() => tree.remove())

function make(...args: string[]) {
  return tree.run(['tools/new-module.ts', ...args], environment)
}

describe('a new module', () => {
  it('is refused under a name that no folder, schema and variable can have at once', async () => {
    const refused = await make('learning/Two-Words')
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('one lower-case word') })
    const taken = await make('platform/courses')
    expect(taken).toMatchObject({
      code: 1,
      output: expect.stringContaining('modules/learning/courses is there already'),
    })
  })

  it('is refused with the number of another kind of content', async () => {
    const refused = await make('learning/articles', '--content', '2', '--title', '知识')
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('business type 2 is taken: Subject') })
  })

  it.runIf(isMade)(
    'passes every check, empty and with a content kind',
    async () => {
      const content = ['--content', '91', '--title', '盆栽', '--title-en', 'Orchid']
      expect(await make('planting/orchids', ...content)).toMatchObject({ code: 0 })
      expect(await make('planting/planted')).toMatchObject({ code: 0 })
      const checked = await tree.run(['tools/check.ts', '--in', 'modules/planting', ...only], environment)
      expect(checked.output).toContain('✓ generated')
      expect(checked.output).not.toMatch(/✗|planted|orchid|[Ss]pecimen|样品/)
    },
    400_000,
  )

  it.runIf(isMade)(
    'passes its own tests, which produce every refusal that it declares, and the rules for all modules',
    async () => {
      const record = join(tree.directory, 'answers.txt')
      const rules = ruleFiles.map((name) => `test/rules/${name}.test.ts`)
      const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'modules/planting', ...rules]
      const tested = await tree.run(vitest, { ...environment, ANSWER_RECORD: record, FUZZ_RUNS: '15' })
      expect(tested.output).toMatch(/Test Files\s+\d+ passed \(\d+\)/)
      const compared = await tree.run(['tools/answers.ts', record], environment)
      expect(compared.output.split('\n').filter((line) => line.startsWith('orchids.'))).toEqual([])
    },
    900_000,
  )
})
