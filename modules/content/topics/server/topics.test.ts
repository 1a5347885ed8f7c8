import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { setTopics, topicsOf } from '#modules/content/topics/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { serverModules } from '#server/modules.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { articlesModule, articleType } from './articles.fixture.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
let chief: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember

beforeEach(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
})

const as = (member: BuiltMember) => platform.client(topics, member)
const quickAdd = (name: string, member = learner) => as(member).quickAddTopic({ body: { name } })
const addType = (name: string, { status = 1, shown = true }: { status?: 0 | 1; shown?: boolean } = {}) =>
  as(chief).addTopicType({ body: { name, status, shown } })
const addTopic = (name: string, typeId: string | null = null) => as(chief).addTopic({ body: { name, typeId } })
const names = (page: { items: readonly { name: string }[] }) => page.items.map(({ name }) => name)
const idOf = (page: { items: readonly { id: string; name: string }[] }, name: string) =>
  page.items.find((one) => one.name === name)?.id ?? ''

/** An item of the fixture's that bears these topics. */
async function bear(topicIds: string[], topicsMax?: number): Promise<string> {
  const businessId = uuid()
  await setTopics(platform.db, {
    companyId: chief.companyId,
    businessType: articleType,
    businessId,
    topicIds,
    ...(topicsMax && { topicsMax }),
  })
  return businessId
}
const topicsOfItem = async (id: string) =>
  (await topicsOf(platform.db, chief.companyId, articleType, [id])).get(id)?.map(({ name }) => name)

describe('adding by name', () => {
  it('answers the id of the new topic, which has a name and a type', async () => {
    const added = await quickAdd(' 数据安全 ')
    await proves('SYSTEM-177', () =>
      expect(added).toMatchObject({ id: expect.any(String), name: '数据安全', typeId: null, added: true }),
    )
    const type = await addType('业务')
    const topic = await addTopic('销售', type.id)
    await proves('SYSTEM-170', async () => {
      const { items } = await as(learner).selectTopics()
      const untyped = { id: added.id, name: '数据安全', typeId: null }
      expect(items).toHaveLength(2)
      expect(items).toEqual(expect.arrayContaining([untyped, { id: topic.id, name: '销售', typeId: type.id }]))
    })
  })

  it('[SYSTEM-166] takes ten characters and refuses eleven', async () => {
    const added = (letter: string) => (count: number) => quickAdd(letter.repeat(count))
    await bounds(10, added('一'), { refused: 900001, path: 'name' })
    await bounds(10, added('😀'), { refused: 900001, path: 'name' })
    expect(await refusal(quickAdd('   '))).toMatchObject({ errorCode: 900001 })
  })

  it('[SYSTEM-168] answers the topic of that name instead of a second one, however it is typed', async () => {
    const first = await quickAdd('AI 应用')
    for (const typed of ['AI 应用', 'ai 应用', 'ＡＩ　应用', ' ai  应用 '])
      expect(await quickAdd(typed, chief)).toEqual({ ...first, added: false })
    expect((await as(learner).selectTopics()).recordCount).toBe(1)
    expect((await quickAdd('AI 应用', stranger)).id).not.toBe(first.id)
  })

  it('[SYSTEM-168] two who add the same name at once get the same topic', async () => {
    const begin = () => quickAdd('另一个')
    const { answers, accepted } = await race(platform, 10, () => quickAdd('同一个'), { begin })
    expect(accepted).toBe(10)
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.filter((one) => one.added)).toHaveLength(1)
  })

  it('[SYSTEM-124] refuses sensitive words', async () => {
    await buildWords(platform.db, { companyId: chief.companyId, by: chief.id, words: ['赌博'], now: 1 })
    expect(await refusal(quickAdd('赌 博'))).toMatchObject({ errorCode: 900010, data: { words: '赌博' } })
    expect(await refusal(addTopic('赌博'))).toMatchObject({ errorCode: 900010 })
  })
})

