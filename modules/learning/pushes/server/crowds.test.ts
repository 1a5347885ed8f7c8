/** Many at once: pushes of one sender, members of one push, and urges from everywhere. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { takeSteps } from '#modules/platform/operations/server/long-work.fixture.ts'
import { refusal } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { deliveryWork, gatherJob } from './delivery.ts'
import { addBook, bookType } from './study-kinds.fixture.ts'
import { pushFixture } from './teams.fixture.ts'

const fixture = pushFixture({ poolSize: 8, environment: { TRUST_PROXY: 'true' } })
const { platform, as, cast, content, newDraft, newMember, runOnce, messagesOf } = fixture

/** The task that shows the delivery of a push. */
async function taskOf(name: string) {
  const query = { kind: 'push-delivery', pageSize: 100 }
  const { items } = await platform.client(operations, cast.chief).listTasks({ query })
  return items.find((task) => task.title === name)
}

async function buildCrowd(organizationId: string, count: number): Promise<void> {
  await sql`insert into identity.member (id, company_id, organization_id, name, full_name, created_at, updated_at)
    select gen_random_uuid(), ${cast.companyId}, ${organizationId}, 'crowd' || n || ${organizationId}, '学员', 0, 0
    from generate_series(1, ${count}::int) n`.execute(platform.root)
}

describe('hundreds of pushes of one sender', () => {
  it('[COURSE-075] published at once each reach their members once, and stand in one order', async () => {
    const count = 60
    const reader = await newMember({ companyId: cast.companyId })
    const names = Array.from({ length: count }, (_, index) => `任务 ${index}`)
    const drafts = await Promise.all(names.map((name) => newDraft({ name, memberIds: [reader.id] })))
    await Promise.all(drafts.map(({ params }) => as(cast.chief).publishPush({ params })))
    await platform.runJobs()
    const seen: string[] = []
    for (let page = 1; page <= count / 20; page += 1) {
      const answer = await as(reader).ownPushes({ query: { page, pageSize: 20, state: 'open' } })
      expect(answer).toMatchObject({ openCount: count, recordCount: count })
      seen.push(...answer.items.map((task) => task.name))
    }
    expect(seen.toSorted()).toEqual(names.toSorted())
    const listed = await as(cast.chief).listPushes({ query: { state: 'running', pageSize: 40 } })
    expect(listed.recordCount).toBe(count)
    expect(listed.items.every((row) => row.finishPushCount === 1 && row.memberCount === 1)).toBe(true)
    const { rows } = await sql<{ messages: number; tasks: number; queues: number }>`select
      (select count(*)::int from messages.notification n join messages.message m on m.id = n.message_id
        where m.type = 'push.new' and n.member_id = ${reader.id}) as messages,
      (select count(*)::int from operations.task where kind = 'push-delivery' and state = 'done') as tasks,
      (select count(*)::int from graphile_worker._private_job_queues where queue_name like 'pushes.deliver%') as queues`.execute(
      platform.root,
    )
    // Deliveries take turns without queues: a push leaves none behind.
    expect(rows[0]).toMatchObject({ messages: count, tasks: count })
    expect(rows[0]?.queues).toBe(0)
  })
})

describe('a push to many', () => {
  it('[COURSE-075] shows finishPushCount growing to N, batch by batch, with its task', async () => {
    const crowd = await buildOrganization(platform.db, {
      ...{ companyId: cast.companyId, parentId: cast.companyId, name: '大部门' },
    })
    await buildCrowd(crowd, 450)
    const draft = await newDraft({ name: '给四百五十人', memberIds: [], organizationIds: [crowd] })
    await as(cast.chief).publishPush({ params: draft.params })
    await runOnce(gatherJob, { pushId: draft.id })
    const task = () => taskOf('给四百五十人')
    const taskId = (await task())?.id ?? ''
    const counts: number[] = []
    const progress: unknown[] = []
    for (let batch = 0; batch < 4; batch += 1) {
      const detail = await as(cast.chief).pushDetail({ params: draft.params })
      counts.push(detail.finishPushCount)
      progress.push((await task())?.permille)
      expect(detail).toMatchObject({ memberCount: 450, state: 'sending', status: 2 })
      await takeSteps(platform, deliveryWork.job, taskId, 1)
    }
    expect(counts).toEqual([0, 200, 400, 450])
    expect(progress.slice(1)).toEqual([444, 889, 1000])
    expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({
      finishPushCount: 450,
      state: 'running',
    })
    // What was asked for twice does nothing more.
    await platform.runJobs()
    expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({ finishPushCount: 450 })
    expect(await task()).toMatchObject({ id: taskId, state: 'done' })
  })

  it('stops where it is when it is called off between two batches: nobody else gets it', async () => {
    const crowd = await buildOrganization(platform.db, {
      ...{ companyId: cast.companyId, parentId: cast.companyId, name: '另一个大部门' },
    })
    await buildCrowd(crowd, 401)
    const draft = await newDraft({ name: '中途撤销', memberIds: [], organizationIds: [crowd] })
    await as(cast.chief).publishPush({ params: draft.params })
    await runOnce(gatherJob, { pushId: draft.id })
    const taskId = (await taskOf('中途撤销'))?.id ?? ''
    await takeSteps(platform, deliveryWork.job, taskId, 1)
    await as(cast.chief).revokePush({ params: draft.params, body: { reason: '发错了' } })
    await platform.runJobs()
    expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({
      ...{ state: 'revoked', finishPushCount: 200, memberCount: 401 },
    })
    const waiting = await as(cast.chief).pushMembers({ params: draft.params, query: { pushStatus: 1 } })
    expect(waiting.recordCount).toBe(201)
    expect(await taskOf('中途撤销')).toMatchObject({ id: taskId, state: 'done' })
  })
})

