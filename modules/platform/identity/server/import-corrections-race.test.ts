import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { at, importCompany, importSteps, row } from './import.fixture.ts'

const platform = testPlatform({ poolSize: 8, environment: { TRUST_PROXY: 'true' } })
const company = importCompany(platform)
const { calls, name, dryRun } = importSteps(platform, company)

describe('at one moment', () => {
  it('one check of many is started', async () => {
    const checked = await dryRun([row(name(1)), row(name(2), { 4: 'x' })])
    const begin = () => Promise.resolve()
    const locked = () => sql`select from identity.member_import where id = ${checked.id} for update`
    const result = await race(platform, 4, () => calls().recheckImport(at(checked)), { begin, locked })
    expect(result).toMatchObject({ accepted: 1, refused: { 20203: 3 } })
    await platform.runJobs()
    expect(await calls().importProgress(at(checked))).toMatchObject({ state: 'checked', failedCount: 1 })
  })

  it('a correction and a commit never both succeed', async () => {
    const checked = await dryRun([row(name(1)), row(name(2), { 4: 'x' })])
    const locked = () => sql`select from identity.member_import where id = ${checked.id} for update`
    const corrections = [{ row: 3, column: 'phone' as const, value: '' }]
    const one = (index: number): Promise<unknown> =>
      index === 0
        ? calls().correctImport({ ...at(checked), body: { corrections } })
        : calls().commitImport({ ...at(checked), body: {} })
    const result = await race(platform, 2, one, { begin: () => Promise.resolve(), locked })
    expect(result.accepted).toBe(1)
    const { state, uncheckedCount } = await calls().importProgress(at(checked))
    expect([state, uncheckedCount, result.refused]).toEqual(
      state === 'checked' ? ['checked', 1, { 20204: 1 }] : ['importing', 0, { 20203: 1 }],
    )
  })

  it('all corrections of several windows are kept', async () => {
    const checked = await dryRun(Array.from({ length: 8 }, (_, index) => row(name(index), { 4: 'x' })))
    const locked = () => sql`select from identity.member_import where id = ${checked.id} for update`
    const one = (index: number) =>
      calls().correctImport({
        ...at(checked),
        body: { corrections: [{ row: index + 2, column: 'phone', value: '' }] },
      })
    const result = await race(platform, 8, one, { begin: () => Promise.resolve(), locked })
    expect(result.accepted).toBe(8)
    expect((await calls().importProgress(at(checked))).uncheckedCount).toBe(8)
  })
})