describe('topics of an item', () => {
  it('[SYSTEM-163] five by default, a sixth is refused with the number', async () => {
    const ids = await Promise.all([...'甲乙丙丁戊己'].map(async (name) => (await quickAdd(name)).id))
    const id = await bear(ids.slice(0, 5).reverse())
    expect(await topicsOfItem(id)).toEqual(['戊', '丁', '丙', '乙', '甲'])
    await expect(bear(ids)).rejects.toMatchObject({ error: { code: 900033 }, data: { N: 5 } })
  })

  it('a place that allows 12 or 15 says so', async () => {
    const letters = [...'一二三四五六七八九十百千万亿兆京']
    const ids = await Promise.all(letters.map(async (name) => (await quickAdd(name)).id))
    await proves(['SYSTEM-164', 'SYSTEM-165'], async () => {
      for (const max of [12, 15]) {
        expect(await topicsOfItem(await bear(ids.slice(0, max), max))).toHaveLength(max)
        const refused = { error: { code: 900033 }, data: { N: max } }
        await expect(bear(ids.slice(0, max + 1), max)).rejects.toMatchObject(refused)
      }
    })
  })

  it('a topic of another company is not there', async () => {
    const foreign = await quickAdd('别家', stranger)
    await expect(bear([foreign.id])).rejects.toMatchObject({ error: { code: 900005 } })
  })
})

describe('choosers', () => {
  it('by page, the most used first, ten per page', async () => {
    for (let number = 1; number <= 12; number++) await quickAdd(`话题${number}`)
    const all = await as(learner).selectTopicPages({ query: { pageSize: 100 } })
    const [hot, warm] = [idOf(all, '话题7'), idOf(all, '话题3')]
    await bear([hot, warm])
    await bear([hot])
    const first = await as(learner).selectTopicPages()
    await proves('SYSTEM-169', () => {
      expect([first.recordCount, first.items.length]).toEqual([12, 10])
      expect(names(first).slice(0, 2)).toEqual(['话题7', '话题3'])
    })
    await proves('SYSTEM-175', async () => {
      const second = await as(learner).selectTopicPages({ query: { page: 2 } })
      expect(second.items).toHaveLength(2)
      expect(new Set([...names(first), ...names(second)])).toEqual(new Set(names(all)))
    })
  })

  it('[SYSTEM-174] by a part of the name, the exact name first', async () => {
    await bear([(await quickAdd('管理学')).id])
    await quickAdd('管理')
    await quickAdd('100%')
    expect(names(await as(learner).selectTopics({ query: { name: '管理' } }))).toEqual(['管理', '管理学'])
    expect(names(await as(learner).selectTopics({ query: { name: '%' } }))).toEqual(['100%'])
  })

  it('types: the enabled ones, and those shown to learners', async () => {
    await addType('业务')
    await addType('内部', { shown: false })
    await addType('停用', { status: 0 })
    await proves(['SYSTEM-171', 'SYSTEM-172'], async () =>
      expect(names(await as(learner).findTopicType({ query: { status: 1 } }))).toEqual(['业务', '内部']),
    )
    expect(names(await as(learner).findTopicType())).toEqual(['业务', '内部', '停用'])
    await proves('SYSTEM-178', async () => expect(names(await as(learner).frontTopicTypes())).toEqual(['业务']))
  })

  it('topics by type and name; learners are offered those of types shown to them', async () => {
    const [open, inner, off] = [
      await addType('业务'),
      await addType('内部', { shown: false }),
      await addType('停用', { status: 0 }),
    ]
    await addTopic('销售', open.id)
    await addTopic('销售机密', inner.id)
    await addTopic('旧事', off.id)
    await addTopic('闲谈')
    const find = (query: object) => as(learner).findTopic({ query })
    await proves('SYSTEM-173', async () => {
      expect(names(await find({ typeId: open.id }))).toEqual(['销售'])
      expect(names(await find({ typeId: inner.id, name: '机密' }))).toEqual(['销售机密'])
      expect(names(await find({ typeId: off.id }))).toEqual([])
    })
    await proves('SYSTEM-176', async () => {
      expect(names(await as(learner).selectFrontTopics()).sort()).toEqual(['销售', '闲谈'])
      expect(names(await as(learner).selectFrontTopics({ query: { name: '销售' } }))).toEqual(['销售'])
    })
  })
})

