import { buffer } from 'node:stream/consumers'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { words } from '#modules/platform/words/contract.ts'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'
import { CallRefused, refusal, testPlatform } from '#test/harness.ts'
import type { ImportReport, WordOptions } from '../contract.ts'
import { defaultOptions } from './lexicon-cache.ts'

const platform = testPlatform()
let chief: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember

beforeEach(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
})

const as = (member: BuiltMember) => platform.client(words, member)
const add = (list: string[], { category = '', level = 'refuse' as 'refuse' | 'review' } = {}) =>
  as(chief).addWords({ body: { words: list, category, level } })
const check = (text: string, member = learner) => as(member).checkText({ body: { text } })
const only = async (keyword: string) => {
  const found = (await as(chief).listWords({ query: { keyword } })).items[0]
  if (!found) throw new Error(`no word ${keyword}`)
  return found
}

async function upload(
  name: string,
  bytes: Buffer | string,
  fields: Record<string, string> = {},
): Promise<ImportReport> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/api/v1/system/sensitive/import',
    headers: { authorization: `Bearer ${chief.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  if (answer.statusCode !== 200) throw new CallRefused(answer.statusCode, answer.json())
  return answer.json()
}

describe('the check of a text', () => {
  it('[SYSTEM-125] answers the words of a text, and an empty list if there are none', async () => {
    expect(await check('今天去赌博')).toEqual([])
    await add(['赌博', '代考'])
    expect(await check('今天去赌 博，顺便代考，再賭博')).toEqual(['赌博', '代考'])
    expect(await check('认真学习')).toEqual([])
    expect(await check('')).toEqual([])
  })

  it('uses each company’s own list', async () => {
    await add(['赌博'])
    expect(await check('赌博', stranger)).toEqual([])
  })

  it('[SYSTEM-122] answers the positions of the words in the texts of a form', async () => {
    await add(['赌博'])
    const texts = [
      { path: 'title', text: '😀賭*博' },
      { path: 'body', text: '没有' },
    ]
    expect(await as(learner).checkTexts({ body: { texts } })).toEqual({
      words: ['赌博'],
      fields: [{ path: 'title', hits: [{ start: 2, end: 5, word: '赌博' }] }],
    })
  })

  it('does not refuse words for review', async () => {
    await add(['加班'], { level: 'review' })
    expect(await check('又加班')).toEqual([])
    const texts = [{ path: 'title', text: '又加班' }]
    expect(await as(learner).checkTexts({ body: { texts } })).toEqual({ words: [], fields: [] })
    const tried = await as(chief).tryText({ body: { text: '又加班' } })
    expect(tried.hits).toEqual([{ start: 1, end: 3, word: '加班', category: '', level: 'review' }])
  })
})

describe('the list', () => {
  it('adds a word once, whatever its spelling', async () => {
    expect(await add(['赌博', '賭 博', '代考'])).toEqual({ addedCount: 2, sameCount: 1 })
    expect(await add(['代考', '刷单'], { category: '作弊' })).toEqual({ addedCount: 1, sameCount: 1 })
    expect(await only('刷单')).toMatchObject({ word: '刷单', category: '作弊', level: 'refuse', enabled: true })
    expect((await as(chief).listWords({ query: { category: '作弊' } })).recordCount).toBe(1)
    expect((await as(chief).wordCategories()).items).toEqual([
      { category: '', wordCount: 2 },
      { category: '作弊', wordCount: 1 },
    ])
  })

  it('refuses a word of punctuation alone', async () => {
    expect(await refusal(add(['赌博', '***']))).toMatchObject({ status: 422, errorCode: 900022, data: { word: '***' } })
    expect((await as(chief).listWords()).recordCount).toBe(0)
  })

  it('also finds a word by its plain form', async () => {
    await add(['ＱＱ群'])
    expect((await only('qq')).word).toBe('ＱＱ群')
    // The keyword has no wildcards.
    for (const keyword of ['%', '_'])
      expect(await as(chief).listWords({ query: { keyword } })).toEqual({ items: [], recordCount: 0 })
  })

  it('changes take effect at once: switched off, changed, deleted', async () => {
    await add(['赌博', '代考'])
    const word = await only('赌博')
    expect(await check('赌博代考')).toEqual(['赌博', '代考'])
    await as(chief).switchWords({ body: { ids: [word.id], enabled: false } })
    expect(await check('赌博代考')).toEqual(['代考'])
    const input = { word: '博彩', category: '赌', level: 'refuse', enabled: true } as const
    const changed = await as(chief).changeWord({ params: { id: word.id }, body: input })
    expect(changed).toMatchObject({ ...input, id: word.id, updatedAt: platform.now })
    expect(await check('赌博博彩代考')).toEqual(['博彩', '代考'])
    const theirs = await as(stranger).switchWords({ body: { ids: [word.id], enabled: false } })
    expect(theirs).toEqual({ changedCount: 0 })
    expect((await only('博彩')).enabled).toBe(true)
    const deleted = await as(chief).deleteWords({ body: { ids: [word.id, (await only('代考')).id] } })
    expect(deleted).toEqual({ deletedCount: 2 })
    expect(await check('赌博博彩代考')).toEqual([])
  })

  it('a change refuses the spelling of another word, and a word that is not there', async () => {
    await add(['赌博', '代考'])
    const body = { word: '賭博', category: '', level: 'refuse', enabled: true } as const
    const taken = as(chief).changeWord({ params: { id: (await only('代考')).id }, body })
    expect(await refusal(taken)).toMatchObject({ errorCode: 900021, data: { word: '賭博' } })
    const foreign = as(stranger).changeWord({
      params: { id: (await only('代考')).id },
      body: { ...body, word: '别的' },
    })
    expect(await refusal(foreign)).toMatchObject({ errorCode: 900005 })
    const signs = as(chief).changeWord({ params: { id: (await only('代考')).id }, body: { ...body, word: '。。' } })
    expect(await refusal(signs)).toMatchObject({ errorCode: 900022 })
  })

  it('words of a rolled-back transaction are not searched for', async () => {
    await add(['赌博'])
    expect(await check('赌博刷单')).toEqual(['赌博'])
    // The refusal of the second word also rolls the first one back; no process may cache its lexicon.
    await refusal(add(['刷单', '…']))
    expect(await check('赌博刷单')).toEqual(['赌博'])
  })
})

describe('phrases and options', () => {
  it('a phrase permits its word until it is deleted', async () => {
    await add(['赌博'])
    const added = await as(chief).addPhrases({ body: { phrases: ['反赌博', '反赌博', '防赌博'] } })
    expect(added).toEqual({ addedCount: 2, sameCount: 1 })
    expect(await check('反赌博宣传')).toEqual([])
    const phrases = await as(chief).listPhrases({ query: { keyword: '反赌' } })
    expect(phrases.items).toMatchObject([{ phrase: '反赌博' }])
    const params = { id: phrases.items[0]?.id ?? '' }
    expect(await refusal(as(stranger).deletePhrase({ params }))).toMatchObject({ errorCode: 900005 })
    await as(chief).deletePhrase({ params })
    expect(await check('反赌博宣传')).toEqual(['赌博'])
    expect(await refusal(as(chief).addPhrases({ body: { phrases: ['……'] } }))).toMatchObject({ errorCode: 900022 })
  })

  it('options take effect at once', async () => {
    await add(['办假证'])
    expect(await as(chief).wordOptions()).toEqual(defaultOptions)
    expect(await check('找我bjz')).toEqual([])
    const options: WordOptions = { ...defaultOptions, pinyinInitialsFrom: 3, separators: 'spaces' }
    expect(await as(chief).changeWordOptions({ body: options })).toEqual(options)
    expect(await as(chief).wordOptions()).toEqual(options)
    expect(await check('找我bjz，办*假证')).toEqual(['办假证'])
    expect(await check('办*假证')).toEqual([])
  })
})

describe('import and export', () => {
  it('imports a text file and reports the problem of each wrong row; a dry run writes nothing', async () => {
    await add(['赌博'], { category: '旧' })
    const file = `赌博,黄赌毒\r\n代考\t作弊\t人工复核\n\n***\n代 考\n${'长'.repeat(51)}\n刷单,,随便\n加微信\n`
    const report = {
      rowCount: 7,
      addedCount: 2,
      changedCount: 1,
      sameCount: 0,
      problems: [
        { row: 4, value: '***', problem: 'unfindable' },
        { row: 5, value: '代 考', problem: 'repeated' },
        { row: 6, value: '长'.repeat(51), problem: 'too-long' },
        { row: 7, value: '刷单', problem: 'level-unknown' },
      ],
      problemCount: 4,
    }
    expect(await upload('words.txt', file, { dryRun: 'true' })).toEqual({ ...report, dryRun: true })
    expect(await only('赌博')).toMatchObject({ category: '旧' })
    expect(await check('代考加微信')).toEqual([])
    expect(await upload('words.txt', file)).toEqual({ ...report, dryRun: false })
    expect(await only('赌博')).toMatchObject({ category: '黄赌毒' })
    expect(await only('代考')).toMatchObject({ category: '作弊', level: 'review' })
    expect(await check('代考加微信')).toEqual(['加微信'])
  })

  it('empty cells keep the category and level of the list', async () => {
    await add(['加班'], { category: '情绪', level: 'review' })
    expect(await upload('words.txt', '加班\n新词')).toMatchObject({ addedCount: 1, changedCount: 0, sameCount: 1 })
    expect(await only('加班')).toMatchObject({ category: '情绪', level: 'review' })
    expect(await only('新词')).toMatchObject({ category: '', level: 'refuse' })
  })

  it('imports a text file in GB18030', async () => {
    // 赌博 代考
    await upload('words.txt', Buffer.from([0xb6, 0xc4, 0xb2, 0xa9, 0x0a, 0xb4, 0xfa, 0xbf, 0xbc]))
    expect(await check('赌博和代考')).toEqual(['赌博', '代考'])
  })

  it('imports a spreadsheet, and an export again without a change', async () => {
    const rows = [
      ['敏感词', '分类', '处理方式'],
      ['赌博', '黄赌毒', '拦截'],
      ['加班', '', '人工复核'],
    ]
    const first = await upload('words.xlsx', await buffer(xlsxBytes(rows)))
    expect(first).toMatchObject({ rowCount: 2, addedCount: 2, problemCount: 0 })
    const exported = (await as(chief).exportWords()) as { rawPayload: Buffer; headers: Record<string, string> }
    expect(exported.headers['content-disposition']).toContain('filename="words.xlsx"')
    const again = await upload('again.xlsx', exported.rawPayload)
    expect(again).toMatchObject({ rowCount: 2, addedCount: 0, changedCount: 0, sameCount: 2, problemCount: 0 })
  })

  it('refuses a file that is no list of words', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(70 * 1024 * 1024) })
    expect(await refusal(upload('a.exe', 'x'))).toMatchObject({ errorCode: 900004 })
    expect(await refusal(upload('a.xlsx', '赌博'))).toMatchObject({ errorCode: 900004 })
    expect(await refusal(upload('a.xlsx', zipSync({ 'xl/workbook.xml': new Uint8Array(10) }) as Buffer))).toMatchObject(
      {
        errorCode: 900004,
      },
    )
    expect(await refusal(upload('a.txt', 'a\0b'))).toMatchObject({ errorCode: 900004 })
    expect(await refusal(upload('a.xlsx', bomb as Buffer))).toMatchObject({ errorCode: 900003 })
    expect(await refusal(upload('a.txt', '词\n'.repeat(20_001)))).toMatchObject({ errorCode: 900023 })
  })
})

describe('limits', () => {
  it('a company has at most 50,000 words and 5,000 phrases', async () => {
    const { companyId, id } = chief
    await sql`insert into words.word (id, company_id, word, key, updated_by, updated_at)
      select gen_random_uuid(), ${companyId}, 'w' || n, 'w' || n, ${id}, 0 from generate_series(2, 50000) n`.execute(
      platform.root,
    )
    expect(await add(['代考'])).toMatchObject({ addedCount: 1 })
    expect(await refusal(add(['赌博']))).toMatchObject({ errorCode: 900023, data: { max: 50_000 } })
    await sql`insert into words.phrase (id, company_id, phrase, key, updated_by, updated_at)
      select gen_random_uuid(), ${companyId}, 'p' || n, 'p' || n, ${id}, 0 from generate_series(1, 5000) n`.execute(
      platform.root,
    )
    const phrases = as(chief).addPhrases({ body: { phrases: ['反赌博'] } })
    expect(await refusal(phrases)).toMatchObject({ errorCode: 900023, data: { max: 5000 } })
  })
})

describe('several processes', () => {
  it('a process sees the change of another with its next text', async () => {
    // SQL statements play the other process that changes the tables.
    await add(['赌博'])
    expect(await check('赌博代考')).toEqual(['赌博'])
    const companyId = chief.companyId
    await sql`update words.word set word = '代考', key = '代考' where company_id = ${companyId}`.execute(platform.root)
    await sql`update words.lexicon set revision = gen_random_uuid() where company_id = ${companyId}`.execute(
      platform.root,
    )
    expect(await check('赌博代考')).toEqual(['代考'])
  })
})
