import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import { readSheet as readXlsx } from 'read-excel-file/node'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'
import { CallRefused, refusal, refusals, testPlatform } from '#test/harness.ts'
import type { QuestionImport } from '../../contract/exchange.ts'
import { TOO_MANY_TO_EXPORT } from '../../contract/exchange-codes.ts'
import { contentOf, everyContent, groupContent } from '../../contract/question.fixture.ts'
import { anyContent } from '../../contract/random-question.fixture.ts'
import { questions } from '../../contract.ts'
import { buildDirectory, buildQuestions } from '../questions.fixture.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
let companyId: string
let chief: BuiltMember
let directoryId: string
const calls = () => platform.client(questions, chief)
const at = (found: { id: string }) => ({ params: { id: found.id } })
const bytesOf = (answer: unknown) => (answer as { rawPayload: Buffer }).rawPayload

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  for (const name of ['消防', '急救']) await platform.client(topics, chief).quickAddTopic({ body: { name } })
  await buildWords(platform.db, { companyId, by: chief.id, words: ['违禁词'], now: platform.now })
})
beforeEach(async () => {
  directoryId = await buildDirectory(platform.db, { author: chief })
})

const heading = ['题型', '题干', '选项A', '选项B', '正确答案', '分值', '难度', '知识点', '小题']
const choice = (stem: string, change: Partial<Record<number, string>> = {}) => {
  const cells = ['单选题', stem, '甲', '乙', 'A', '2', '3', '', '']
  return cells.map((cell, index) => change[index] ?? cell)
}

let address = 0

