import { describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { at, importCompany, importSteps, row } from './import.fixture.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const company = importCompany(platform)
const { calls, name, dryRun } = importSteps(platform, company)
const tasks = () => platform.client(operations, company.chief)
const newest = async () => {
  const { items } = await tasks().listTasks({ query: {} })
  const [task] = items
  if (!task) throw new Error('no task is shown')
  return task
}

/** An import that was checked and waits for its commit: two new members, and one row that is wrong. */
const checked = (from: number) => dryRun([row(name(from)), row(name(from + 1)), row(name(from + 2), { 4: 'x' })])

describe('an import as a task', () => {
  it('shows its progress, and at the end its result and the wrong rows', async () => {
    const started = await checked(1)
    await calls().commitImport({ ...at(started), body: {} })
    expect(await newest()).toMatchObject({ kind: 'member-import', title: started.fileName, state: 'waiting' })
    await platform.runJobs()
    const done = await newest()
    expect(done).toMatchObject({ state: 'done', permille: 1000, problemCount: 1 })
    const problems = await tasks().taskProblems({ params: { id: done.id }, query: {} })
    expect(problems.items).toMatchObject([{ row: 4, column: '手机号' }])
  })

  it('is not retried after a cancellation with corrections that nobody has checked', async () => {
    const started = await checked(21)
    await calls().commitImport({ ...at(started), body: {} })
    const { id } = await newest()
    await tasks().cancelTask({ params: { id } })
    await platform.runJobs()
    const corrections = [{ row: 4, column: 'phone' as const, value: '' }]
    await calls().correctImport({ ...at(started), body: { corrections } })
    await tasks()
      .retryTask({ params: { id } })
      .catch(() => undefined)
    await platform.runJobs()
    expect(await calls().importProgress(at(started))).toMatchObject({ state: 'checked', importedCount: 0 })
  })

  it('can be committed again after a cancellation, and a retry imports the remaining rows', async () => {
    const started = await checked(11)
    await calls().commitImport({ ...at(started), body: {} })
    const { id } = await newest()
    await tasks().cancelTask({ params: { id } })
    await platform.runJobs()
    expect(await calls().importProgress(at(started))).toMatchObject({ state: 'checked', newCount: 2, importedCount: 0 })
    await tasks().retryTask({ params: { id } })
    await platform.runJobs()
    expect(await calls().importProgress(at(started))).toMatchObject({ state: 'done', importedCount: 2 })
    expect(await newest()).toMatchObject({ id, state: 'done' })
    const found = await platform.client(identity, company.chief).listMembers({ query: { keyword: name(11) } })
    expect(found.recordCount).toBe(1)
  })
})
