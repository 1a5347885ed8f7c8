/** Word documents as articles, also those that want to do harm. */
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import type { ImportedArticle } from '../contract.ts'
import { fileIdsOf } from './article.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
let author: BuiltMember
let address = 0

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, now: platform.now })
})
beforeEach(() => {
  address += 1
})

async function send(bytes: Uint8Array, name = 'text.docx') {
  const boundary = 'boundary-of-the-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/api/v1/content/article/import',
    headers: {
      ...{ authorization: `Bearer ${author.token}`, 'x-forwarded-for': `10.4.0.${address}` },
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return { status: answer.statusCode, ...answer.json<ImportedArticle & { errorCode?: number }>() }
}

const names = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
].join(' ')
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content}</w:p>`
const picture = (relation: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="示意图"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${relation}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

interface Parts {
  readonly links?: Readonly<Record<string, { readonly target: string; readonly mode?: string; readonly type?: string }>>
  readonly media?: Readonly<Record<string, Uint8Array>>
  readonly more?: Readonly<Record<string, Uint8Array>>
}

function docx(body: string, { links = {}, media = {}, more = {} }: Parts = {}): Uint8Array {
  const relations = Object.entries(links).map(
    ([key, { target, mode, type = 'image' }]) =>
      `<Relationship Id="${key}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
  )
  const styles = [1, 2, 5].map(
    (level) => `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`,
  )
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': strToU8(`<w:document ${names}><w:body>${body}</w:body></w:document>`),
    'word/styles.xml': strToU8(`<w:styles ${names}>${styles.join('')}</w:styles>`),
    'word/_rels/document.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ),
    ...Object.fromEntries(Object.entries(media).map(([name, bytes]) => [`word/media/${name}`, bytes])),
    ...more,
  })
}

const png = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

it('takes headings, text, formulas as letters, and pictures, which become files of the member', async () => {
  const body = [
    ...[paragraph(run('题目'), 'H1'), paragraph(run('小节'), 'H5'), paragraph(picture('i1'))],
    paragraph(`${run('面积 ')}<m:oMath><m:r><m:t>S=ab</m:t></m:r></m:oMath>`),
  ].join('')
  const found = await send(docx(body, { links: { i1: { target: 'media/a.png' } }, media: { 'a.png': await png() } }))
  const [id] = fileIdsOf(found.html)
  expect(found).toEqual({
    ...{ status: 200, pictureCount: 1, lostCount: 0, isCut: false },
    html: `<h1>题目</h1><h3>小节</h3><figure><img src="/api/v1/human/file/${id}" alt="示意图" /></figure><p>面积 【公式：S=ab】</p>`,
  })
  const content = await platform.app.inject({
    url: `/api/v1/human/file/${id}`,
    headers: { authorization: `Bearer ${author.token}` },
  })
  expect(content.statusCode).toBe(200)
})

it('leaves out pictures that no browser shows, that are none, or that lie elsewhere', async () => {
  const links = {
    ...{ i1: { target: 'media/a.emf' }, i2: { target: 'media/b.png' } },
    i3: { target: 'file:///etc/passwd', mode: 'External' },
  }
  const media = { 'a.emf': strToU8('emf'), 'b.png': strToU8('<svg onload="alert(1)"/>') }
  const found = await send(
    docx(['i1', 'i2'].map((key) => paragraph(picture(key))).join('') + paragraph(run('文')), { links, media }),
  )
  expect(found).toMatchObject({ status: 200, pictureCount: 0, lostCount: 2, html: '<p>文</p>' })
  const outside = await send(
    docx(paragraph(picture('i3').replace('r:embed', 'r:link')) + paragraph(run('文')), { links, media }),
  )
  expect(JSON.stringify(outside)).not.toContain('root:')
})

it('cuts hostile links and markup that a document writes', async () => {
  const links = {
    ...{ l1: { target: 'javascript:alert(1)', mode: 'External', type: 'hyperlink' } },
    l2: { target: 'https://example.com/a', mode: 'External', type: 'hyperlink' },
  }
  const body = paragraph(
    `<w:hyperlink r:id="l1">${run('坏')}</w:hyperlink><w:hyperlink r:id="l2">${run('好')}</w:hyperlink>${run('&lt;script&gt;alert(1)&lt;/script&gt;')}`,
  )
  const { html } = await send(docx(body, { links }))
  expect(html).toContain('href="https://example.com/a"')
  expect(html).not.toMatch(/javascript:|<script/)
})

it('refuses what is no document, damaged, declares entities, has macros, or unpacks to too much', async () => {
  const bomb = new Uint8Array(70 * 1024 * 1024)
  const cases: readonly (readonly [Uint8Array, number])[] = [
    [strToU8('plain'), 900004],
    [zipSync({ 'xl/workbook.xml': strToU8('x') }), 900004],
    [docx('', { more: { 'word/vbaProject.bin': strToU8('x') } }), 900004],
    [docx('', { more: { 'word/media/bomb.png': bomb } }), 900003],
    [docx('<w:p><w:unclosed>'), 2000036],
    [docx('', { more: { 'word/styles.xml': strToU8('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>') } }), 2000036],
  ]
  for (const [bytes, errorCode] of cases) expect(await send(bytes)).toMatchObject({ status: 422, errorCode })
})

it('keeps the first part of a text that is longer than an article', async () => {
  const found = await send(docx(paragraph(run('字'.repeat(990))).repeat(600)))
  expect(found).toMatchObject({ status: 200, isCut: true })
  expect(found.html).toMatch(/字<\/p>$/)
})