describe('the administrator', () => {
  it('renames a topic and moves it; items bear the new name', async () => {
    const type = await addType('业务')
    const topic = await quickAdd('旧名')
    const item = await bear([topic.id])
    const change = { params: { id: topic.id }, body: { name: '新名', typeId: type.id } }
    expect(await as(chief).changeTopic(change)).toMatchObject({ name: '新名', typeName: '业务', useCount: 1 })
    expect(await topicsOfItem(item)).toEqual(['新名'])
    await quickAdd('另一个')
    const taken = as(chief).changeTopic({ ...change, body: { name: '另一个', typeId: null } })
    expect(await refusal(taken)).toMatchObject({ errorCode: 900031, data: { name: '另一个' } })
    expect(await refusal(as(stranger).changeTopic(change))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(addTopic('新名'))).toMatchObject({ errorCode: 900031 })
    expect(await refusal(addTopic('第三', uuid()))).toMatchObject({ errorCode: 900005 })
  })

  it('merges topics: items bear the one that stays, once', async () => {
    const [keep, first, second] = [await quickAdd('人工智能'), await quickAdd('AI'), await quickAdd('智能')]
    const both = await bear([keep.id, first.id])
    const other = await bear([second.id, first.id])
    const merged = await as(chief).mergeTopics({ params: { id: keep.id }, body: { topicIds: [first.id, second.id] } })
    expect(merged).toMatchObject({ name: '人工智能', useCount: 2 })
    expect(await topicsOfItem(both)).toEqual(['人工智能'])
    expect(await topicsOfItem(other)).toEqual(['人工智能'])
    expect(names(await as(chief).listTopics())).toEqual(['人工智能'])
    const again = as(chief).mergeTopics({ params: { id: keep.id }, body: { topicIds: [first.id] } })
    expect(await refusal(again)).toMatchObject({ errorCode: 900005 })
  })

  it('count each of several items that bear them at one moment', async () => {
    const ids = [(await quickAdd('安全')).id, (await quickAdd('质量')).id]
    const item = { companyId: chief.companyId, businessType: articleType }
    const bearAtOnce = (topicIds: string[]) =>
      platform.root
        .transaction()
        .execute((transaction) =>
          setTopics(transaction as unknown as Connection, { ...item, businessId: uuid(), topicIds }),
        )
    await Promise.all(Array.from({ length: 5 }, (_, at) => bearAtOnce(at % 2 === 0 ? ids : ids.toReversed())))
    const { items } = await as(chief).listTopics({ query: {} })
    expect(items.map(({ useCount }) => useCount)).toEqual([5, 5])
  })

  it('sees the use, sorts, filters, and deletes; items bear the deleted no longer', async () => {
    const type = await addType('业务')
    const [used, free] = [await addTopic('常用', type.id), await quickAdd('闲置')]
    const item = await bear([used.id])
    const list = (query: object) => as(chief).listTopics({ query })
    expect((await list({})).items).toMatchObject([
      { name: '常用', typeName: '业务', useCount: 1, createdBy: chief.id },
      { name: '闲置', typeName: null, useCount: 0, createdBy: learner.id },
    ])
    expect(names(await list({ typeId: 'none' }))).toEqual(['闲置'])
    expect(names(await list({ typeId: type.id }))).toEqual(['常用'])
    expect(names(await list({ keyword: '闲' }))).toEqual(['闲置'])
    expect(names(await list({ order: 'name' }))).toHaveLength(2)
    expect(names(await list({ order: 'newest' }))).toHaveLength(2)
    const deleted = await as(chief).deleteTopics({ body: { topicIds: [used.id, free.id, uuid()] } })
    expect(deleted).toEqual({ deletedCount: 2 })
    expect(await topicsOfItem(item)).toEqual([])
  })

  it('keeps types: adds, changes, orders, and deletes those without topics', async () => {
    const [first, second] = [await addType('业务'), await addType('文化')]
    expect(await refusal(addType('业务'))).toMatchObject({ errorCode: 900032 })
    const body = { name: '文化建设', status: 0, shown: false } as const
    expect(await as(chief).changeTopicType({ params: { id: second.id }, body })).toEqual({
      ...body,
      id: second.id,
      topicCount: 0,
    })
    const taken = as(chief).changeTopicType({ params: { id: second.id }, body: { ...body, name: '业务' } })
    expect(await refusal(taken)).toMatchObject({ errorCode: 900032 })
    expect(await refusal(as(chief).changeTopicType({ params: { id: uuid() }, body }))).toMatchObject({
      errorCode: 900005,
    })
    await as(chief).orderTopicTypes({ body: { ids: [second.id, first.id] } })
    expect(names(await as(chief).listTopicTypes())).toEqual(['文化建设', '业务'])
    expect(await refusal(as(chief).orderTopicTypes({ body: { ids: [uuid()] } }))).toMatchObject({ errorCode: 900005 })
    const topic = await addTopic('销售', first.id)
    const params = { id: first.id }
    expect(await refusal(as(chief).deleteTopicType({ params }))).toMatchObject({ errorCode: 900038 })
    await as(chief).deleteTopics({ body: { topicIds: [topic.id] } })
    await as(chief).deleteTopicType({ params })
    expect(await refusal(as(chief).deleteTopicType({ params }))).toMatchObject({ errorCode: 900005 })
  })
})
