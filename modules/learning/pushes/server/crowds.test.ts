/** Many at once: pushes of one sender, members of one push, and urges from everywhere. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildOrganization } from '#modules/platform/identity/server/build.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { type CallRefused, refusal } from '#test/harness.ts'
import { deliverJob, gatherJob } from './delivery.ts'
import { addBook, bookType } from './fixture.ts'
import { pushStory } from './story.ts'

const story = pushStory({ poolSize: 8, environment: { TRUST_PROXY: 'true' } })
const { platform, as, cast, content, newDraft, newMember, runOnce, told } = story

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
    const count = 120
    const reader = await newMember({ companyId: cast.companyId })
    const names = Array.from({ length: count }, (_, index) => `任务 ${index}`)
    const drafts = await Promise.all(names.map((name) => newDraft({ name, memberIds: [reader.id] })))
    await Promise.all(drafts.map(({ params }) => as(cast.chief).publishPush({ params })))
    await platform.runJobs()
    const seen: string[] = []
    for (let page = 1; page <= count / 40; page += 1) {
      const answer = await as(reader).ownPushes({ query: { page, pageSize: 40, state: 'open' } })
      expect(answer).toMatchObject({ openCount: count, recordCount: count })
      seen.push(...answer.items.map((task) => task.name))
    }
    expect(seen.toSorted()).toEqual(names.toSorted())
    const listed = await as(cast.chief).listPushes({ query: { state: 'running', pageSize: 40 } })
    expect(listed.recordCount).toBe(count)
    expect(listed.items.every((row) => row.finishPushCount === 1 && row.memberCount === 1)).toBe(true)
    const { rows } = await sql<{ told: number; tasks: number; queues: number }>`select
      (select count(*)::int from messages.notification n join messages.message m on m.id = n.message_id
        where m.type = 'push.new' and n.member_id = ${reader.id}) as told,
      (select count(*)::int from operations.task where kind = 'push-delivery' and state = 'done') as tasks,
      (select count(*)::int from graphile_worker._private_job_queues where queue_name like 'pushes.deliver%') as queues`.execute(
      platform.root,
    )
    // Deliveries share a few lanes: a push leaves no queue of its own behind.
    expect(rows[0]).toMatchObject({ told: count, tasks: count })
    expect(rows[0]?.queues).toBeLessThanOrEqual(8)
  }, 120_000)
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
      await runOnce(deliverJob, { pushId: draft.id, taskId })
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
    await runOnce(deliverJob, { pushId: draft.id, taskId })
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
  const codesOf = (answers: readonly PromiseSettledResult<unknown>[]) =>
    answers.flatMap((one) => (one.status === 'rejected' ? [(one.reason as CallRefused).errorCode] : []))

  it('reaches a member once, however many urge to the same thing at the same moment', async () => {
    const reader = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
    const title = addBook(uuid(), cast.companyId, '同时催')
    const storm = Array.from({ length: 40 }, (_, index) =>
      urge(index % 2 ? cast.chief : cast.manager, reader.id, title, 1),
    )
    const refused = codesOf(await Promise.allSettled(storm))
    expect(refused).toHaveLength(39)
    expect(new Set(refused)).toEqual(new Set([380604]))
    expect(await told(reader)).toHaveLength(1)
  })

  it('keeps to the limit of a day when the last of it are asked for at once', async () => {
    const sender = await newMember({ companyId: cast.companyId, roles: ['super-admin'] })
    await sql`insert into pushes.urge (id, company_id, sender_id, member_id, business_type, business_id, name, urged_at)
      select gen_random_uuid(), ${cast.companyId}, ${sender.id}, ${cast.wang.id}, ${bookType}, gen_random_uuid(), '图书',
        ${platform.now} from generate_series(1, 1990)`.execute(platform.root)
    const titles = Array.from({ length: 25 }, () => addBook(uuid(), cast.companyId, '一天之内'))
    const answers = await Promise.allSettled(titles.map((title) => urge(sender, cast.lin.id, title, 2)))
    const refused = codesOf(answers)
    expect(answers.length - refused.length).toBe(10)
    expect(new Set(refused)).toEqual(new Set([380605]))
  })

  it('is slowed down at sixty calls a minute from one place; another place goes on', async () => {
    const title = addBook(uuid(), cast.companyId, '太快了')
    const calls = Array.from({ length: 70 }, () => refusal(urge(cast.lin, cast.wang.id, title, 3)))
    const codes = (await Promise.all(calls)).map((one) => one.errorCode)
    expect(codes.filter((code) => code === 20161)).toHaveLength(60)
    expect(codes.filter((code) => code === 900008)).toHaveLength(10)
    expect(await refusal(urge(cast.lin, cast.wang.id, title, 4))).toMatchObject({ errorCode: 20161 })
  })
})

describe('two who publish the same draft', () => {
  it('publish it once', async () => {
    const draft = await newDraft({ contents: [content()] })
    const both = [cast.chief, cast.chief].map((member) => as(member).publishPush({ params: draft.params }))
    const refused = (await Promise.allSettled(both)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject([{ errorCode: 380603 }])
    await platform.runJobs()
    const mine = (await told(cast.lin)).filter((one) => one.link?.endsWith(draft.id))
    expect(mine).toHaveLength(1)
  })
})
