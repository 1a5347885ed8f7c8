import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { meeting } from '#test/race.ts'
import { pushesTables } from './db.ts'
import { itemFinished } from './member-states.ts'
import { buildPush } from './pushes.fixture.ts'
import { addBook, books, bookType, read } from './study-kinds.fixture.ts'
import { dayMs, pushFixture } from './teams.fixture.ts'

const { platform, as, cast, newMember, newPush } = pushFixture({ poolSize: 4 })
let learner: BuiltMember

beforeEach(async () => {
  learner = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
})

const todos = (member = learner) => platform.client(messages, member)
const open = async (member = learner) => (await todos(member).findMyUnfinished()).items
const count = async (member = learner) => (await todos(member).findUnfinishedRemindCount()).count
const build = (input: Partial<Parameters<typeof buildPush>[1]> = {}) =>
  buildPush(platform.db, {
    author: { ...cast.chief, organizationId: cast.companyId },
    contents: [{ businessType: bookType, businessId: cast.book, name: '沟通的艺术' }],
    members: [{ id: learner.id }],
    now: platform.now,
    ...input,
  })
const finish = (businessId: string) =>
  inTransaction(platform.db, (db) =>
    itemFinished(pushesTables(db), {
      ...{ companyId: cast.companyId, memberId: learner.id, businessType: bookType, businessId },
      finishedAt: platform.now,
    }),
  )

describe('learning tasks among the to-dos', () => {
  it('are the open ones of the page of learning tasks, with the due date, overdue first', async () => {
    const { now } = platform
    const late = await build({ name: '安全月', cutOffAt: now - dayMs, publishedAt: now - 9 * dayMs })
    const soon = await build({
      name: '新品培训',
      cutOffAt: now + 3 * dayMs,
      members: [{ id: learner.id, taskStatus: 2 }],
    })
    const someday = await build({ name: '阅读月' })
    await build({ name: '还没送到', members: [{ id: learner.id, pushStatus: 1 }] })
    await build({ name: '没有送到', members: [{ id: learner.id, pushStatus: 3 }] })
    await build({ name: '做完了', members: [{ id: learner.id, taskStatus: 3 }] })
    await build({ name: '同事的', members: [{ id: cast.lin.id }] })
    expect(await open()).toMatchObject([
      {
        kind: 'study.task',
        businessId: late,
        title: '安全月',
        stage: 'over',
        action: 'start-study',
        dueAt: now - dayMs,
      },
      {
        ...{ businessId: soon, title: '新品培训', stage: 'in-progress', action: 'continue-study' },
        link: `/center/student-study-pack-detail/${soon}`,
      },
      { businessId: someday, title: '阅读月', dueAt: null },
    ])
    expect(await todos().findUnfinishedRemindCount()).toEqual({
      ...{ count: 3, overdueCount: 1 },
      kinds: [{ kind: 'study.task', label: { cn: '学习任务', en: 'Learning task' }, count: 3 }],
    })
    const { openCount } = await as(learner).ownPushes()
    expect(openCount).toBe(3)
    expect((await todos().findMyFinished()).items).toMatchObject([{ kind: 'study.task', title: '做完了', doneAt: now }])
    expect(await open(cast.stranger)).toEqual([])
  })

  it('leave the list when they are done, and when they are revoked', async () => {
    const book = addBook(uuid(), cast.companyId, '高效会议')
    const contents = [{ businessType: bookType, businessId: book, isRequired: 1 }]
    const draft = await newPush({ contents, memberIds: [learner.id], finishTime: platform.now + dayMs })
    const second = await newPush({ memberIds: [learner.id] })
    expect(await count()).toBe(2)
    read(learner.id, book, 100, platform.now)
    await finish(book)
    expect((await open()).map((todo) => todo.businessId)).toEqual([second.id])
    expect((await todos().findMyFinished()).items).toMatchObject([{ businessId: draft.id, doneAt: platform.now }])
    await as(cast.chief).revokePush({ params: second.params, body: { reason: '改期' } })
    expect(await count()).toBe(0)
    expect((await todos().findMyFinished()).recordCount).toBe(1)
  })

  it('move with a new cut-off', async () => {
    const { params } = await newPush({ memberIds: [learner.id], finishTime: platform.now + dayMs })
    await as(cast.chief).extendPush({ params, body: { finishTime: platform.now + 5 * dayMs } })
    expect(await open()).toMatchObject([{ dueAt: platform.now + 5 * dayMs }])
  })

  it('are done once where two ways finish them at the same moment', async () => {
    const book = addBook(uuid(), cast.companyId, '一分钟经理')
    const id = await build({ contents: [{ businessType: bookType, businessId: book, name: '一分钟经理' }] })
    read(learner.id, book, 100, platform.now)
    const row = sql`select from pushes.push_member where push_id = ${id} for update`
    await meeting(platform, 2, row, () => Promise.all([finish(book), as(learner).ownPush({ params: { id } })]))
    expect(await count()).toBe(0)
    expect((await todos().findMyFinished()).items).toMatchObject([{ businessId: id }])
  })

  it('stay where their contents are gone, as on the page of learning tasks', async () => {
    const book = addBook(uuid(), cast.companyId, '绝版书')
    await build({ contents: [{ businessType: bookType, businessId: book, name: '绝版书' }] })
    const known = books.get(book)
    if (known) known.isAvailable = false
    expect([await count(), (await as(learner).ownPushes()).openCount]).toEqual([1, 1])
  })
})
