import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { Type } from 'typebox'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job, serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { deleteOldTasksJob } from './jobs.ts'
import { longWork } from './long-work.ts'
import { failTask, finishTask, showProgress, startRun, storeStep } from './progress.ts'

const label = { cn: '样例导入', en: 'Sample import' }
const failing = job({
  name: 'planted.failing',
  payload: Type.Object({}),
  run: async () => {
    throw new Error('the far server is gone')
  },
})

const step = async () => ({ report: {} })
const claim = async () => 'something'
const importing = longWork({
  ...{ kind: 'planted-import', label, job: 'planted.import', cancellable: true, claim, step },
  restart: async (_db, { taskId }) => taskId !== gone,
})
const fixed = longWork({
  ...{
    kind: 'planted-fixed',
    label: { cn: '固定', en: 'Fixed' },
    job: 'planted.fixed',
    cancellable: false,
    claim,
    step,
  },
})
/** A task whose subject is gone. */
let gone = ''

const owner = serverModule({
  name: 'planted',
  contract: {},
  routes: {},
  jobs: [failing, importing.job, fixed.job],
  extensions: [importing.task, fixed.task],
})

const platform = testPlatform({ modules: [...serverModules, owner] })
let companyId: string
let chief: BuiltMember
let member: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  member = await buildMember(platform.db, { companyId })
})

const tasks = (who: BuiltMember) => platform.client(operations, who)
const start = (work = importing) =>
  work.start(platform.db, { companyId, memberId: member.id, title: '名单.xlsx', now: platform.now })
const seen = (id: string, who = member) => tasks(who).taskById({ params: { id } })

