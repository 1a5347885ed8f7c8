/** Editing paths and their assignment rules. */
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { findStudyKind } from '#modules/content/study/server.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { ChapterInput, EditedPath, RuleInput } from '../contract/authoring.ts'
import { paths } from '../contract.ts'
import { assignEverywhere } from './jobs.ts'
import { modulesWith, testKind } from './study-kinds.fixture.ts'

const lives = testKind(5)
const platform = testPlatform({ modules: modulesWith(lives) })
let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const calls = (member = chief) => platform.client(paths, member)
const section = (businessId: string, change: Partial<ChapterInput['sections'][number]> = {}) => ({
  ...{ businessType: 5, businessId, require: 1 as const, needsReview: false, choice: null },
  ...change,
})
const chapter = (sections: ChapterInput['sections'], change: Partial<ChapterInput> = {}): ChapterInput => ({
  ...{ title: '第一章', summary: '', opensAfterDays: null, opensAt: null, closesAt: null, choices: [], sections },
  ...change,
})
const rule = (change: Partial<RuleInput> = {}): RuleInput => ({
  ...{ positionIds: [], organizationIds: [], hiredFrom: null, delayDays: null },
  ...change,
})

async function created(chapters: ChapterInput[] = [], rules: RuleInput[] = []): Promise<EditedPath> {
  const { id } = await calls().createPath({ body: { name: '新员工成长路径' } })
  const params = { id }
  await calls().changeOutline({ params, body: { revision: 0, chapters } })
  return calls().changeRules({ params, body: { revision: 1, rules } })
}

const outline = (path: EditedPath, chapters: ChapterInput[]) =>
  calls().changeOutline({ params: { id: path.id }, body: { revision: path.revision, chapters } })
const publish = (id: string) => calls().publishPath({ params: { id } })
const live = () => lives.add(companyId)[0] as string

describe('the outline of a path', () => {
  it('is made, read, changed and kept; what stays keeps its id', async () => {
    const [a, b, c] = lives.add(companyId, 3) as [string, string, string]
    const choices = [{ title: '任选一门', neededCount: 1 }]
    const path = await created([
      chapter([section(a, { needsReview: true })]),
      chapter([section(b, { choice: 0 }), section(c, { require: 0 })], { title: '第二章', choices, opensAfterDays: 7 }),
    ])
    expect(path).toMatchObject({
      ...{ status: 'draft', chapterCount: 2, sectionCount: 3, hints: ['nobody-assigned'] },
      chapters: [
        { sections: [{ businessId: a, require: 1, needsReview: true, isAvailable: true }] },
        {
          opensAfterDays: 7,
          choices: [{ title: '任选一门', neededCount: 1 }],
          sections: [
            { choice: 0, require: 0 },
            { choice: null, require: 0 },
          ],
        },
      ],
    })
    const [one, two] = path.chapters as [EditedPath['chapters'][number], EditedPath['chapters'][number]]
    const moved = section(a, { id: one.sections[0]?.id })
    const after = await outline(path, [chapter([section(c, { id: two.sections[1]?.id }), moved], { id: two.id })])
    expect(after.chapters).toHaveLength(1)
    expect(after.chapters[0]).toMatchObject({ id: two.id, choices: [] })
    expect(after.chapters[0]?.sections.map(({ id }) => id)).toEqual([two.sections[1]?.id, one.sections[0]?.id])
  })

  it('refuses what does not fit', async () => {
    const [a, b] = [live(), live()]
    const path = await created([chapter([section(a)])])
    const code = async (...chapters: ChapterInput[]) => {
      const refused = await refusal(outline(path, chapters))
      return [refused.errorCode, refused.data?.reason ?? refused.data?.max ?? null]
    }
    expect(await code(chapter([section(b), section(b)]))).toEqual([380506, 'twice'])
    expect(await code(chapter([section(uuid())]))).toEqual([380506, 'unknown'])
    expect(await code(chapter([section(b, { businessType: 999 })]))).toEqual([380506, 'unknown'])
    expect(await code(chapter([section(path.id, { businessType: 17 })]))).toEqual([380506, 'path-in-path'])
    expect(await code(chapter([section(b, { id: uuid() })]))).toEqual([900005, null])
    expect(await code(chapter([section(b, { id: path.chapters[0]?.sections[0]?.id })]))).toEqual([900005, null])
    expect(await code(chapter([section(b)], { id: uuid() }))).toEqual([900005, null])
    expect(await code(chapter([section(b, { choice: 0 })]))).toEqual([900005, null])
    expect(await code(chapter([section(b)], { choices: [{ title: '任选', neededCount: 1 }] }))).toEqual([380512, null])
    expect(await code(chapter([], { opensAt: 5, closesAt: 5 }))).toEqual([380513, null])
    expect(await code(...Array.from({ length: 101 }, () => chapter([])))).toEqual([380507, 100])
    const many = () => Array.from({ length: 501 }, () => section(uuid()))
    expect(await code(chapter(many()), chapter(many()))).toEqual([380507, 1000])
    const stale = calls().changeOutline({ params: { id: path.id }, body: { revision: 0, chapters: [] } })
    expect(await refusal(stale)).toMatchObject({ errorCode: 380503, data: { revision: path.revision } })
  })

  it('takes nothing that its author may not open, for it would open it to others; what stands in it may stay', async () => {
    const [a, hidden] = [live(), live()]
    const path = await created([chapter([section(a)])])
    const [own] = path.chapters[0]?.sections ?? []
    for (const id of [a, hidden]) lives.change(id, { isHidden: true })
    const refused = await refusal(outline(path, [chapter([section(a, { id: own?.id }), section(hidden)])]))
    expect(refused).toMatchObject({ errorCode: 380506, data: { reason: 'unknown', businessId: hidden } })
    const after = await outline(path, [chapter([section(a, { id: own?.id })])])
    expect(after.chapters[0]?.sections).toMatchObject([{ id: own?.id, businessId: a }])
  })

  it('holds 1,000 sections', async () => {
    const ids = lives.add(companyId, 1000)
    const path = await created([chapter(ids.map((id) => section(id)))])
    expect(path.sectionCount).toBe(1000)
    expect(path.chapters[0]?.sections.at(-1)?.businessId).toBe(ids.at(-1))
  })
})

