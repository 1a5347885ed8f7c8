/** Files with a false type or with active content. */
import { truncateSync, writeFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { FileInfo, FileKindName } from '../contract.ts'
import { uploadsDirectory } from './directories.ts'
import { inspectFile } from './inspection.ts'
import { removeExpiredUploads } from './jobs.ts'
import { pdf, picture, presentation, sample, zip } from './samples.ts'
import { tusClient, uploadId } from './tus-client.ts'

const platform = testPlatform()
const page = '<!doctype html><script>fetch("/api/v1/human/member/current")</script>'
let companyId: string
let member: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  member = await buildMember(platform.db, { companyId })
})

function store(kind: FileKindName, name: string, content: Buffer): Promise<FileInfo> {
  const input = { companyId, ownerId: member.id, kind, name, content, now: platform.now }
  return storeFile(platform.db, platform.outside, input)
}

/** The code of the refusal, or `stored`. */
async function outcome(kind: FileKindName, name: string, content: Buffer): Promise<number | 'stored'> {
  try {
    await store(kind, name, content)
    return 'stored'
  } catch (error) {
    return (error as { error: { code: number } }).error.code
  }
}

function get(file: FileInfo) {
  return platform.app.inject({
    url: `/api/v1/human/file/${file.id}`,
    headers: { authorization: `Bearer ${member.token}` },
  })
}

describe('a file with two types at once', () => {
  it('stores only the picture, without an appended archive or an embedded page', async () => {
    const archive = zip(['malware.exe'])
    const jpeg = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Copyright: page } })
      .jpeg()
      .toBuffer()
    expect(jpeg.includes('<script>')).toBe(true)
    for (const [name, content] of [
      ['照片.jpg', Buffer.concat([jpeg, archive])],
      ['照片.png', Buffer.concat([await picture('png'), Buffer.from(page)])],
    ] as const) {
      const { rawPayload, headers } = await get(await store('image', name, content))
      expect(headers['content-type']).toMatch(/^image\//)
      expect(rawPayload.includes('<script>')).toBe(false)
      expect(rawPayload.includes('PK\u0003\u0004')).toBe(false)
    }
  })

  it('is refused as a video if it only starts like one', async () => {
    expect(await outcome('rich-image', '动图.gif', Buffer.from(`GIF89a=1;${page}`))).toBe(900004)
    const head = (await picture('gif')).subarray(0, 30)
    expect(await outcome('rich-image', '动图.gif', Buffer.concat([head, Buffer.from(page)]))).toBe(2000036)
  })

  it('is never displayed as a page: a PDF, a video, an archive', async () => {
    const video = Buffer.concat([sample('two-seconds.mp4'), freeBox(page)])
    const both = Buffer.concat([pdf(1), zip(['a.txt'])])
    for (const [kind, name, content, type, shown] of [
      ['pdf', '讲义.pdf', Buffer.concat([pdf(1), Buffer.from(page)]), 'application/pdf', 'attachment'],
      ['document', '两用.pdf', both, 'application/pdf', 'attachment'],
      ['video', '影片.mp4', video, 'video/mp4', 'inline'],
      ['archive', '资料.zip', zip(['index.html']), 'application/zip', 'attachment'],
    ] as const) {
      const { headers } = await get(await store(kind, name, content))
      expect(headers['content-type']).toBe(type)
      expect(headers['content-disposition']).toMatch(new RegExp(`^${shown};`))
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
    }
  })
})

/** Players skip an unknown box. */
function freeBox(text: string): Buffer {
  const box = Buffer.alloc(8)
  box.writeUInt32BE(8 + text.length)
  box.write('free', 4)
  return Buffer.concat([box, Buffer.from(text)])
}

describe('a file of a wrong type', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const xml = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  const playlist = Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')
  const list = Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")

  it.each([
    ['a drawing as a picture', 'image', '图.png', svg],
    ['a drawing by its own name', 'attachment', '图.svg', svg],
    ['a drawing as text', 'document', '图.txt', xml],
    ['a page as text', 'document', '页.txt', Buffer.from(page)],
    ['a playlist of this machine’s files as a video', 'video', '影片.mp4', playlist],
    ['a list of videos as a video', 'video', '影片.webm', list],
    ['a program as a document', 'document', '文档.docx', Buffer.from('MZ\u0090\0\u0003\0\0\0\u0004', 'latin1')],
    [
      'a document with macros',
      'document',
      '宏.docx',
      zip(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']),
    ],
    ['an archive as slides', 'document', '课件.pptx', zip(['a.txt'])],
  ] as const)('%s is refused', async (_, kind, name, content) => {
    expect(await outcome(kind, name, content)).toBe(900004)
  })
})

