/** The accepted types of a field: checked by name before the upload, and by content after it. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { bitmap, pdf, picture, pixelBomb, sample, zip } from './samples.ts'
import { type Announcement, refusedCreation, tusClient, uploadId, uploadWhole } from './tus-client.ts'

const platform = testPlatform()
let lecturer: BuiltMember

beforeAll(async () => {
  lecturer = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['lecturer'] })
})

const upload = (bytes: Buffer, announcement: Partial<Announcement> = {}) =>
  uploadWhole(platform, lecturer.token, bytes, announcement)
const creationRefusal = (announcement: Announcement) => refusedCreation(platform, lecturer.token, announcement)

describe('types', () => {
  it('images are jpg, jpeg and png in all fields; gif and bmp in declared ones', async () => {
    const png = await picture('png')
    const jpeg = await picture('jpeg')
    const gif = await picture('gif')
    const bmp = bitmap(8, 8)
    await proves('SYSTEM-063', async () => {
      expect(await upload(png, { kind: 'image', name: 'a.png' })).toMatchObject({ contentType: 'image/png', width: 64 })
      expect(await upload(jpeg, { kind: 'image', name: 'a.jpeg' })).toMatchObject({ contentType: 'image/jpeg' })
      for (const kind of ['image', 'rich-image', 'cover', 'avatar', 'attachment']) {
        expect(await upload(jpeg, { kind, name: 'a.jpg' }), kind).toMatchObject({ height: 48 })
      }
    })
    await proves('SYSTEM-065', async () => {
      expect(await upload(gif, { kind: 'rich-image', name: 'a.gif' })).toMatchObject({ contentType: 'image/gif' })
      expect(await upload(gif, { kind: 'attachment', name: 'a.gif' })).toMatchObject({ contentType: 'image/gif' })
      expect(await upload(bmp, { kind: 'rich-image', name: 'a.bmp' })).toMatchObject({ contentType: 'image/bmp' })
      for (const kind of ['image', 'cover', 'avatar']) {
        for (const name of ['a.gif', 'a.bmp', 'a.webp']) {
          const refused = await creationRefusal({ kind, name, length: 9 })
          expect(refused, `${kind} ${name}`).toEqual({ status: 422, errorCode: 900004 })
        }
      }
    })
  })

  it('detects every type that a field accepts', async () => {
    const word = zip(['[Content_Types].xml', 'word/document.xml'])
    const sheet = zip(['[Content_Types].xml', 'xl/workbook.xml'])
    const found = [
      await upload(sample('one-second.webm'), { name: 'a.webm' }),
      await upload(sample('three-seconds.mp3'), { kind: 'audio', name: 'a.mp3' }),
      await upload(sample('two-seconds.m4a'), { kind: 'audio', name: 'a.m4a' }),
      await upload(pdf(7), { kind: 'pdf', name: 'a.pdf' }),
      await upload(word, { kind: 'document', name: 'a.docx' }),
      await upload(sheet, { kind: 'document', name: 'a.xlsx' }),
      await upload(zip(['a.txt']), { kind: 'archive', name: 'a.zip' }),
      await upload(Buffer.from('姓名,工号\n林知远,1\n'), { kind: 'document', name: 'a.csv' }),
      await upload(Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), { kind: 'document', name: 'gb18030.txt' }),
    ]
    expect(found.map((file) => file.contentType)).toEqual([
      'video/webm',
      'audio/mpeg',
      'audio/mp4',
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/zip',
      'text/csv',
      'text/plain',
    ])
    expect(found[3]?.pages).toBe(7)
    expect(found.slice(0, 3).map((file) => Math.round((file.durationMs ?? 0) / 1000))).toEqual([1, 3, 2])
  })

  it('[SYSTEM-105] refuses an unsupported type with the text of the specification', async () => {
    const refused = await tusClient(platform, lecturer.token).create({ name: 'setup.exe', length: 9 })
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { errorCode: 900004, message: '文件类型不支持' }])
  })

  it('[SYSTEM-064] refuses by name before the upload, and by content after it', async () => {
    expect(await creationRefusal({ name: 'setup.exe', length: 9 })).toEqual({ status: 422, errorCode: 900004 })
    expect(await creationRefusal({ name: 'no-extension', length: 9 })).toEqual({ status: 422, errorCode: 900004 })
    const lies: [Buffer, string, string][] = [
      [Buffer.from('MZ\x90\x00 this program cannot be run in DOS mode'), 'video', 'a.mp4'],
      [pdf(1), 'video', 'a.mp4'],
      [await picture('png'), 'pdf', 'a.pdf'],
      [sample('two-seconds.mp4'), 'image', 'a.png'],
      [sample('two-seconds.m4a'), 'video', 'a.mp4'],
      [zip(['a.txt']), 'document', 'a.docx'],
      [zip(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']), 'document', 'a.docx'],
      [Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'document', 'a.txt'],
      [Buffer.from('<!-- x -->\n <html><body>'), 'document', 'a.csv'],
      [Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'document', 'a.txt'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'image', 'a.png'],
      [Buffer.from('\ufeff<html>%PDF-1.4'), 'pdf', 'a.pdf'],
      [Buffer.alloc(1000), 'document', 'a.txt'],
    ]
    for (const [bytes, kind, name] of lies) {
      const refused = await refusal(upload(bytes, { kind, name }))
      expect(refused, `${kind} ${name} ${bytes.subarray(0, 20)}`).toMatchObject({ status: 422, errorCode: 900004 })
    }
  })

  it('a refused upload is deleted', async () => {
    const bytes = pdf(1)
    const tus = tusClient(platform, lecturer.token)
    const id = uploadId(await tus.create({ length: bytes.length }))
    await tus.patch(id, 0, bytes)
    const calls = platform.client(files, lecturer)
    expect(await refusal(calls.finishUpload({ params: { id } }))).toMatchObject({ errorCode: 900004 })
    expect(await refusal(calls.finishUpload({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    expect((await tus.head(id)).statusCode).toBe(404)
    expect(await refusal(calls.fileInfo({ params: { id } }))).toMatchObject({ errorCode: 900005 })
  })

  it('[SYSTEM-108] unreadable content is an upload problem', async () => {
    const damaged: [Buffer, string, string][] = [
      [sample('two-seconds.mp4').subarray(0, 700), 'video', 'a.mp4'],
      [Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>'), 'pdf', 'a.pdf'],
      [Buffer.from('PK\x03\x04 and nothing more'), 'archive', 'a.zip'],
      [(await picture('png')).subarray(0, 60), 'image', 'a.png'],
      [Buffer.from('GIF89a/*\x01\x00*/=1;alert(document.cookie)'), 'rich-image', 'a.gif'],
      [pixelBomb(), 'image', 'a.png'],
      [bitmap(8, 8).fill(0x7f, 18, 26), 'rich-image', 'a.bmp'],
    ]
    for (const [bytes, kind, name] of damaged) {
      const refused = await refusal(upload(bytes, { kind, name }))
      expect(refused, `${kind} ${name}`).toMatchObject({ status: 422, errorCode: 2000036 })
    }
  })

  it('[SYSTEM-074] checks the size again by the detected type', async () => {
    const noise = randomBytes(1400 * 1400 * 3)
    const png = await sharp(noise, { raw: { width: 1400, height: 1400, channels: 3 } })
      .png()
      .toBuffer()
    const refused = await refusal(upload(png, { kind: 'attachment', name: 'pictures.zip' }))
    expect(refused).toMatchObject({ status: 422, errorCode: 990001 })
  })

  it('gives a file the extension of its detected type', async () => {
    const file = await upload(await picture('png'), { kind: 'image', name: 'photo.jpg' })
    expect(file).toMatchObject({ name: 'photo.png', contentType: 'image/png' })
  })
})