describe('the shelf', () => {
  it('takes what has something to learn, gives it back, and passes what is deleted to the recycle bin', async () => {
    const path = await created()
    const params = { id: path.id }
    expect((await refusal(publish(path.id))).errorCode).toBe(380505)
    await outline(path, [chapter([section(live())])])
    expect(await publish(path.id)).toMatchObject({
      status: 'on-shelf',
      actions: ['edit', 'take-off-shelf', 'see-learners'],
    })
    const again = await refusal(publish(path.id))
    expect(again).toMatchObject({ errorCode: 380504, data: { action: 'publish', status: 'on-shelf' } })
    expect((await refusal(calls().deletePath({ params }))).errorCode).toBe(380504)
    const emptied = calls().changeOutline({ params, body: { revision: path.revision + 2, chapters: [chapter([])] } })
    expect((await refusal(emptied)).errorCode).toBe(380505)
    expect(await calls().takePathOffShelf({ params })).toMatchObject({ status: 'off-shelf' })
    expect((await refusal(calls().takePathOffShelf({ params }))).errorCode).toBe(380504)
    const assigned = calls().assignPath({ params, body: { memberIds: [chief.id] } })
    expect((await refusal(assigned)).errorCode).toBe(380504)
    await calls().deletePath({ params })
    expect((await refusal(calls().managedPath({ params }))).errorCode).toBe(900005)
    const recycleBin = platform.client(operations, chief)
    const [entry] = (await recycleBin.listRecycled({ query: { kind: 'learning-path' } })).items
    await recycleBin.restoreRecycled({ params: { id: entry?.id as string } })
    expect(await calls().managedPath({ params })).toMatchObject({ status: 'off-shelf', chapterCount: 1 })
  })

  it('takes no empty chapter, at publishing nor afterwards, and the editor names it before (380516)', async () => {
    const full = () => chapter([section(live())])
    const path = await created([full(), chapter([], { title: '附录一' }), chapter([], { title: '附录二' })])
    const params = { id: path.id }
    expect(path.hints).toEqual(['empty-chapter', 'nobody-assigned'])
    expect(await refusal(publish(path.id))).toMatchObject({
      ...{ status: 422, errorCode: 380516, data: { title: '附录一', titles: ['附录一', '附录二'] } },
      message: '422 380516 章节“附录一”还没有内容，请添加内容或删除该章节',
    })
    const english = { headers: { 'accept-language': 'en' } }
    expect((await refusal(calls().publishPath({ params }, english))).message).toContain(
      'The chapter “附录一” is empty.',
    )
    const filled = await outline(path, [full()])
    expect(filled).toMatchObject({ status: 'draft', hints: ['nobody-assigned'] })
    const published = await publish(path.id)
    const [kept] = published.chapters
    const changed = outline(published, [full(), chapter([], { title: '后来的一章' })])
    expect(await refusal(changed)).toMatchObject({ errorCode: 380516, data: { title: '后来的一章' } })
    expect((await calls().managedPath({ params })).chapters).toEqual([kept])
  })

  it('knows nothing of a path of another company, nor of one that there is not', async () => {
    const elsewhere = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db, '远山'),
      roles: ['super-admin'],
    })
    for (const id of [uuid(), (await created([chapter([section(live())])])).id]) {
      const params = { id }
      const stranger = calls(elsewhere)
      for (const ask of [
        () => stranger.publishPath({ params }),
        () => stranger.takePathOffShelf({ params }),
        () => stranger.deletePath({ params }),
        () => stranger.pathLearners({ params }),
        () => stranger.assignPath({ params, body: { memberIds: [elsewhere.id] } }),
      ])
        expect((await refusal(ask())).errorCode).toBe(900005)
    }
  })

  it('is managed in the organization of the grant, by nobody else', async () => {
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const manager = await buildMember(platform.db, { companyId, organizationId, roles: ['admin'] })
    const path = await created()
    const params = { id: path.id }
    for (const call of [
      () => calls(manager).managedPath({ params }),
      () => calls(manager).changePath({ params, body: { ...fields, revision: path.revision } }),
      () => calls(manager).changeOutline({ params, body: { revision: path.revision, chapters: [] } }),
      () => calls(manager).changeRules({ params, body: { revision: path.revision, rules: [] } }),
      () => calls(manager).publishPath({ params }),
      () => calls(manager).takePathOffShelf({ params }),
      () => calls(manager).deletePath({ params }),
      () => calls(manager).simulatePath({ params }),
      () => calls(manager).pathLearners({ params }),
      () => calls(manager).assignPath({ params, body: { memberIds: [manager.id] } }),
    ])
      expect((await refusal(call())).errorCode).toBe(10138)
    expect((await calls(manager).managedPaths()).recordCount).toBe(0)
    const { id } = await calls(manager).createPath({ body: { name: '部门路径' } })
    expect(await calls(manager).managedPath({ params: { id } })).toMatchObject({ organization: { id: organizationId } })
    expect((await calls().managedPaths({ query: { search: '部门' } })).items.map((one) => one.id)).toEqual([id])
  })

  const fields = { name: '店长路径', summary: '', learnSequence: 0 as const, isOpen: true, channelId: null }
  it('changes what it is called and how it is studied, by who has read the newest', async () => {
    const path = await created()
    const params = { id: path.id }
    const body = { ...fields, revision: path.revision }
    expect(await calls().changePath({ params, body })).toMatchObject({
      name: '店长路径',
      learnSequence: 0,
      isOpen: true,
    })
    expect((await refusal(calls().changePath({ params, body }))).errorCode).toBe(380503)
    const unknown = { ...body, revision: path.revision + 1, channelId: path.id }
    expect((await refusal(calls().changePath({ params, body: unknown }))).errorCode).toBe(900005)
    const stale = calls().changeRules({ params, body: { revision: 0, rules: [] } })
    expect((await refusal(stale)).errorCode).toBe(380503)
  })
})

