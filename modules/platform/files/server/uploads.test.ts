import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { fillDisk } from '#test/outage/full-disk.ts'
import { proves } from '#test/proves.ts'
import { pdf, presentation, sample } from './samples.ts'
import { type Announcement, refusedCreation, tusClient, uploadId, uploadWhole } from './tus-client.ts'

const platform = testPlatform()
let lecturer: BuiltMember
let colleague: BuiltMember
const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  colleague = await buildMember(platform.db, { companyId })
})

const upload = (bytes: Buffer, announcement: Partial<Announcement> = {}, member = lecturer) =>
  uploadWhole(platform, member.token, bytes, announcement)
const creationRefusal = (announcement: Announcement) => refusedCreation(platform, lecturer.token, announcement)

describe('a resumable upload', () => {
  it('becomes a file with the facts of its content', async () => {
    const bytes = sample('two-seconds.mp4')
    const file = await upload(bytes)
    expect(file).toMatchObject({
      name: '第一讲.mp4',
      kind: 'video',
      contentType: 'video/mp4',
      sizeBytes: bytes.length,
      width: 160,
      height: 90,
      createTime: platform.now,
    })
    expect(file.durationMs).toBeGreaterThanOrEqual(2000)
    expect(file.durationMs).toBeLessThan(2200)
  })

  it('continues at its offset any number of times, and refuses another offset', async () => {
    const bytes = sample('two-seconds.mp4')
    const tus = tusClient(platform, lecturer.token)
    const id = uploadId(await tus.create({ length: bytes.length }))
    expect((await tus.patch(id, 0, bytes.subarray(0, 1000))).headers['upload-offset']).toBe('1000')
    expect((await tus.patch(id, 0, bytes.subarray(0, 500))).statusCode).toBe(409)
    expect((await tus.patch(id, 2000, bytes.subarray(2000))).statusCode).toBe(409)
    expect((await tus.head(id)).headers).toMatchObject({
      'upload-offset': '1000',
      'upload-length': String(bytes.length),
    })
    const early = await refusal(platform.client(files, lecturer).finishUpload({ params: { id } }))
    expect(early).toMatchObject({ status: 422, errorCode: 2000035, data: { offset: 1000 } })
    expect((await tus.patch(id, 1000, bytes.subarray(1000))).statusCode).toBe(204)
    const file = await platform.client(files, lecturer).finishUpload({ params: { id } })
    expect(file.sizeBytes).toBe(bytes.length)
  })

  it('of two simultaneous writers, one succeeds and the bytes are correct', async () => {
    const bytes = sample('two-seconds.mp4')
    const tus = tusClient(platform, lecturer.token)
    const id = uploadId(await tus.create({ length: bytes.length }))
    const answers = await Promise.all([tus.patch(id, 0, bytes), tus.patch(id, 0, bytes), tus.patch(id, 0, bytes)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 409, 409])
    const file = await platform.client(files, lecturer).finishUpload({ params: { id } })
    const row = await platform.root
      .withTables<{ 'files.file': { id: string; sha256: Buffer } }>()
      .selectFrom('files.file')
      .select('sha256')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    expect(row.sha256).toEqual(createHash('sha256').update(bytes).digest())
  })

  it('is completed once by repeated calls, and leaves no files', async () => {
    const bytes = sample('two-seconds.mp4')
    const tus = tusClient(platform, lecturer.token)
    const id = uploadId(await tus.create({ length: bytes.length }))
    await tus.patch(id, 0, bytes)
    const calls = platform.client(files, lecturer)
    const [first, second] = await Promise.all([
      calls.finishUpload({ params: { id } }),
      calls.finishUpload({ params: { id } }),
    ])
    expect(second).toEqual(first)
    expect(await calls.finishUpload({ params: { id } })).toEqual(first)
    expect((await tus.head(id)).statusCode).toBe(404)
    expect(await readdir(join(platform.outside.config.files.directory, 'uploads'))).not.toContain(id)
  })

  it('canceled during completion, it ends in either state without a server error', async () => {
    const bytes = sample('two-seconds.mp4')
    const tus = tusClient(platform, lecturer.token)
    const id = uploadId(await tus.create({ length: bytes.length }))
    await tus.patch(id, 0, bytes)
    const finished = platform.client(files, lecturer).finishUpload({ params: { id } })
    const [outcome] = await Promise.allSettled([finished, tus.remove(id)])
    if (outcome?.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 422 })
    else expect(outcome?.value).toMatchObject({ id })
  })

  it('belongs to its owner only', async () => {
    const bytes = sample('two-seconds.mp4')
    const id = uploadId(await tusClient(platform, lecturer.token).create({ length: bytes.length }))
    const others = tusClient(platform, colleague.token)
    expect((await others.head(id)).statusCode).toBe(404)
    expect((await others.patch(id, 0, bytes)).statusCode).toBe(404)
    expect((await others.remove(id)).statusCode).toBe(404)
    expect(await refusal(platform.client(files, colleague).finishUpload({ params: { id } }))).toMatchObject({
      status: 422,
      errorCode: 900005,
    })
    const nobody = tusClient(platform, undefined)
    const answers = await Promise.all([nobody.create({ length: 1 }), nobody.head(id), nobody.patch(id, 0, bytes)])
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401])
    const strange = tusClient(platform, 'x'.repeat(43))
    expect((await strange.create({ length: 1 })).statusCode).toBe(401)
  })

  it('can be canceled', async () => {
    const tus = tusClient(platform, lecturer.token)
    const id = uploadId(await tus.create({ length: 10 }))
    expect((await tus.remove(id)).statusCode).toBe(204)
    expect((await tus.head(id)).statusCode).toBe(404)
    expect(existsSync(join(platform.outside.config.files.directory, 'uploads', id))).toBe(false)
  })

  it('accepts no more bytes than announced', async () => {
    const tus = tusClient(platform, lecturer.token)
    const id = uploadId(await tus.create({ length: 100 }))
    expect((await tus.patch(id, 0, Buffer.alloc(101))).statusCode).toBe(413)
    expect((await tus.head(id)).headers['upload-offset']).toBe('0')
  })

  it('refuses invalid ids and headers without a server error', async () => {
    const tus = tusClient(platform, lecturer.token)
    const id = uploadId(await tus.create({ length: 100 }))
    const bytes = Buffer.alloc(10)
    const answers = [
      await tus.patch(id, -1, bytes),
      await tus.patch(id, Number.NaN, bytes),
      await tus.patch(id, 0, bytes, { 'content-type': 'text/html' }),
      await tus.patch(id, 0, bytes, { 'tus-resumable': '0.2.2' }),
      await tus.patch('..%2f..%2fetc%2fpasswd', 0, bytes),
      await tus.patch('00000000-0000-0000-0000-000000000000', 0, bytes),
      await tus.head(`${id}%00`),
      await tus.create({ length: -1 }),
      await tus.create({ length: '1e3' }),
      await tus.create({ length: '' }),
      await tus.create({ length: '99999999999999999999999' }),
      await platform.app.inject({
        method: 'POST',
        url: '/api/v1/system/file/uploads',
        headers: { authorization: `Bearer ${lecturer.token}`, 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
      }),
      await platform.app.inject({
        method: 'POST',
        url: '/api/v1/system/file/uploads',
        headers: { authorization: `Bearer ${lecturer.token}`, 'tus-resumable': '1.0.0', 'upload-length': '5' },
      }),
    ]
    for (const answer of answers) expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
    for (const answer of answers) expect(answer.statusCode, answer.body).toBeLessThan(500)
  })

  it('is deleted after its lifetime', async () => {
    const tus = tusClient(platform, colleague.token)
    const id = uploadId(await tus.create({ length: 100 }))
    await tus.patch(id, 0, Buffer.alloc(50))
    const path = join(platform.outside.config.files.directory, 'uploads', id)
    const { removeExpiredUploads } = await import('./jobs.ts')
    const clean = () => removeExpiredUploads.run(platform.db, {}, { outside: platform.outside, now: platform.now })
    await clean()
    expect(existsSync(path)).toBe(true)
    platform.now += 4 * 24 * 3_600_000 + 1
    await clean()
    expect(existsSync(path)).toBe(false)
    platform.now -= 4 * 24 * 3_600_000 + 1
    expect((await tus.head(id)).statusCode).toBe(404)
  })

  it('a member has at most thirty at a time', async () => {
    const member = await buildMember(platform.db, { companyId: lecturer.companyId })
    const tus = tusClient(platform, member.token)
    for (let count = 0; count < 30; count += 1) expect((await tus.create({ length: 10 })).statusCode).toBe(201)
    const refused = await tus.create({ length: 10 })
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { errorCode: 900008 }])
  })

  it('that finds the disk full is none of them', async () => {
    const member = await buildMember(platform.db, { companyId: lecturer.companyId })
    const tus = tusClient(platform, member.token)
    const free = fillDisk(platform.outside.config.files.directory)
    for (let count = 0; count < 31; count += 1) expect((await tus.create({ length: 10 })).statusCode).toBe(503)
    free()
    expect((await tus.create({ length: 10 })).statusCode).toBe(201)
  })
})

