import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { countsOf } from '#modules/content/topics/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { articles, articlesModule, articleType, shortType } from './articles.fixture.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
let learner: BuiltMember
let other: BuiltMember
let stranger: BuiltMember

beforeEach(async () => {
  const companyId = await buildCompany(platform.db)
  learner = await buildMember(platform.db, { companyId })
  other = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const as = (member: BuiltMember) => platform.client(topics, member)

function article(name = '读书笔记', businessType = articleType) {
  const businessId = uuid()
  articles.set(businessId, { name, companyId: learner.companyId })
  return { businessType, businessId }
}
type Item = ReturnType<typeof article>

const collect = (item: Item, member = learner) => as(member).collect({ body: item })
const score = (item: Item, stars: number, member = learner) => as(member).giveScore({ body: { ...item, score: stars } })
const figures = async ({ businessType, businessId }: Item) =>
  (await countsOf(platform.db, learner.companyId, businessType, [businessId])).get(businessId)

describe('collecting', () => {
  it('stores the object and answers the collect id; the object then shows as collected', async () => {
    const item = article()
    const before = await as(learner).findCollects({ query: item })
    const collectId = await proves('SYSTEM-180', async () => {
      const answer = await collect(item)
      expect(answer).toEqual({ collectId: expect.any(String) })
      expect(await figures(item)).toMatchObject({ collects: 1 })
      return answer.collectId
    })
    await proves('SYSTEM-190', async () => {
      expect(before).toEqual({ collectId: null, items: [], recordCount: 0 })
      expect(await as(learner).findCollects({ query: item })).toMatchObject({ collectId, recordCount: 1 })
      expect((await as(other).findCollects({ query: item })).collectId).toBeNull()
    })
  })

  it('[SYSTEM-191] a second POST adds no second entry, not even at the same time', async () => {
    const item = article()
    const { answers, accepted } = await race(platform, 10, () => collect(item), { begin: () => collect(item, other) })
    expect(accepted).toBe(10)
    expect(new Set(answers.map(({ collectId }) => collectId)).size).toBe(1)
    expect((await as(learner).findCollects()).recordCount).toBe(1)
    expect(await figures(item)).toMatchObject({ collects: 2 })
  })

  it('DELETE shows it as not collected, and twice is once', async () => {
    const item = article()
    const { collectId } = await collect(item)
    const shown = async () => (await as(learner).findCollects({ query: item })).collectId
    expect(await as(other).removeCollect({ params: { id: collectId } })).toEqual({})
    expect(await shown()).toBe(collectId)
    await proves('SYSTEM-192', async () => {
      const answer = await platform.app.inject({
        method: 'DELETE',
        url: `/api/v1/system/collect/${collectId}`,
        headers: { authorization: `Bearer ${learner.token}` },
      })
      expect(answer.statusCode).toBe(200)
      expect(await figures(item)).toMatchObject({ collects: 0 })
    })
    await proves('SYSTEM-181', async () => expect(await shown()).toBeNull())
    await as(learner).removeCollect({ params: { id: collectId } })
    expect(await figures(item)).toMatchObject({ collects: 0 })
  })

  it('[SYSTEM-190] lists the collections newest first, by kind, name and page; what is gone keeps its old name', async () => {
    const items = ['算法导论', '管理的实践', '算法与人生'].map((name) => article(name))
    const note = article('算法短文', shortType)
    for (const item of [...items, note]) {
      platform.now += 1000
      await collect(item)
    }
    const list = await as(learner).findCollects({ query: { pageSize: 2 } })
    expect(list.recordCount).toBe(4)
    expect(list.items.map(({ item }) => item?.name)).toEqual(['算法短文', '算法与人生'])
    expect(list.items[1]?.item).toMatchObject({ link: `/articles/${items[2]?.businessId}`, picture: null })
    const found = await as(learner).findCollects({ query: { keyword: '算法', businessType: articleType } })
    expect(found.items.map(({ item }) => item?.name)).toEqual(['算法与人生', '算法导论'])
    expect((await as(learner).collectKinds()).items).toEqual([
      { businessType: articleType, label: { cn: '文章', en: 'Article' }, count: 3 },
      { businessType: shortType, label: { cn: '短文', en: 'Note' }, count: 1 },
    ])
    articles.delete(note.businessId)
    const [gone] = (await as(learner).findCollects({ query: { businessType: shortType } })).items
    expect(gone).toMatchObject({ collectedName: '算法短文', item: null })
  })

  it('refuses an unknown kind, and what the caller may not see', async () => {
    const unknown = collect({ businessType: 999, businessId: uuid() })
    expect(await refusal(unknown)).toMatchObject({ errorCode: 900001, data: { fields: [{ path: 'businessType' }] } })
    expect(await refusal(collect({ businessType: articleType, businessId: uuid() }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(collect(article(), stranger))).toMatchObject({ errorCode: 900005 })
  })

  it('holds at most 2000, also of ten that come at once', async () => {
    const items = Array.from({ length: 10 }, () => article())
    const begin = () =>
      sql`insert into topics.collected (id, company_id, member_id, business_type, business_id, name, created_at)
        select gen_random_uuid(), ${learner.companyId}, ${learner.id}, ${articleType}, gen_random_uuid(), 'x', n
        from generate_series(1, 1999) n`.execute(platform.root)
    const result = await race(platform, 10, (index) => collect(items[index] as Item), { begin })
    expect(result).toMatchObject({ accepted: 1, refused: { 900037: 9 } })
    expect((await as(learner).findCollects()).recordCount).toBe(2000)
    expect(await refusal(collect(article()))).toMatchObject({ errorCode: 900037, data: { max: 2000 } })
  })
})

describe('scores', () => {
  it('are given once; a second is refused with 40208, also at the same time', async () => {
    const item = article()
    expect(await score(item, 4)).toEqual({
      score: 4,
      avgScore: 4,
      scoreCount: 1,
      distribution: [0, 0, 0, 1, 0],
      mayScore: false,
    })
    expect(await refusal(score(item, 5))).toMatchObject({ status: 422, errorCode: 40208 })
    const third = await buildMember(platform.db, { companyId: learner.companyId })
    const begin = () => score(item, 2, third)
    const result = await race(platform, 10, (index) => score(item, 1 + (index % 5), other), { begin })
    expect(result).toMatchObject({ accepted: 1, refused: { 40208: 9 } })
    expect((await as(learner).findScore({ query: item })).scoreCount).toBe(3)
  })

  it('answer the average and how they are spread', async () => {
    const item = article()
    await score(item, 5)
    await score(item, 4, other)
    const third = await buildMember(platform.db, { companyId: learner.companyId })
    await score(item, 4, third)
    const seen = await as(other).findScore({ query: item })
    expect(seen).toMatchObject({ score: 4, avgScore: 4.3, scoreCount: 3, distribution: [0, 0, 0, 2, 1] })
    expect(await figures(item)).toMatchObject({ scoreCount: 3, averageScore: 4.3 })
  })

  it('are one to five stars, of an item that the caller sees and may score', async () => {
    const item = article()
    expect(await refusal(score(item, 6))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(score(item, 0))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(score(item, 5, stranger))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(stranger).findScore({ query: item }))).toMatchObject({ errorCode: 900005 })
    articles.set(item.businessId, { name: '关闭', companyId: learner.companyId, closed: true })
    expect(await refusal(score(item, 5))).toMatchObject({ errorCode: 900039 })
    expect((await as(learner).findScore({ query: item })).mayScore).toBe(false)
  })
})
