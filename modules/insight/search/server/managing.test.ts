/** What administrators do: synonyms, words of the company, quality, the rebuild. And what members leave behind. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { search } from '../contract.ts'
import { indexChanges } from './search.fixture.ts'

const platform = testPlatform()
let chief: BuiltMember
let member: BuiltMember
let colleague: BuiltMember
let stranger: BuiltMember

const as = (who: BuiltMember) => platform.client(search, who)
const titles = async (query: string) => (await as(member).search({ query: { query } })).items.map(({ title }) => title)
const nobody = '00000000-0000-7000-8000-000000000000'

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  member = await buildMember(platform.db, { companyId })
  colleague = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
  await buildCourse(platform.db, { author: chief, name: '幻灯片制作技巧' })
  await buildCourse(platform.db, { author: chief, name: '澄岚云枢平台介绍' })
  await indexChanges(platform)
})

describe('synonyms', () => {
  it('find what is called otherwise, from the next search on', async () => {
    expect(await titles('PPT制作')).toEqual([])
    const { id } = await as(chief).saveSynonyms({ body: { words: ['PPT', '幻灯片'] } })
    expect(await titles('ppt制作')).toEqual(['幻灯片制作技巧'])
    await as(chief).saveSynonyms({ body: { id, words: ['课件', '幻灯片', '讲稿'] } })
    expect(await titles('PPT制作')).toEqual([])
    expect(await titles('讲稿')).toEqual(['幻灯片制作技巧'])
    expect((await as(chief).synonyms({ query: { search: '讲' } })).items).toMatchObject([
      { id, words: ['课件', '幻灯片', '讲稿'] },
    ])
    expect((await as(stranger).synonyms()).items).toEqual([])
    await as(chief).deleteSynonyms({ params: { id } })
    expect(await titles('讲稿')).toEqual([])
  })

  it('a word is in one group, and has something to find', async () => {
    const { id } = await as(chief).saveSynonyms({ body: { words: ['周报', '周总结'] } })
    const save = (body: { id?: string; words: string[] }) => refusal(as(chief).saveSynonyms({ body }))
    expect(await save({ words: ['周报', '月报'] })).toMatchObject({ errorCode: 900061, data: { word: '周报' } })
    expect(await save({ words: ['月报', '月报 '] })).toMatchObject({ errorCode: 900061 })
    expect(await save({ words: ['月报', '！！'] })).toMatchObject({ errorCode: 900063 })
    expect(await save({ id: nobody, words: ['甲', '乙'] })).toMatchObject({ errorCode: 900005 })
    const foreign = { id, words: ['甲', '乙'] }
    expect(await refusal(as(stranger).saveSynonyms({ body: foreign }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(stranger).deleteSynonyms({ params: { id } }))).toMatchObject({ errorCode: 900005 })
  })

  it('come from a list, with what was left out', async () => {
    const text = '考勤,打卡\n考勤，打卡\n周报、日报\n单个\n报销；费用'
    const answer = await as(chief).importSynonyms({ body: { text } })
    expect(answer).toMatchObject({ addedCount: 2, sameCount: 0, problemCount: 3 })
    expect(answer.problems.map(({ row, problem }) => [row, problem])).toEqual([
      [2, 'taken'],
      [3, 'taken'],
      [4, 'too-few'],
    ])
    expect(await as(chief).importSynonyms({ body: { text: '打卡,考勤' } })).toMatchObject({
      addedCount: 0,
      sameCount: 1,
    })
  })

  it('are at most 2000 groups', async () => {
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `甲${from + n},乙${from + n}`).join('\n')
    expect(await refusal(as(stranger).importSynonyms({ body: { text: lines(0, 2001) } }))).toMatchObject({
      errorCode: 900060,
    })
    await as(stranger).importSynonyms({ body: { text: lines(0, 2000) } })
    expect(await refusal(as(stranger).saveSynonyms({ body: { words: ['丙', '丁'] } }))).toMatchObject({
      errorCode: 900060,
      data: { max: 2000 },
    })
  })
})

describe('words of the company', () => {
  it('are kept whole in a question', async () => {
    const { id } = await as(chief).saveDictionaryWord({ body: { word: '澄岚云枢' } })
    expect(await titles('澄岚云枢怎么登录不了平台')).toEqual(['澄岚云枢平台介绍'])
    expect((await as(chief).dictionary({ query: { search: '云枢' } })).items).toMatchObject([{ id, word: '澄岚云枢' }])
    await as(chief).saveDictionaryWord({ body: { id, word: '澄岚云枢平台' } })
    expect((await as(chief).dictionary()).items).toMatchObject([{ word: '澄岚云枢平台' }])
    await as(chief).deleteDictionaryWord({ params: { id } })
    expect(await as(chief).dictionary()).toEqual({ items: [], recordCount: 0 })
  })

  it('are each there once', async () => {
    await as(chief).saveDictionaryWord({ body: { word: '云枢' } })
    const save = (body: { id?: string; word: string }) => refusal(as(chief).saveDictionaryWord({ body }))
    expect(await save({ word: '云枢' })).toMatchObject({ errorCode: 900061 })
    expect(await save({ word: '…' })).toMatchObject({ errorCode: 900063 })
    expect(await save({ id: nobody, word: '甲' })).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(chief).deleteDictionaryWord({ params: { id: nobody } }))).toMatchObject({
      errorCode: 900005,
    })
  })

  it('come from a list, at most 20,000', async () => {
    const answer = await as(chief).importDictionary({ body: { text: `云枢\n澄岚\n。。\n${'长'.repeat(31)}` } })
    expect(answer).toMatchObject({ addedCount: 1, sameCount: 1, problemCount: 2 })
    const text = Array.from({ length: 20_000 }, (_, n) => `词${n}`).join('\n')
    expect(await refusal(as(chief).importDictionary({ body: { text } }))).toMatchObject({
      errorCode: 900060,
      data: { max: 20_000 },
    })
    await as(stranger).importDictionary({ body: { text } })
    expect(await refusal(as(stranger).saveDictionaryWord({ body: { word: '甲' } }))).toMatchObject({
      errorCode: 900060,
    })
  })
})

describe('searches of members', () => {
  it('are offered again to them alone, until they take them away', async () => {
    platform.now += 1000
    await as(member).search({ query: { query: '幻灯片' } })
    platform.now += 1000
    await as(member).search({ query: { query: '介绍' } })
    expect((await as(member).suggest()).recent.slice(0, 2)).toEqual(['介绍', '幻灯片'])
    expect((await as(member).suggest({ query: { query: '幻' } })).recent).toEqual(['幻灯片'])
    expect((await as(colleague).suggest()).recent).toEqual([])
    await as(member).forgetSearches({ query: { query: '介绍' } })
    expect((await as(member).suggest()).recent).not.toContain('介绍')
    await as(member).forgetSearches()
    expect((await as(member).suggest()).recent).toEqual([])
  })

  it('that several have found something by are hot, unless they are hidden', async () => {
    await as(member).search({ query: { query: '平台' } })
    await as(colleague).search({ query: { query: '平台' } })
    await as(colleague).search({ query: { query: '无此内容' } })
    await sql`select graphile_worker.add_job('search.count-hot-words', '{}'::json)`.execute(platform.root)
    await platform.runJobs()
    expect((await as(member).suggest()).hot).toEqual(['平台'])
    await as(chief).hideHotWord({ body: { text: '平台', isHidden: true } })
    expect((await as(member).suggest()).hot).toEqual([])
    await as(chief).hideHotWord({ body: { text: '平台', isHidden: false } })
    expect((await as(stranger).suggest()).hot).toEqual([])
  })

  it('and opened hits make the quality', async () => {
    const { searchId, items } = await as(colleague).search({ query: { query: '制作技巧' } })
    const [hit] = items
    const body = { searchId: searchId ?? '', kind: hit?.kind ?? '', id: hit?.id ?? '', place: 1 }
    expect(await refusal(as(member).click({ body }))).toMatchObject({ errorCode: 900005 })
    await as(colleague).click({ body })
    await as(colleague).click({ body })
    await as(colleague).search({ query: { query: '完全没有的东西' } })
    const quality = await as(chief).searchQuality()
    expect(quality.empty.map(({ text }) => text)).toContain('完全没有的东西')
    expect(quality.notOpened.map(({ text }) => text)).not.toContain('制作技巧')
    expect(quality.openedPlace).toBe(1)
    expect(quality.days[0]).toMatchObject({ clicked: 1 })
    expect(quality.index.documents.find(({ kind }) => kind === 'course')).toMatchObject({ count: 2 })
    expect((await as(stranger).searchQuality()).empty).toEqual([])
  })

  it('lose their member after a month and go after half a year', async () => {
    const rows = async () =>
      (await sql<{ member_id: string | null }>`select member_id from search.searched`.execute(platform.root)).rows
    const clean = async (days: number) => {
      await sql`update search.searched set at = ${platform.now - days * 86_400_000}`.execute(platform.root)
      await sql`select graphile_worker.add_job('search.remove-old-searches', '{}'::json)`.execute(platform.root)
      await platform.runJobs()
    }
    await clean(31)
    expect((await rows()).filter((row) => row.member_id !== null)).toEqual([])
    await clean(181)
    expect(await rows()).toEqual([])
  })
})

describe('the rebuild', () => {
  it('finds again what was lost, removes what should not be there, one at a time', async () => {
    await sql`update search.document set title = '别的', words = '', head_words = '', indexed_at = 1 where title = '幻灯片制作技巧'`.execute(
      platform.root,
    )
    await sql`insert into search.document (company_id, kind, item_id, filter, title, summary, content, link, head_words, words, pinyin, initials, title_key, indexed_at)
      values (${chief.companyId}, 'course', gen_random_uuid(), 'course', '幽灵', '', '', '', '', '', '', '', '', 1)`.execute(
      platform.root,
    )
    platform.now += 1000
    const { taskId } = await as(chief).rebuildIndex({ body: {} })
    expect(await refusal(as(chief).rebuildIndex({ body: {} }))).toMatchObject({ errorCode: 900062, data: { taskId } })
    expect((await as(chief).searchQuality()).index.rebuildTaskId).toBe(taskId)
    await platform.runJobs()
    expect(await titles('幻灯片制作')).toEqual(['幻灯片制作技巧'])
    const { rows } = await sql`select from search.document where title in ('幽灵', '别的')`.execute(platform.root)
    expect(rows).toEqual([])
    expect((await as(chief).searchQuality()).index.rebuildTaskId).toBeNull()
  })
})

it('an item that cannot be indexed holds up no other', async () => {
  const bad = await buildCourse(platform.db, { author: chief, name: '坏课程' })
  await sql`insert into courses.caption (id, company_id, course_id, section_id, language, label, cues, cue_count, updated_at)
    values (gen_random_uuid(), ${chief.companyId}, ${bad.id}, ${bad.sections[0]?.id}, 'zh', '中文', '[{"from":0,"to":1,"text":5}]', 1, 1)`.execute(
    platform.root,
  )
  await buildCourse(platform.db, { author: chief, name: '好课程' })
  await indexChanges(platform)
  expect(await titles('好课程')).toEqual(['好课程'])
  const { rows } = await sql<{
    attempts: number
  }>`select distinct attempts from server.changed_item where item_id = ${bad.id}`.execute(platform.root)
  expect(rows).toEqual([{ attempts: 1 }])
})