async function start(bytes: Buffer, of = chief, name = 'questions.xlsx'): Promise<QuestionImport> {
  address++
  const boundary = 'boundary-of-the-test'
  const field = `--${boundary}\r\ncontent-disposition: form-data; name="directoryId"\r\n\r\n${directoryId}\r\n`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/api/v1/exam/question-import',
    headers: {
      authorization: `Bearer ${of.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-forwarded-for': `10.3.0.${address}`,
    },
    payload: Buffer.concat([Buffer.from(field + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  if (answer.statusCode !== 200) throw new CallRefused(answer.statusCode, answer.json())
  return answer.json<QuestionImport>()
}

async function upload(bytes: Buffer, name?: string) {
  const started = await start(bytes, chief, name)
  await platform.runJobs()
  return calls().questionImport(at(started))
}
const dryRun = async (rows: readonly (readonly string[])[], first = heading) =>
  upload(await buffer(xlsxBytes([first, ...rows])))

async function commit(found: { id: string }, skipSimilar = false) {
  await calls().commitQuestionImport({ ...at(found), body: { skipSimilar } })
  await platform.runJobs()
  return calls().questionImport(at(found))
}
const inDirectory = () => calls().listQuestions({ query: { directoryId, pageSize: 40 } })
const errorsOf = async (found: { id: string }) => {
  const { items } = await calls().questionImportWrongRows({ ...at(found), query: { pageSize: 40 } })
  return items.flatMap(({ row, cells }) =>
    cells.flatMap(({ column, codes }) => codes.map((code) => [row, column, code])),
  )
}

describe('an import of questions', () => {
  it('is a dry run until it is committed', async () => {
    const checked = await dryRun([choice('第一题'), choice('第二题', { 7: '消防；急救' })])
    expect(checked).toMatchObject({ state: 'checked', rowCount: 2, newCount: 2, failedCount: 0, importedCount: 0 })
    expect(checked.directory).toMatchObject({ id: directoryId })
    expect((await inDirectory()).recordCount).toBe(0)
    expect(await commit(checked)).toMatchObject({ state: 'done', importedCount: 2, newCount: 0 })
    const { items } = await inDirectory()
    expect(items.map((item) => [item.excerpt.split('\n')[0], item.topics.length])).toEqual([
      ['第二题', 2],
      ['第一题', 0],
    ])
    const again = await refusal(calls().commitQuestionImport({ ...at(checked), body: {} }))
    expect(again).toMatchObject({ errorCode: 383_104 })
  })

  it('names every error with its row, column and code', async () => {
    const checked = await dryRun([
      choice('一', { 0: '选择' }),
      choice(' ', {}),
      choice('二', { 4: 'C' }),
      choice('三', { 3: ' ' }),
      choice('四', { 4: '?' }),
      choice('五', { 5: '100.1' }),
      choice('六', { 5: '2.25' }),
      choice('七', { 6: '6' }),
      choice('八', { 7: '没有的' }),
      choice('九', { 3: '甲' }),
      choice('含违禁词的题'),
      choice('十', { 8: '是' }),
      ['组合题', '材料', '', '', '', '', '', '', ''],
      choice('填空（）', { 0: '填空题' }),
      choice('好题'),
    ])
    expect(checked).toMatchObject({ newCount: 1, failedCount: 14 })
    expect(await errorsOf(checked)).toEqual([
      [2, 'kind', 383_112],
      [3, 'stem', 383_110],
      [4, 'answer', 383_131],
      [5, 'option1', 383_118],
      [6, 'answer', 383_113],
      [7, 'score', 383_114],
      [8, 'score', 383_114],
      [9, 'difficulty', 383_115],
      [10, 'topics', 383_116],
      [11, 'option2', 383_130],
      [12, 'stem', 900_010],
      [13, 'part', 383_119],
      [14, 'kind', 383_120],
      [15, 'stem', 383_133],
    ])
  })

  it('has its wrong cells corrected, which are checked at once, and imports what is right then', async () => {
    const checked = await dryRun([choice('一', { 4: 'Z' }), choice('二', { 4: 'Z' }), choice('三', { 5: '101' })])
    const correction = { row: 2, column: 'answer', value: 'B', from: 'Z' }
    const corrected = await calls().correctQuestionImport({ ...at(checked), body: { corrections: [correction] } })
    expect(corrected).toMatchObject({ newCount: 2, failedCount: 1 })
    expect(await errorsOf(checked)).toEqual([[4, 'score', 383_114]])
    const right = { corrections: [{ row: 2, column: 'answer', value: 'A' }] }
    expect(await calls().correctQuestionImport({ ...at(checked), body: right })).toMatchObject({ newCount: 2 })
    const beyond = { corrections: [{ row: 5, column: 'stem', value: '改' }] }
    expect(await refusal(calls().correctQuestionImport({ ...at(checked), body: beyond }))).toMatchObject({
      errorCode: 900_005,
    })
    expect(await commit(checked)).toMatchObject({ importedCount: 2, failedCount: 1 })
    const late = { corrections: [{ row: 4, column: 'score', value: '1' }] }
    expect(await refusal(calls().correctQuestionImport({ ...at(checked), body: late }))).toMatchObject({
      errorCode: 383_104,
    })
    const [first, ...rows] = await readXlsx(bytesOf(await calls().questionImportFailedRows(at(checked))))
    expect(first?.at(-1)).toBe('失败原因')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.at(-1)).toMatch(/^分值：/)
  })

  it('names questions that are there already, and leaves them out where that is wanted', async () => {
    await buildQuestions(platform.db, { author: chief, directoryId, now: platform.now }, [
      { content: { ...contentOf['true-false'], stem: '<p>离开工位时必须锁定计算机屏幕</p>' } },
    ])
    const statement = (stem: string) => choice(stem, { 0: '判断题', 2: '', 3: '', 4: '对' })
    const checked = await dryRun([
      statement('离开工位时必须锁定计算机屏幕'),
      statement('新的一题'),
      statement('新的一题'),
    ])
    expect(checked).toMatchObject({ newCount: 3, similarCount: 2 })
    const { items } = await calls().questionImportSimilar({ ...at(checked), query: {} })
    expect(items).toMatchObject([
      { row: 2, similar: [{ likeness: 100 }], sameAsRow: null },
      { row: 4, similar: [], sameAsRow: 3 },
    ])
    expect(await commit(checked, true)).toMatchObject({ state: 'done', importedCount: 1 })
  })

  it('is a task with a report', async () => {
    const checked = await dryRun([choice('一'), choice('二', { 4: '' })])
    await commit(checked)
    const { items } = await platform.client(operations, chief).listTasks({ query: {} })
    expect(items[0]).toMatchObject({ kind: 'question-import', state: 'done', problemCount: 1 })
  })

  it('[EXAM-043] takes 3,000 rows, and refuses 3,001', async () => {
    const rows = Array.from({ length: 3001 }, (_, index) => choice(`第 ${index} 题 ${index * 7919}`))
    expect(await dryRun(rows.slice(0, 3000))).toMatchObject({ state: 'checked', rowCount: 3000, newCount: 3000 })
    expect(await dryRun(rows)).toMatchObject({ state: 'failed', errorCode: 383_102 })
  })

  it('refuses files that are none, and those without the columns', async () => {
    expect(await refusal(start(Buffer.from('no zip')))).toMatchObject({ errorCode: 900_004 })
    expect(await refusal(start(Buffer.alloc(11 * 1024 * 1024)))).toMatchObject({ errorCode: 900_003 })
    expect(await dryRun([['一']], ['题目'])).toMatchObject({ state: 'failed', errorCode: 383_103 })
    const wrongDocument = zipSync({ 'word/document.xml': strToU8('<!DOCTYPE x><w:document/>') })
    expect(await upload(Buffer.from(wrongDocument))).toMatchObject({ state: 'failed', errorCode: 383_101 })
    const broken = await upload(await buffer(xlsxBytes([])))
    expect(broken).toMatchObject({ state: 'failed', errorCode: 383_101 })
    expect(await refusal(calls().questionImportFailedRows(at(broken)))).toMatchObject({ errorCode: 383_104 })
  })

  it('goes into directories of the caller alone, and shows itself to its owner alone', async () => {
    const checked = await dryRun([choice('一')])
    const colleague = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    const others = platform.client(questions, colleague)
    const none = { status: 422, errorCode: 900_005 }
    const refused = await refusals([
      others.questionImport(at(checked)),
      others.questionImportWrongRows({ ...at(checked), query: {} }),
      others.questionImportSimilar({ ...at(checked), query: {} }),
      others.correctQuestionImport({
        ...at(checked),
        body: { corrections: [{ row: 2, column: 'stem', value: '二' }] },
      }),
      others.commitQuestionImport({ ...at(checked), body: {} }),
      others.questionImportFailedRows(at(checked)),
    ])
    for (const each of refused) expect(each).toMatchObject(none)
    const stranger = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
      now: platform.now,
    })
    expect(await refusal(start(await buffer(xlsxBytes([heading])), stranger))).toMatchObject(none)
  })

  it('ignores the examples of the template in both languages', async () => {
    for (const language of ['cn', 'en'] as const) {
      expect(
        await upload(bytesOf(await calls().questionTemplate({}, { headers: { 'accept-language': language } }))),
      ).toMatchObject({ state: 'checked', rowCount: 0 })
    }
  })

  it('is filled in with kinds that the template offers, in the language of the author', async () => {
    const offered = async (language: string) => {
      const file = bytesOf(await calls().questionTemplate({}, { headers: { 'accept-language': language } }))
      return Buffer.from(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? []).toString()
    }
    expect(await offered('cn')).toMatch(/type="list"[^>]* sqref="A2:A\d+"><formula1>"单选题,多选题,[^<]*组合题"</)
    expect(await offered('en')).toMatch(/<formula1>"Single choice,Multiple choice,[^<]*Group"</)
  })
})

describe('an export of questions', () => {
  const exported = async (query: object = { directoryId }) => bytesOf(await calls().exportQuestions({ query }))
  const contentsOf = async () => {
    const { items } = await inDirectory()
    const details = await Promise.all(items.map((item) => calls().question(at(item))))
    return details
      .map(({ content, scoreTenths, difficulty, source, topics: own }) => ({
        ...{ content, scoreTenths, difficulty, source, topics: own.map(({ name }) => name) },
      }))
      .toReversed()
  }

  it('imported again is the same questions', async () => {
    const [any = []] = fc.sample(fc.array(anyContent, { minLength: 12, maxLength: 12 }), 1)
    const inputs = [...everyContent, ...any].map((content, index) => ({ content, difficulty: (index % 5) + 1 }))
    await buildQuestions(platform.db, { author: chief, directoryId, now: platform.now }, inputs)
    const before = await contentsOf()
    const file = await exported()
    directoryId = await buildDirectory(platform.db, { author: chief })
    const checked = await upload(file)
    expect(await errorsOf(checked)).toEqual([])
    await commit(checked)
    expect(await contentsOf()).toEqual(before)
  })

  it('as a Word document is the same questions, too', async () => {
    const inputs = everyContent.map((content) => ({ content, source: '手册' }))
    await buildQuestions(platform.db, { author: chief, directoryId, now: platform.now }, inputs)
    const before = await contentsOf()
    const file = await exported({ directoryId, format: 'docx' })
    directoryId = await buildDirectory(platform.db, { author: chief })
    const checked = await upload(file)
    expect(checked).toMatchObject({ state: 'checked', newCount: everyContent.length, failedCount: 0 })
    await commit(checked)
    expect(await contentsOf()).toEqual(before)
  })

  it('has no formulas, and reads back what looks like one', async () => {
    const options = ['=1+1', '+SUM(A1)', '-2', '@cmd']
    const content = { ...contentOf['single-choice'], stem: "<p>=cmd|' /C calc'!A0</p>", options, right: 3 }
    await buildQuestions(platform.db, { author: chief, directoryId, now: platform.now }, [{ content }])
    const [, row] = await readXlsx(await exported())
    expect(row?.slice(1, 4)).toEqual(["=cmd|' /C calc'!A0", '=1+1', '+SUM(A1)'])
  })

  it('has the chosen questions, or those that match; those of others are refused', async () => {
    const [one = '', other = ''] = await buildQuestions(
      platform.db,
      { author: chief, directoryId, now: platform.now },
      [{}, { content: groupContent }],
    )
    expect(await readXlsx(await exported({ ids: one }))).toHaveLength(2)
    expect(await readXlsx(await exported({ directoryId, kind: 'group' }))).toHaveLength(5)
    const member = await buildMember(platform.db, { companyId, now: platform.now })
    const refused = platform.client(questions, member).exportQuestions({ query: { ids: other } })
    expect(await refusal(refused)).toMatchObject({ status: 403 })
    const gone = calls().exportQuestions({ query: { ids: chief.id } })
    expect(await refusal(gone)).toMatchObject({ errorCode: 900_005 })
  })

  it('has at most 3,000 questions, for more than that is not imported either', async () => {
    const many = await buildDirectory(platform.db, { author: chief })
    const [first] = await buildQuestions(platform.db, { author: chief, directoryId: many, now: platform.now }, [{}])
    await sql`
      insert into questions.question (id, company_id, directory_id, kind, status, difficulty, score_tenths, version_id,
        version_number, plain_text, author_id, created_at, updated_at)
      select gen_random_uuid(), company_id, directory_id, kind, status, difficulty, score_tenths, version_id,
        version_number, plain_text, author_id, created_at, updated_at
      from questions.question, generate_series(1, 3000) where id = ${first}`.execute(platform.root)
    expect(await refusal(calls().exportQuestions({ query: { directoryId: many } }))).toMatchObject({
      errorCode: TOO_MANY_TO_EXPORT.code,
      data: { max: 3000 },
    })
  })
})