describe('an archive bomb', () => {
  /** The directory of the archive claims this many bytes for its first entry. */
  function claiming(content: Buffer, bytes: number): Buffer {
    const spoilt = Buffer.from(content)
    spoilt.writeUInt32LE(bytes, spoilt.indexOf('PK\u0001\u0002') + 24)
    return spoilt
  }

  it('is refused as an office file', async () => {
    const slides = presentation(2)
    expect(await outcome('document', '课件.pptx', claiming(slides, 2 ** 30 + 1))).toBe(2000036)
    expect(await outcome('document', '课件.pptx', claiming(slides, 0xffffffff))).toBe(2000036)
    const many = zip([
      '[Content_Types].xml',
      'word/document.xml',
      ...Array.from({ length: 20_000 }, (_, at) => `x${at}`),
    ])
    expect(await outcome('document', '文档.docx', many)).toBe(2000036)
    expect(await outcome('document', '课件.pptx', claiming(slides, 2 ** 20))).toBe('stored')
  })

  it('is stored as an archive, because nothing unpacks it', async () => {
    expect(await outcome('archive', '资料.zip', claiming(zip(['a.txt']), 0xfffffffe))).toBe('stored')
  })
})

describe('a PDF with scripts', () => {
  it('is downloaded instead of displayed, and the check does not run its scripts', async () => {
    const script = '/OpenAction << /S /JavaScript /JS (app.launchURL\\("http://example.com"\\)) >>'
    const text = pdf(1).toString('latin1').replace('/Type /Catalog', `/Type /Catalog ${script}`)
    const file = await store('pdf', '脚本.pdf', Buffer.from(text, 'latin1'))
    expect(file.pages).toBe(1)
    const { headers } = await get(file)
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-security-policy']).toMatch(/^sandbox;/)
  })
})

describe('an upload of 1 GB that stops at 99 %', () => {
  const gigabyte = 1024 ** 3
  const last = 10 * 1024 * 1024

  async function createUpload(): Promise<{ id: string; path: string }> {
    const id = uploadId(await tusClient(platform, member.token).create({ length: gigabyte }))
    return { id, path: join(uploadsDirectory(platform.outside.config), id) }
  }

  it('continues at its offset, and becomes the complete file', async () => {
    const { id, path } = await createUpload()
    const content = sample('two-seconds.mp4')
    const box = Buffer.alloc(8)
    box.writeUInt32BE(gigabyte - content.length)
    box.write('free', 4)
    writeFileSync(path, Buffer.concat([content, box]))
    // The received bytes; a sparse file takes no disk space.
    truncateSync(path, gigabyte - last)
    const tus = tusClient(platform, member.token)
    const calls = platform.client(files, member)
    expect((await tus.head(id)).headers['upload-offset']).toBe(String(gigabyte - last))
    const early = await refusal(calls.finishUpload({ params: { id } }))
    expect(early).toMatchObject({ errorCode: 2000035, data: { offset: gigabyte - last, sizeBytes: gigabyte } })
    expect((await tus.patch(id, gigabyte - last, Buffer.alloc(last))).statusCode).toBe(204)
    const file = await calls.finishUpload({ params: { id } })
    expect(file).toMatchObject({ id, sizeBytes: gigabyte, contentType: 'video/mp4', width: 160 })
    expect(await readdir(uploadsDirectory(platform.outside.config))).toEqual([])
  })

  it('is deleted after its lifetime', async () => {
    const { id, path } = await createUpload()
    truncateSync(path, gigabyte - last)
    const { outside, db } = platform
    const soon = platform.now + 5 * 24 * 3_600_000
    // The job reads the modification time of the file, which is the machine's time.
    await removeExpiredUploads.run(db, {}, { outside, now: soon })
    expect(await readdir(uploadsDirectory(outside.config))).not.toContain(id)
  })
})

it('a file with a false or unlimited length is read within bounds', async () => {
  const path = join(platform.outside.config.dataDirectory, 'endless.mp4')
  const endless = Buffer.from(sample('two-seconds.mp4'))
  // The first box claims to be larger than the file.
  endless.writeUInt32BE(0x7fffffff, 0)
  writeFileSync(path, endless)
  expect(await inspectFile(path, 'endless.mp4')).toMatchObject({ sha256: expect.any(Uint8Array) })
  const handle = await open(path)
  expect((await handle.stat()).size).toBe(endless.length)
  await handle.close()
})