describe('a task', () => {
  it('publishes its progress and result to its member', async () => {
    const events: unknown[] = []
    const received = Promise.withResolvers<void>()
    const unsubscribe = platform.outside.realtime.subscribe(`member:${member.id}`, (event) => {
      events.push(event === 'missed' ? event : event.data)
      if (events.length === 5) received.resolve()
    })
    const id = await start()
    expect(await seen(id)).toMatchObject({ state: 'waiting', permille: 0, kindLabel: label, canCancel: true })
    platform.now += 1000
    await startRun(platform.db, id, platform.now)
    await storeStep(platform.db, id, { done: 2, total: 5, note: '检查第 400 行' }, platform.now)
    expect(await seen(id)).toMatchObject({
      state: 'running',
      permille: 400,
      note: '检查第 400 行',
      movedAt: platform.now,
    })
    await showProgress(platform.db, id, 400, platform.now)
    await showProgress(platform.db, id, 1200, platform.now)
    const counts = [{ label: { cn: '已导入', en: 'Imported' }, value: 12 }]
    await finishTask(platform.db, id, { counts, link: '/admin/members' }, platform.now)
    expect(await seen(id)).toMatchObject({
      ...{ state: 'done', permille: 1000, counts, link: '/admin/members' },
      ...{ canCancel: false, canRetry: false, finishedAt: platform.now },
    })
    // The result belongs to the member: an administrator would be led to somebody else's page.
    expect(await seen(id, chief)).toMatchObject({ state: 'done', counts, link: null })
    const { items } = await tasks(chief).listTasks({ query: { scope: 'company' } })
    expect(items.map((task) => task.link)).toEqual([null])
    await received.promise
    unsubscribe()
    // Repeated progress is published once.
    expect(events).toEqual([
      { taskId: id, state: 'waiting', permille: 0 },
      { taskId: id, state: 'running', permille: 0 },
      { taskId: id, state: 'running', permille: 400 },
      { taskId: id, state: 'running', permille: 1000 },
      { taskId: id, state: 'done', permille: 1000 },
    ])
  })

  it('[SYSTEM-118] lists every problem with its row and column, and exports them as a spreadsheet', async () => {
    const id = await start()
    const message = { cn: '组织不存在', en: 'There is no such organization' }
    const problems = Array.from({ length: 1500 }, (_, index) => ({ row: index + 2, column: '组织', message }))
    await finishTask(platform.db, id, { problems }, platform.now)
    expect(await seen(id)).toMatchObject({ problemCount: 1500 })
    const page = await tasks(member).taskProblems({ params: { id }, query: { page: 2, pageSize: 100 } })
    expect(page.recordCount).toBe(1500)
    expect(page.items[0]).toEqual({ row: 102, column: '组织', message })
    const answer = await platform.app.inject({
      url: `/api/v1/system/task/${id}/problems/file`,
      headers: { authorization: `Bearer ${member.token}`, 'accept-language': 'en' },
    })
    const rows = await readSheet(answer.rawPayload)
    expect(rows).toHaveLength(1501)
    expect(rows[1]).toEqual([2, '组织', 'There is no such organization'])
  })

  it('[SYSTEM-119] describes the place of a problem in the words of the specification', async () => {
    const textsOf = async (language: string) =>
      JSON.parse(await readFile(join(import.meta.dirname, `../../../../../kit/messages/${language}.json`), 'utf8'))
    expect((await textsOf('cn')).dict['import-row-column']).toBe('导入错误：第{row}行第{column}列')
    expect((await textsOf('en')).dict['import-row-column']).toMatch(/^import error at row .*column/i)
  })

  it('stores a problem for each of 20000 rows', async () => {
    const id = await start()
    const message = { cn: '手机号已被使用', en: 'The phone number is taken' }
    const problems = Array.from({ length: 20_001 }, (_, index) => ({ row: index + 2, message }))
    await finishTask(platform.db, id, { problems }, platform.now)
    expect((await tasks(member).taskProblems({ params: { id } })).recordCount).toBe(20_000)
  })

  it('is visible to its member and to managers of tasks only', async () => {
    const id = await start()
    const other = await buildMember(platform.db, { companyId })
    const strange = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
    })
    for (const nobody of [other, strange]) {
      const calls = tasks(nobody)
      for (const call of ['taskById', 'taskProblems', 'taskProblemsFile', 'cancelTask', 'retryTask'] as const)
        expect(await refusal(calls[call]({ params: { id } }))).toMatchObject({ errorCode: 900005 })
      expect((await tasks(nobody).listTasks({ query: { scope: 'company' } })).recordCount).toBe(0)
    }
    expect((await tasks(chief).listTasks()).recordCount).toBe(0)
    const all = await tasks(chief).listTasks({ query: { scope: 'company' } })
    expect(all).toMatchObject({ recordCount: 1, activeCount: 1, items: [{ id, memberId: member.id }] })
    const done = await tasks(chief).listTasks({ query: { scope: 'company', state: 'done' } })
    expect(done).toMatchObject({ recordCount: 0, activeCount: 1 })
    expect((await tasks(member).listTasks({ query: { kind: 'planted-fixed' } })).recordCount).toBe(0)
  })

  it('is cancelled by its member or a manager of tasks, whose deed is logged', async () => {
    const waiting = await start()
    await tasks(member).cancelTask({ params: { id: waiting } })
    expect(await seen(waiting)).toMatchObject({ state: 'cancelled', canRetry: true })

    const running = await start()
    await startRun(platform.db, running, platform.now)
    expect(await tasks(chief).cancelTask({ params: { id: running } })).toMatchObject({
      state: 'running',
      isStopping: true,
      canCancel: false,
    })
    await platform.runJobs()
    expect(await seen(running)).toMatchObject({ state: 'cancelled' })
    const { items } = await tasks(chief).listAudit({ query: { subjectId: running } })
    expect(items.map((item) => item.action)).toEqual(['operations.cancelTask'])
  })

  it('is not cancelled after its end, or if its kind does not allow it', async () => {
    const other = await start(fixed)
    expect(await refusal(tasks(member).cancelTask({ params: { id: other } }))).toMatchObject({ errorCode: 20300 })
    const over = await start()
    await finishTask(platform.db, over, {}, platform.now)
    expect(await refusal(tasks(member).cancelTask({ params: { id: over } }))).toMatchObject({ errorCode: 20300 })
    expect(await refusal(tasks(member).retryTask({ params: { id: over } }))).toMatchObject({ errorCode: 20300 })
  })

  it('is restarted by its kind after a failure', async () => {
    const id = await start()
    await failTask(platform.db, id, { cn: '文件已损坏', en: 'The file is broken' }, platform.now)
    expect(await seen(id)).toMatchObject({ state: 'failed', reason: '文件已损坏', canRetry: true })
    gone = id
    expect(await refusal(tasks(member).retryTask({ params: { id } }))).toMatchObject({ errorCode: 20300 })
    expect((await seen(id)).state).toBe('failed')
    gone = ''
    expect(await tasks(member).retryTask({ params: { id } })).toMatchObject({
      state: 'waiting',
      attempt: 2,
      reason: null,
    })
    await platform.runJobs()
    expect((await seen(id)).state).toBe('done')
    const other = await start(fixed)
    await failTask(platform.db, other, { cn: 'x', en: 'x' }, platform.now)
    expect(await refusal(tasks(member).retryTask({ params: { id: other } }))).toMatchObject({ errorCode: 20300 })
  })

  it('is deleted 30 days after its end', async () => {
    const id = await start()
    await finishTask(platform.db, id, {}, platform.now)
    const forget = async (now: number) => deleteOldTasksJob.run(platform.db, {}, { outside: platform.outside, now })
    await forget(platform.now + 30 * 86_400_000)
    expect((await seen(id)).state).toBe('done')
    await forget(platform.now + 30 * 86_400_000 + 1)
    expect(await refusal(seen(id))).toMatchObject({ errorCode: 900005 })
  })
})