describe('a storm of urges', () => {
  const words = { content: '请学习《{item}》' }
  const from = (address: number) => ({ headers: { 'x-forwarded-for': `10.0.0.${address}` } })
  const urge = (sender: BuiltMember, memberId: string, businessId: string, address: number) =>
    as(sender).urgeItems(
      { body: { ...words, records: [{ businessType: bookType, businessId, memberId }] } },
      from(address),
    )

  it('reaches a member once, however many urge to the same thing at the same moment', async () => {
    const reader = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
    const title = addBook(uuid(), cast.companyId, '同时催')
    const begin = () => urge(cast.chief, reader.id, addBook(uuid(), cast.companyId, '先前催过的'), 1)
    const storm = (index: number) => urge(index % 2 ? cast.chief : cast.manager, reader.id, title, 1)
    expect(await race(platform, 40, storm, { begin })).toMatchObject({ accepted: 1, refused: { 380604: 39 } })
    expect(await messagesOf(reader)).toHaveLength(2)
  })

  it('keeps to the limit of a day when the last of it are asked for at once', async () => {
    const sender = await newMember({ companyId: cast.companyId, roles: ['super-admin'] })
    const begin = () =>
      sql`insert into pushes.urge (id, company_id, sender_id, member_id, business_type, business_id, name, urged_at)
        select gen_random_uuid(), ${cast.companyId}, ${sender.id}, ${cast.wang.id}, ${bookType}, gen_random_uuid(), '图书',
          ${platform.now} from generate_series(1, 1990)`.execute(platform.root)
    const another = () => urge(sender, cast.lin.id, addBook(uuid(), cast.companyId, '一天之内'), 2)
    expect(await race(platform, 25, another, { begin })).toMatchObject({ accepted: 10, refused: { 380605: 15 } })
  })

  it('is slowed down at sixty calls a minute from one place; another place goes on', async () => {
    const title = addBook(uuid(), cast.companyId, '太快了')
    // The count of that minute is there before they come.
    const begin = () => refusal(urge(cast.lin, cast.wang.id, title, 3))
    const flood = await race(platform, 70, () => urge(cast.lin, cast.wang.id, title, 3), { begin })
    expect(flood).toMatchObject({ accepted: 0, refused: { 20161: 59, 900008: 11 } })
    expect(await refusal(urge(cast.lin, cast.wang.id, title, 4))).toMatchObject({ errorCode: 20161 })
  })
})

describe('two who publish the same draft', () => {
  it('publish it once', async () => {
    let draft = { id: '', params: { id: '' } }
    const begin = async () => {
      draft = await newDraft({ contents: [content()] })
    }
    const published = await race(platform, 10, () => as(cast.chief).publishPush({ params: draft.params }), { begin })
    expect(published).toMatchObject({ accepted: 1, refused: { 380603: 9 } })
    await platform.runJobs()
    const mine = (await messagesOf(cast.lin)).filter((one) => one.link?.endsWith(draft.id))
    expect(mine).toHaveLength(1)
  })
})

describe('ten who edit the same draft', () => {
  it('save it once; the others get its present state', async () => {
    let draft = { id: '', params: { id: '' } }
    const begin = async () => {
      draft = await newDraft({ memberIds: [cast.lin.id] }, cast.manager)
    }
    const save = (index: number) =>
      as(index % 2 ? cast.chief : cast.manager).changePush({
        params: draft.params,
        body: { name: `第${index}个人的`, revision: 0 },
      })
    const saved = await race(platform, 10, save, { begin })
    expect(saved).toMatchObject({ accepted: 1, refused: { 380607: 9 } })
    const kept = await as(cast.manager).pushDetail({ params: draft.params })
    expect(saved.answers).toMatchObject([{ name: kept.name, revision: 1 }])
  })
})