describe('sizes and names', () => {
  it('[SYSTEM-069] audio and video may have 1G, not one byte more', async () => {
    const tus = tusClient(platform, lecturer.token)
    for (const [kind, name] of [
      ['video', 'a.mp4'],
      ['audio', 'a.mp3'],
    ] as const) {
      expect((await tus.create({ kind, name, length: gigabyte })).statusCode).toBe(201)
      expect(await creationRefusal({ kind, name, length: gigabyte + 1 })).toEqual({ status: 422, errorCode: 900003 })
    }
  })

  it('[SYSTEM-075] videos in posts of members may have 100 MB, not one byte more', async () => {
    const video = { kind: 'post-video', name: '现场.mp4' }
    const tus = tusClient(platform, lecturer.token)
    const taken = await tus.create({ ...video, length: 100 * megabyte })
    expect(taken.statusCode).toBe(201)
    await tus.remove(uploadId(taken))
    expect((await tus.create({ ...video, length: 100 * megabyte + 1 })).json()).toMatchObject({ errorCode: 900003 })
  })

  it('[SYSTEM-070] documents may have 100M, not one byte more', async () => {
    const tus = tusClient(platform, lecturer.token)
    expect((await tus.create({ kind: 'document', name: 'a.pdf', length: 100 * megabyte })).statusCode).toBe(201)
    const refused = await creationRefusal({ kind: 'document', name: 'a.pdf', length: 100 * megabyte + 1 })
    expect(refused).toEqual({ status: 422, errorCode: 900003 })
  })

  it('[SYSTEM-071] a zip may have 1G, not one byte more', async () => {
    const tus = tusClient(platform, lecturer.token)
    expect((await tus.create({ kind: 'archive', name: 'a.zip', length: gigabyte })).statusCode).toBe(201)
    const refused = await creationRefusal({ kind: 'archive', name: 'a.zip', length: gigabyte + 1 })
    expect(refused).toEqual({ status: 422, errorCode: 900003 })
  })

  it('[SYSTEM-072] slides may have 50M, not one byte more', async () => {
    const tus = tusClient(platform, lecturer.token)
    for (const name of ['a.ppt', 'a.pptx']) {
      expect((await tus.create({ kind: 'document', name, length: 50 * megabyte })).statusCode).toBe(201)
      const refused = await creationRefusal({ kind: 'document', name, length: 50 * megabyte + 1 })
      expect(refused).toEqual({ status: 422, errorCode: 900003 })
    }
  })

  it('[SYSTEM-073] slides may have 100 pages, not 101', async () => {
    const wanted = { kind: 'document', name: '方案.pptx' }
    expect(await upload(presentation(100), wanted)).toMatchObject({ pages: 100 })
    const refused = await refusal(upload(presentation(101), wanted))
    expect(refused).toMatchObject({ status: 422, errorCode: 900003, data: { pages: 101, pagesMax: 100 } })
  })

  it('an image may have 5M, not one byte more', async () => {
    const tus = tusClient(platform, lecturer.token)
    const oneMore = { kind: 'image', name: 'a.png', length: 5 * megabyte + 1 }
    await proves('SYSTEM-066', async () => {
      expect((await tus.create({ kind: 'image', name: 'a.png', length: 5 * megabyte })).statusCode).toBe(201)
      expect(await creationRefusal(oneMore)).toEqual({ status: 422, errorCode: 990001 })
    })
    await proves('SYSTEM-107', async () => {
      expect((await tus.create(oneMore)).json()).toMatchObject({ message: '图片大小不能超过5M' })
    })
  })

  it('a cover may have 10M, not one byte more; no other picture may', async () => {
    const tus = tusClient(platform, lecturer.token)
    await proves('SYSTEM-067', async () => {
      expect((await tus.create({ kind: 'cover', name: 'a.jpg', length: 10 * megabyte })).statusCode).toBe(201)
      const refused = await creationRefusal({ kind: 'cover', name: 'a.jpg', length: 10 * megabyte + 1 })
      expect(refused).toEqual({ status: 422, errorCode: 900003 })
    })
    await proves('SYSTEM-068', async () => {
      for (const kind of ['image', 'rich-image', 'attachment', 'avatar']) {
        const refused = await creationRefusal({ kind, name: 'a.jpg', length: 10 * megabyte })
        const errorCode = kind === 'avatar' ? 900003 : 990001
        expect(refused, kind).toEqual({ status: 422, errorCode })
      }
    })
  })

  it('[SYSTEM-106] reports a file that is too large in the language of the caller', async () => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/v1/system/file/uploads',
      headers: {
        authorization: `Bearer ${lecturer.token}`,
        'accept-language': 'en',
        'tus-resumable': '1.0.0',
        'upload-length': String(2 * gigabyte),
        'upload-metadata': 'kind dmlkZW8=,filename YS5tcDQ=',
      },
    })
    expect(answer.json()).toMatchObject({ errorCode: 900003, message: expect.stringMatching(/the file is too large/i) })
  })

  it('a name may have 100 characters, that of an attachment 200', async () => {
    const tus = tusClient(platform, lecturer.token)
    const named = (length: number, ending = 'pdf') => `${'课'.repeat(length - 4)}.${ending}`
    const tooLong = { status: 422, errorCode: 2000037 }
    await proves('SYSTEM-076', async () => {
      expect((await tus.create({ kind: 'document', name: named(100), length: 9 })).statusCode).toBe(201)
      expect(await creationRefusal({ kind: 'document', name: named(101), length: 9 })).toEqual(tooLong)
      expect((await tus.create({ kind: 'attachment', name: named(200), length: 9 })).statusCode).toBe(201)
      expect(await creationRefusal({ kind: 'attachment', name: named(201), length: 9 })).toEqual(tooLong)
    })
    await proves('SYSTEM-077', async () => {
      const others = [
        ['image', 'png'],
        ['rich-image', 'png'],
        ['cover', 'png'],
        ['avatar', 'png'],
        ['video', 'mp4'],
        ['post-video', 'mp4'],
        ['audio', 'mp3'],
        ['pdf', 'pdf'],
        ['archive', 'zip'],
        ['package', 'zip'],
      ] as const
      for (const [kind, ending] of others) {
        const refused = await creationRefusal({ kind, name: named(101, ending), length: 9 })
        expect(refused, kind).toEqual(tooLong)
      }
    })
    expect(await creationRefusal({ kind: 'attachment', name: '///', length: 9 })).toEqual(tooLong)
  })

  it('removes dangerous parts of a hostile name', async () => {
    const bytes = pdf(1)
    const names = [
      '../../etc/passwd.pdf',
      'C:\\temp\\报告.pdf',
      'a\u0000b\r\nc.pdf',
      'x\u202efdp.pdf',
      '<img src=x>.pdf',
    ]
    const kept = []
    for (const name of names) kept.push((await upload(bytes, { kind: 'pdf', name })).name)
    expect(kept).toEqual(['passwd.pdf', '报告.pdf', 'abc.pdf', 'xfdp.pdf', '_img src=x_.pdf'])
  })

  it('an empty file, an invalid name and an incomplete upload are upload problems with their own codes', async () => {
    const tus = tusClient(platform, lecturer.token)
    const id = uploadId(await tus.create({ length: 9 }))
    const params = { params: { id } }
    await proves('SYSTEM-109', async () => {
      const unfinished = platform.client(files, lecturer).finishUpload(params)
      expect(await refusal(unfinished)).toMatchObject({ status: 422, errorCode: 2000035 })
      expect(await creationRefusal({ length: 0 })).toEqual({ status: 422, errorCode: 2000036 })
      expect(await creationRefusal({ name: '///', length: 9 })).toEqual({ status: 422, errorCode: 2000037 })
    })
    await proves('SYSTEM-108', async () => {
      const english = { headers: { 'accept-language': 'en' } }
      const messages = [
        (await refusal(platform.client(files, lecturer).finishUpload(params))).message,
        (await refusal(platform.client(files, lecturer).finishUpload(params, english))).message,
        ((await tus.create({ length: 0 })).json() as { message: string }).message,
        ((await tus.create({ name: '///', length: 9 })).json() as { message: string }).message,
      ]
      expect(messages).toEqual([
        expect.stringContaining('上传异常'),
        expect.stringMatching(/upload problem/i),
        expect.stringContaining('上传异常'),
        expect.stringContaining('上传异常'),
      ])
    })
  })
})
