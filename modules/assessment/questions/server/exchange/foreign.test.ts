/** Files of other programs over HTTP: the same import and the same export as spreadsheets. */
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { CallRefused, refusal, testPlatform } from '#test/harness.ts'
import type { QuestionImport } from '../../contract/exchange.ts'
import { EXPORT_TOO_LARGE } from '../../contract/exchange-codes.ts'
import { contentOf, everyContent } from '../../contract/question.fixture.ts'
import { anyContent } from '../../contract/random-question.fixture.ts'
import { questions } from '../../contract.ts'
import { buildDirectory, buildQuestions } from '../questions.fixture.ts'
import { exchangeJobs } from './jobs.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
let chief: BuiltMember
let directoryId: string
const calls = () => platform.client(questions, chief)
const at = (found: { id: string }) => ({ params: { id: found.id } })
const bytesOf = (answer: unknown) => (answer as { rawPayload: Buffer }).rawPayload

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  await platform.client(topics, chief).quickAddTopic({ body: { name: '消防' } })
})
beforeEach(async () => {
  directoryId = await buildDirectory(platform.db, { author: chief })
})

const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

let address = 0

async function start(bytes: Buffer | string, name: string): Promise<QuestionImport> {
  address++
  const boundary = 'boundary-of-the-test'
  const field = `--${boundary}\r\ncontent-disposition: form-data; name="directoryId"\r\n\r\n${directoryId}\r\n`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/api/v1/exam/question-import',
    headers: {
      authorization: `Bearer ${chief.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-forwarded-for': `10.4.0.${address}`,
    },
    payload: Buffer.concat([
      Buffer.from(field + head),
      Buffer.from(bytes as string),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  if (answer.statusCode !== 200) throw new CallRefused(answer.statusCode, answer.json())
  return answer.json<QuestionImport>()
}

async function upload(bytes: Buffer | string, name: string) {
  const started = await start(bytes, name)
  await platform.runJobs()
  return calls().questionImport(at(started))
}
async function commit(found: { id: string }) {
  await calls().commitQuestionImport({ ...at(found), body: {} })
  await platform.runJobs()
  return calls().questionImport(at(found))
}
const errorsOf = async (found: { id: string }) => {
  const { items } = await calls().questionImportWrongRows({ ...at(found), query: { pageSize: 40 } })
  return items.flatMap(({ row, cells }) =>
    cells.flatMap(({ column, codes }) => codes.map((code) => [row, column, code])),
  )
}
const contentsOf = async () => {
  const { items } = await calls().listQuestions({ query: { directoryId, pageSize: 100 } })
  const details = await Promise.all(items.map((item) => calls().question(at(item))))
  return details
    .map(({ content, scoreTenths, difficulty, source }) => ({ content, scoreTenths, difficulty, source }))
    .toReversed()
}
const exported = async (format: 'docx' | 'gift' | 'moodle' | 'qti22' | 'qti30') =>
  bytesOf(await calls().exportQuestions({ query: { directoryId, format } }))

const formats = [
  ['docx', 'a.docx'],
  ['gift', 'a.gift'],
  ['moodle', 'a.xml'],
  ['qti22', 'a.zip'],
  ['qti30', 'a.zip'],
] as const

describe.each(formats)('questions as %s', (format, name) => {
  it('imported again are the same questions', async () => {
    const [any = []] = fc.sample(fc.array(anyContent, { minLength: 8, maxLength: 8 }), 1)
    const inputs = [...everyContent, ...any].map((content, index) => ({
      ...{ content, difficulty: (index % 5) + 1, source: '=教材, "第一"' },
    }))
    await buildQuestions(platform.db, { author: chief, directoryId, now: platform.now }, inputs)
    const before = await contentsOf()
    const file = await exported(format)
    directoryId = await buildDirectory(platform.db, { author: chief })
    const checked = await upload(file, name)
    expect(await errorsOf(checked)).toEqual([])
    expect(checked).toMatchObject({ state: 'checked', newCount: inputs.length, lossCount: 0 })
    await commit(checked)
    expect(await contentsOf()).toEqual(before)
  })
})

describe('pictures', () => {
  const stored = async (bytes: Buffer, of = chief, audience: 'company' | 'owner' = 'company') =>
    storeFile(platform.db, platform.outside, {
      ...{ companyId: of.companyId, ownerId: of.id, kind: 'rich-image', audience, name: '甲, "乙".png' },
      ...{ content: bytes, now: platform.now },
    })
  const showing = (id: string) => ({
    content: { ...contentOf['single-choice'], stem: `<p>看图<img src="/api/v1/human/file/${id}" alt="图" /></p>` },
  })

  it.each(formats.filter(([format]) => format !== 'gift'))(
    'travel in %s, and are files of whoever imports them',
    async (format, name) => {
      const bytes = await picture()
      const { id } = await stored(bytes)
      await buildQuestions(platform.db, { author: chief, directoryId, now: platform.now }, [showing(id)])
      const file = await exported(format)
      directoryId = await buildDirectory(platform.db, { author: chief })
      const checked = await upload(file, name)
      expect(await errorsOf(checked)).toEqual([])
      await commit(checked)
      const [question] = await contentsOf()
      const own = /file\/([0-9a-f-]{36})/.exec(question?.content.stem ?? '')?.[1]
      expect(own).not.toBe(id)
      const shown = await platform.app.inject({
        url: `/api/v1/human/file/${own}`,
        headers: { authorization: `Bearer ${chief.token}` },
      })
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    },
  )

  it('that the author could not open stay where they are', async () => {
    const colleague = await buildMember(platform.db, { companyId: chief.companyId })
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const secret = [await stored(await picture(), colleague, 'owner'), await stored(await picture(), stranger)]
    const inputs = secret.map(({ id }) => showing(id))
    await buildQuestions(platform.db, { author: chief, directoryId, now: platform.now }, inputs)
    const entries = Object.keys(unzipSync(await exported('qti22')))
    expect(entries.filter((entry) => entry.startsWith('media/'))).toEqual([])
  })

  it('that are more than a file takes are refused', async () => {
    const { id } = await stored(await picture())
    await sql`update files.file set size_bytes = ${31 * 1024 * 1024} where id = ${id}`.execute(platform.root)
    await buildQuestions(platform.db, { author: chief, directoryId, now: platform.now }, [showing(id)])
    const refused = calls().exportQuestions({ query: { directoryId, format: 'moodle' } })
    expect(await refusal(refused)).toMatchObject({ errorCode: EXPORT_TOO_LARGE.code })
  })

  it('that are none are named in the dry run; the other questions go on, and unused files go with the import', async () => {
    const image = (data: string) => `[html]<p>${data.replaceAll('=', '\\=').replaceAll(':', '\\:')}</p> {T}`
    const png = (await picture()).toString('base64')
    const script = Buffer.from('<svg onload="alert(1)">').toString('base64')
    const checked = await upload(
      [
        image(`<img src="data:image/png;base64,${script}">甲`),
        image(`<img src="data:image/png;base64,${png}">乙`),
      ].join('\n\n'),
      'a.gift',
    )
    expect(await errorsOf(checked)).toEqual([[1, 'stem', 383_126]])
    expect(checked).toMatchObject({ newCount: 1 })
    const right = { corrections: [{ row: 1, column: 'stem', value: '没有图' }] }
    expect(await calls().correctQuestionImport({ ...at(checked), body: right })).toMatchObject({ newCount: 2 })
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from questions.question_import_file where import_id = ${checked.id}`.execute(
        platform.root,
      )
      return rows[0]?.count
    }
    expect(await count()).toBe(1)
    await sql`update questions.question_import set created_at = 0 where id = ${checked.id}`.execute(platform.root)
    for (const { name, run } of exchangeJobs)
      if (name === 'questions.forget')
        await run(platform.db, {}, { outside: platform.outside, now: platform.now } as never)
    await platform.runJobs()
    expect(await refusal(calls().questionImport(at(checked)))).toMatchObject({ errorCode: 900_005 })
    expect(await count()).toBe(0)
  })
})

