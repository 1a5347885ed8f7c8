/** What a search finds, how it marks it, and what it finds instead. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { search } from '../contract.ts'
import { indexChanges } from './search.fixture.ts'

const platform = testPlatform()
let member: BuiltMember

const find = async (query: string, more: Record<string, unknown> = {}) =>
  platform.client(search, member).search({ query: { query, ...more } })
const titles = async (query: string) => (await find(query)).items.map(({ title }) => title)

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  member = await buildMember(platform.db, { companyId, fullName: '诗琪' })
  const course = async (name: string, body = '<p>正文</p>', summary = '') =>
    buildCourse(platform.db, {
      author: member,
      name,
      summary,
      chapters: [{ title: '第一章', sections: [{ title: '开始', body }] }],
    })
  const video = await course('消防安全基础', '<p>发现火情，先切断电源，再使用灭火器。</p>', '入职必修')
  await sql`insert into courses.caption (id, company_id, course_id, section_id, language, label, cues, cue_count, updated_at)
    select gen_random_uuid(), ${companyId}::uuid, c.id, gen_random_uuid(), 'zh-CN', '中文',
      '[{"from":0,"to":3000,"text":"大家好"},{"from":93000,"to":96000,"text":"灭火器的保险销要先拔掉"},{"from":96000,"to":99000,"text":"然后对准火焰根部"}]', 3, 1
    from courses.course c where c.id = ${video.id}`.execute(platform.root)
  await sql`update courses.caption set section_id = (select s.id from courses.section s where s.course_id = ${video.id} limit 1)`.execute(
    platform.root,
  )
  await course('劳动法规与用工风险')
  await course('云枢3产品介绍')
  await course('Presentation skills for managers')
  await course('如何写好项目周报')
  await course('沟通的艺术', '<p>安全感来自信任。</p>')
  await indexChanges(platform)
})

describe('words', () => {
  it.each([
    ['劳动法', ['劳动法规与用工风险']],
    ['云枢3', ['云枢3产品介绍']],
    ['法', ['劳动法规与用工风险']],
    ['presentations', ['Presentation skills for managers']],
    ['MANAGER skill', ['Presentation skills for managers']],
    ['ＰＲＥＳＥＮＴＡＴＩＯＮ', ['Presentation skills for managers']],
  ])('%s finds what contains it', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it('the title comes before the text', async () => {
    expect(await titles('安全')).toEqual(['消防安全基础', '沟通的艺术'])
  })

  it('a phrase stands as it is, and a word with a minus does not', async () => {
    expect(await titles('“切断电源”')).toEqual(['消防安全基础'])
    expect(await titles('"电源切断"')).toEqual([])
    expect(await titles('安全 -消防')).toEqual(['沟通的艺术'])
    expect(await titles('安全 -"来自信任"')).toEqual(['消防安全基础'])
  })

  it('Chinese marks are shown as they were written, and a phrase finds them in either form', async () => {
    for (const phrase of ['“火情，先切断”', '"火情,先切断"']) expect(await titles(phrase)).toEqual(['消防安全基础'])
    expect(JSON.stringify((await find('切断电源')).items)).toContain('火情，先切断电源')
  })

  it('colleagues are found by name, and open their page', async () => {
    const { items } = await find('诗琪')
    expect(items).toMatchObject([{ kind: 'person', title: '诗琪', link: `/personal-homepage/${member.id}` }])
  })
})

describe('places', () => {
  it('a sentence that is spoken is found at its second, though it runs over two captions', async () => {
    const { items } = await find('对准火焰')
    expect(items[0]?.passages[0]).toMatchObject({ kind: 'second', at: 96, source: '开始' })
    expect(items[0]?.passages[0]?.link).toMatch(/^\/study\/course\/detail\/[0-9a-f-]{36}\?section=[0-9a-f-]{36}&at=96$/)
  })

  it('marks say what was found, in the title and in the text', async () => {
    const [hit] = (await find('灭火器')).items
    const [passage] = hit?.passages ?? []
    expect(passage?.marks.map(([from, to]) => passage.text.slice(from, to))).toContain('灭火器')
    const [named] = (await find('消防安全')).items
    expect(named?.titleMarks).toEqual([[0, 4]])
  })
})

describe('[SYSTEM-219] filters', () => {
  it('show only hits of their kinds, and the counts of all', async () => {
    const all = await find('安全')
    expect(all.counts).toEqual([
      { filter: 'all', count: 2 },
      { filter: 'course', count: 2 },
    ])
    expect((await find('安全', { filter: 'exam' })).items).toEqual([])
    expect((await find('安全', { filter: 'course' })).recordCount).toBe(2)
    expect((await find('安全', { kinds: 'person' })).items).toEqual([])
  })

  it('pages go through all hits once', async () => {
    const first = await find('安全', { pageSize: 1 })
    const second = await find('安全', { pageSize: 1, page: 2 })
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['消防安全基础', '沟通的艺术'])
    expect(second).toMatchObject({ recordCount: 2, searchId: null })
  })
})

describe('what is found instead', () => {
  it.each([
    ['xiaofang', 'pinyin', '消防安全基础', '消防'],
    ['xiaofanganq', 'pinyin', '消防安全基础', '消防安全'],
    ['xfaq', 'pinyin', '消防安全基础', '消防安全'],
    ['消方安全', 'homophone', '消防安全基础', '消防安全'],
  ])('%s by its sound', async (query, by, title, text) => {
    const answer = await find(query)
    expect(answer.shownInstead).toEqual({ by, text })
    expect(answer.items.map((hit) => hit.title)).toEqual([title])
  })

  it('a question by its words', async () => {
    const answer = await find('怎么写一份好的项目周报')
    expect(answer).toMatchObject({ shownInstead: { by: 'words' }, items: [{ title: '如何写好项目周报' }] })
  })

  it('nothing instead where something is found, or where quotation marks ask for the words as they stand', async () => {
    expect((await find('安全')).shownInstead).toBeNull()
    expect(await find('"消方安全"')).toMatchObject({ items: [], shownInstead: null })
  })
})

describe('hostile texts', () => {
  it('are refused where they are long', async () => {
    await expect(find('安'.repeat(10_000))).rejects.toMatchObject({ errorCode: 900001 })
  })

  it.each([
    '%',
    '_',
    '*',
    '***',
    '()',
    ')(',
    "'",
    '"',
    '“',
    "' | 'a",
    '!',
    '-',
    '--',
    '& | !',
    '\\',
    '(a+)+$',
    '😀',
    '\u202E安全',
    '\u0000',
    '<script>',
    ':*',
    '𠮷',
  ])('%j is harmless', async (query) => {
    const { items } = await find(query)
    for (const { title, titleMarks } of items)
      for (const [from, to] of titleMarks) expect(title.slice(from, to)).not.toBe('')
  })
})