describe('who is on a path', () => {
  const position = async (name: string) =>
    (await platform.client(identity, chief).createPosition({ body: { name } })).id
  const day = (offset: number) =>
    new Date(platform.now + offset * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
  const member = async (change: { positionId?: string; hiredOn?: string; organizationId?: string }) => {
    const { organizationId = companyId, ...fields } = change
    const built = await buildMember(platform.db, { companyId, organizationId })
    await move(built, fields)
    return built
  }
  const move = (built: BuiltMember, body: { positionId?: string; hiredOn?: string }) =>
    platform.client(identity, chief).changeMember({ params: { id: built.id }, body })
  const onPath = async (id: string) =>
    (await calls().pathLearners({ params: { id } })).items.map((row) => row.member.id)
  const everyTenMinutes = async () => {
    await assignEverywhere.run(platform.db, {}, { outside: platform.outside, now: platform.now })
    await platform.runJobs()
  }

  it('is assigned by position, by department and days after hiring, also when that changes later', async () => {
    const [sales, store] = [await position('销售顾问'), await position('店长')]
    const branch = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '华东区' })
    const below = await buildOrganization(platform.db, { companyId, parentId: branch, name: '上海店' })
    const path = await created(
      [chapter([section(live())])],
      [rule({ positionIds: [sales], organizationIds: [branch] }), rule({ positionIds: [store], delayDays: 10 })],
    )
    expect(path.rules).toMatchObject([
      { positions: [{ id: sales, name: '销售顾问' }], organizations: [{ id: branch, name: '华东区' }] },
      { positions: [{ id: store }], delayDays: 10 },
    ])
    const seller = await member({ positionId: sales, organizationId: below })
    const elsewhere = await member({ positionId: sales })
    const fresh = await member({ positionId: store, hiredOn: day(-9) })
    const settled = await member({ positionId: store, hiredOn: day(-10) })
    const undated = await member({ positionId: store })
    await publish(path.id)
    await platform.runJobs()
    expect((await onPath(path.id)).toSorted()).toEqual([seller.id, settled.id].toSorted())

    await move(elsewhere, { positionId: store, hiredOn: day(-400) })
    await everyTenMinutes()
    expect((await onPath(path.id)).toSorted()).toEqual([seller.id, settled.id, elsewhere.id].toSorted())
    await move(undated, { hiredOn: day(-30) })
    const mine = await calls(undated).myPaths()
    expect(mine.items.map(({ id }) => id)).toContain(path.id)
    expect(await onPath(path.id)).not.toContain(fresh.id)
    await move(seller, { positionId: store })
    await everyTenMinutes()
    expect(await onPath(path.id)).toContain(seller.id)
  })

  it('is assigned at once by a rule that is set while it is on the shelf', async () => {
    const trainer = await position('内训师')
    const path = await created([chapter([section(live())])])
    await publish(path.id)
    const fitting = await member({ positionId: trainer })
    await platform.runJobs()
    expect(await onPath(path.id)).toEqual([])
    const { revision } = await calls().managedPath({ params: { id: path.id } })
    const body = { revision, rules: [rule({ positionIds: [trainer] })] }
    await calls().changeRules({ params: { id: path.id }, body })
    await platform.runJobs()
    expect(await onPath(path.id)).toEqual([fitting.id])
  })

  it('is assigned by hand once, with a notification', async () => {
    const path = await created([chapter([section(live())])])
    await publish(path.id)
    const [one, two] = [await member({}), await member({})]
    const assign = (...memberIds: string[]) => calls().assignPath({ params: { id: path.id }, body: { memberIds } })
    expect(await assign(one.id)).toEqual({ addedCount: 1 })
    expect(await assign(one.id, two.id, uuid())).toEqual({ addedCount: 1 })
    const learners = await calls().pathLearners({ params: { id: path.id }, query: { isFinished: false } })
    expect(learners).toMatchObject({
      recordCount: 2,
      averagePercent: 0,
      items: [{ source: 'staff' }, { source: 'staff' }],
    })
    expect((await calls().pathLearners({ params: { id: path.id }, query: { isFinished: true } })).recordCount).toBe(0)
  })

  it('is filled by who manages one organization with the members of that one, by hand and by rule', async () => {
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const below = await buildOrganization(platform.db, { companyId, parentId: organizationId })
    const manager = await buildMember(platform.db, { companyId, organizationId, roles: ['admin'] })
    const [own, other] = [await member({ organizationId: below }), await member({})]
    const { id } = await calls(manager).createPath({ body: { name: '部门路径' } })
    const params = { id }
    const first = await calls(manager).managedPath({ params })
    await calls(manager).changeOutline({
      params,
      body: { revision: first.revision, chapters: [chapter([section(live())])] },
    })
    await calls(manager).publishPath({ params })
    const assign = (...memberIds: string[]) => calls(manager).assignPath({ params, body: { memberIds } })
    expect((await refusal(assign(own.id, other.id))).errorCode).toBe(10138)
    expect(await assign(own.id)).toEqual({ addedCount: 1 })
    const { revision } = await calls(manager).managedPath({ params })
    const rules = (...wished: ReturnType<typeof rule>[]) =>
      calls(manager).changeRules({ params, body: { revision, rules: wished } })
    expect((await refusal(rules(rule({ organizationIds: [below, companyId] })))).errorCode).toBe(10138)
    expect(await rules(rule({}))).toMatchObject({ rules: [{ organizations: [{ id: organizationId }] }] })
    await everyTenMinutes()
    expect((await onPath(id)).sort()).toEqual([manager.id, own.id].sort())
  })

  it('refuses rules with positions and organizations that there are not', async () => {
    const path = await created()
    const params = { id: path.id }
    for (const wrong of [rule({ positionIds: [uuid()] }), rule({ organizationIds: [uuid()] })]) {
      const body = { revision: path.revision, rules: [wrong] }
      expect((await refusal(calls().changeRules({ params, body }))).errorCode).toBe(900005)
    }
    const noDay = { revision: path.revision, rules: [rule({ hiredFrom: '2026-02-30' })] }
    expect((await refusal(calls().changeRules({ params, body: noDay }))).errorCode).toBe(900001)
  })

  it('is rehearsed: what somebody who is hired today would see on day 1, 10 and 30', async () => {
    const sales = await position('渠道经理')
    const path = await created(
      [chapter([section(live())]), chapter([section(live())], { opensAfterDays: 14 }), chapter([section(live())])],
      [rule({ positionIds: [sales], delayDays: 5 })],
    )
    const params = { id: path.id }
    const seen = async (query: object) => {
      const { assignedOnDay, days } = await calls().simulatePath({ params, query })
      return {
        assignedOnDay,
        days: days.map(({ day: at, isAssigned, chapters }) => [at, isAssigned, chapters.map(({ isOpen }) => isOpen)]),
      }
    }
    expect(await seen({ positionId: sales })).toEqual({
      assignedOnDay: 6,
      days: [
        [1, false, [false, false, false]],
        [10, true, [true, false, false]],
        [30, true, [true, true, true]],
      ],
    })
    expect((await seen({ positionId: sales, pace: 'nothing', days: [30] })).days).toEqual([
      [30, true, [true, false, false]],
    ])
    expect((await seen({})).assignedOnDay).toBeNull()
    expect((await refusal(seen({ positionId: uuid() }))).errorCode).toBe(900005)
  })
})