describe('the queue', () => {
  async function operatorOf(): Promise<BuiltMember> {
    const { rows } = await sql<{ id: string }>`
      select id from identity.company order by created_at, id limit 1`.execute(platform.root)
    return buildMember(platform.db, { companyId: rows[0]?.id ?? '', roles: ['super-admin'] })
  }

  it('lists failed jobs for the company that runs the platform, to retry or delete', async () => {
    const operator = await operatorOf()
    await enqueue(platform.db, failing, {}, { attemptsMax: 1 })
    await expect(platform.runJobs()).rejects.toThrow('the far server is gone')
    const queue = await tasks(operator).jobQueue()
    expect(queue).toMatchObject({ isOperator: true, failed: 1 })
    expect(queue.kinds).toContainEqual({ name: 'planted.failing', waiting: 0, running: 0, failed: 1 })
    const { items } = await tasks(operator).failedJobs()
    expect(items).toEqual([
      expect.objectContaining({ name: 'planted.failing', attempts: 1, lastError: expect.stringMatching(/far server/) }),
    ])
    const id = items[0]?.id ?? ''
    const params = { params: { id } }
    expect(await refusal(tasks(chief).retryJob(params))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(tasks(chief).removeJob(params))).toMatchObject({ errorCode: 900005 })
    await tasks(operator).retryJob(params)
    expect(await tasks(operator).jobQueue()).toMatchObject({ waiting: 1, failed: 0 })
    expect(await refusal(tasks(operator).removeJob(params))).toMatchObject({ errorCode: 900005 })
    await expect(platform.runJobs()).rejects.toThrow('the far server is gone')
    await sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint])`.execute(platform.root)
    await tasks(operator).removeJob(params)
    expect(await tasks(operator).failedJobs()).toEqual({ items: [], recordCount: 0 })
    const { items: deeds } = await tasks(operator).listAudit({ query: { subjectId: id } })
    expect(deeds.map((deed) => deed.action).sort()).toEqual(['operations.removeJob', 'operations.retryJob'])
  })

  it('is hidden from other companies', async () => {
    await operatorOf()
    expect(await tasks(chief).jobQueue()).toMatchObject({ isOperator: false, kinds: [] })
    expect(await tasks(chief).failedJobs()).toEqual({ items: [], recordCount: 0 })
  })
})