describe('hostile files', () => {
  it('are refused, or named', async () => {
    const bomb = Buffer.from(zipSync({ 'imsmanifest.xml': strToU8('<manifest/>'), 'a.xml': strToU8('x') }))
    // What the directory of the archive says that the last entry unpacks to.
    bomb.writeUInt32LE(210 * 1024 * 1024, bomb.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24)
    expect(await refusal(start(bomb, 'a.zip'))).toMatchObject({ errorCode: 900_003 })
    const outside = zipSync({ 'imsmanifest.xml': strToU8('<manifest/>'), '../../etc/x.xml': strToU8('x') })
    expect(await refusal(start(Buffer.from(outside), 'a.zip'))).toMatchObject({ errorCode: 900_004 })
    const entity = '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz><question type="essay"/></quiz>'
    expect(await upload(entity, 'a.xml')).toMatchObject({ state: 'failed', errorCode: 383_101 })
    expect(await upload('<quiz', 'a.xml')).toMatchObject({ state: 'failed', errorCode: 383_101 })
  })

  const wordOf = (document: string, more: Record<string, Uint8Array> = {}) =>
    Buffer.from(
      zipSync({
        '[Content_Types].xml': strToU8(
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        ),
        '_rels/.rels': strToU8(
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
        ),
        'word/document.xml': strToU8(document),
        ...more,
      }),
    )
  const paragraphs = (...texts: readonly string[]) =>
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${texts.map((text) => `<w:p>${text}</w:p>`).join('')}</w:body></w:document>`
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`

  it('of Word that unpack to too much, or read other files, are refused', async () => {
    const bomb = wordOf(paragraphs(run('1. x')))
    bomb.writeUInt32LE(70 * 1024 * 1024, bomb.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24)
    expect(await refusal(start(bomb, 'a.docx'))).toMatchObject({ errorCode: 900_003 })
    const entity = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${paragraphs(run('1. &a;'))}`
    expect(await upload(wordOf(entity), 'a.docx')).toMatchObject({ state: 'failed', errorCode: 383_101 })
    const macros = wordOf(paragraphs(run('1. x')), { 'word/vbaProject.bin': strToU8('x') })
    expect(await refusal(start(macros, 'a.docx'))).toMatchObject({ errorCode: 900_004 })
  })

  it('of Word leave nothing of a script, nor a picture from elsewhere', async () => {
    const html = '&lt;html&gt;&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(1)&lt;/script&gt;甲&lt;/html&gt;'
    const link = `<w:hyperlink r:id="rId9">${run('乙')}</w:hyperlink>`
    const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="javascript:alert(1)" TargetMode="External"/></Relationships>`
    const kept = `<objects xmlns="urn:shuyuan:word-objects"><object id="1">&lt;img src="" onerror="alert(1)" /&gt;</object></objects>`
    const file = wordOf(paragraphs(run(`1. ${html}`), `${run('A. ')}${link}`, run('B. 丙'), run('答案：A')), {
      'word/_rels/document.xml.rels': strToU8(relations),
      'customXml/item1.xml': strToU8(kept),
    })
    expect(await commit(await upload(file, 'a.docx'))).toMatchObject({ importedCount: 1 })
    const [question] = await contentsOf()
    expect(JSON.stringify(question)).toContain('甲')
    expect(JSON.stringify(question)).not.toMatch(/script|onerror/)
  })

  it('leave nothing of a script, in any text', async () => {
    const script =
      '<img src=x onerror=alert(1)><script>alert(1)</script><a href="javascript:alert(1)">x</a><iframe></iframe>'
    const text = (name: string, more = '') =>
      `<${name} format="html"><text><![CDATA[${script}甲${more}]]></text></${name}>`
    const answers = [1, 2].map(
      (one) =>
        `<answer fraction="${one === 1 ? 100 : 0}" format="html"><text><![CDATA[${script}${one}]]></text></answer>`,
    )
    const file = `<quiz><question type="multichoice">${text('questiontext')}${text('generalfeedback')}<single>true</single>${answers.join('')}</question></quiz>`
    await commit(await upload(file, 'a.xml'))
    const [question] = await contentsOf()
    expect(JSON.stringify(question)).toContain('甲')
    expect(JSON.stringify(question)).not.toMatch(/script|onerror|iframe/)
  })

  it('with one bad question among good ones import the good ones, and name what is not kept', async () => {
    const linked = await upload('[html]<p>甲<img src\\="https\\://e.org/a.png"></p> {T}', 'a.gift')
    expect((await calls().questionImportLosses({ ...at(linked), query: {} })).items).toMatchObject([
      { losses: ['media'] },
    ])
    const checked = await upload('甲 {T}\n\n乙 {=a ~b\n\n丙 {=a#ok ~b}\n\n说明', 'a.txt')
    expect(await errorsOf(checked)).toEqual([
      [2, 'kind', 383_124],
      [4, 'kind', 383_125],
    ])
    expect(checked).toMatchObject({ newCount: 2, failedCount: 2, lossCount: 1 })
    const { items } = await calls().questionImportLosses({ ...at(checked), query: {} })
    expect(items).toEqual([{ row: 3, excerpt: expect.stringContaining('丙'), losses: ['feedback'] }])
    const other = await buildMember(platform.db, { companyId: chief.companyId, roles: ['super-admin'] })
    const refused = platform.client(questions, other).questionImportLosses({ ...at(checked), query: {} })
    expect(await refusal(refused)).toMatchObject({ errorCode: 900_005 })
    expect(await commit(checked)).toMatchObject({ importedCount: 2 })
  })

  it('[EXAM-043] have 3,000 questions at most', async () => {
    const text = (count: number) =>
      Array.from({ length: count }, (_, index) => `第 ${index} 题 ${index * 7919} {T}`).join('\n\n')
    const checked = await upload(text(3000), 'a.gift')
    expect(checked).toMatchObject({ state: 'checked', newCount: 3000 })
    expect(await commit(checked)).toMatchObject({ importedCount: 3000 })
    expect((await exported('gift')).toString().split('\n\n')).toHaveLength(3000)
    expect(await upload(text(3001), 'a.gift')).toMatchObject({ state: 'failed', errorCode: 383_102 })
  }, 120_000)
})