describe('as a kind of study', () => {
  it('is found, registered for and followed by those who put study together', async () => {
    const kind = findStudyKind(17)
    if (!kind) throw new Error('learning paths are no kind of study')
    const path = await created([chapter([section(live())])])
    await calls().changePath({
      params: { id: path.id },
      body: {
        revision: path.revision,
        name: '可推送的路径',
        summary: '',
        learnSequence: 1,
        isOpen: false,
        channelId: null,
      },
    })
    const learner = await buildMember(platform.db, { companyId })
    const states = () => kind.states(platform.db, companyId, [learner.id], [path.id])
    await kind.register?.(platform.db, companyId, [learner.id], [path.id], platform.now)
    expect(await states()).toEqual([])
    await publish(path.id)
    const caller = {
      ...chief,
      memberId: chief.id,
      sessionId: '',
      roles: [],
      permissions: new Map([['course.manage', [companyId]]]),
    }
    expect((await kind.search(platform.db, caller, '推送', 5)).map(({ id }) => id)).toEqual([path.id])
    await kind.register?.(platform.db, companyId, [learner.id], [path.id], platform.now)
    await kind.register?.(platform.db, companyId, [learner.id], [path.id], platform.now)
    expect(await states()).toMatchObject([{ isRegistered: true, isStarted: false, isFinished: false, finishStatus: 0 }])
    expect(await kind.items(platform.db, companyId, [path.id, uuid()])).toMatchObject([
      { name: '可推送的路径', isAvailable: true },
    ])
    const own = { ...caller, memberId: learner.id }
    expect(await kind.visible(platform.db, own, [path.id])).toEqual(new Set([path.id]))
    expect(await kind.visible(platform.db, caller, [path.id])).toEqual(new Set())
  })
})
