/** `npm run new-module` makes a module that breaks no law. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyTree, type PlantedTree } from './planted.ts'

let tree: PlantedTree

beforeAll(() => {
  tree = copyTree()
})
afterAll(() => tree.remove())

describe('a new module', () => {
  it('passes every check, and its own test', async () => {
    const made = await tree.run(['tools/new-module.ts', 'learning/planted'])
    expect(made).toMatchObject({ code: 0 })
    // A CI's runner colours its words.
    const environment = { TEST_DATABASE_URL: inject('databaseServerUrl'), TEST_DATABASE_TEMPLATE: '', NO_COLOR: '1' }
    const checked = await tree.run(['tools/check.ts', '--in', 'modules/learning/planted'], environment)
    expect(checked.output).not.toMatch(/✗|planted/)
    const tested = await tree.run(['node_modules/vitest/vitest.mjs', 'run', 'modules/learning/planted'], environment)
    expect(tested.output).toMatch(/Tests\s+1 passed/)
  }, 400_000)

  it('is refused under a name that no folder, schema and variable can have at once', async () => {
    const refused = await tree.run(['tools/new-module.ts', 'learning/Two-Words'])
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('one lower-case word') })
    const taken = await tree.run(['tools/new-module.ts', 'platform/courses'])
    expect(taken).toMatchObject({
      code: 1,
      output: expect.stringContaining('modules/learning/courses is there already'),
    })
  })
})
