import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { multipart, pdf, picture, pixelBomb, sample } from './samples.ts'

const platform = testPlatform()
let member: BuiltMember

beforeAll(async () => {
  member = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

async function send(path: string, name: string, bytes: Buffer, fields: Record<string, string> = {}) {
  const { payload, headers } = multipart({ name, bytes }, fields)
  const answer = await platform.app.inject({
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, authorization: `Bearer ${member.token}` },
    payload,
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

async function content(path: unknown) {
  const url = `/api/v1/human/${String(path).replace('files/', 'file/')}`
  return platform.app.inject({ url, headers: { authorization: `Bearer ${member.token}` } })
}

describe('small uploads', () => {
  const paths = ['human/file/upload', 'system/file-cloud/upload']

  it.each([
    ['SYSTEM-092', 'human/file/upload'],
    ['SYSTEM-093', 'system/file-cloud/upload'],
  ] as const)('are stored by both paths, and answer id and path: %s, %s', async (id, path) => {
    await proves(id, async () => {
      const { status, body } = await send(path, '讲义.pdf', pdf(2))
      expect([status, body]).toMatchObject([200, { name: '讲义.pdf', pages: 2, contentType: 'application/pdf' }])
      expect(body.path).toBe(`files/${body.id}`)
      expect((await content(body.path)).rawPayload).toEqual(pdf(2))
    })
    await proves('SYSTEM-061', async () => {
      const { status, body } = await send(path, '封面.png', await picture('png', 60, 40), { kind: 'cover' })
      expect([status, body]).toMatchObject([200, { id: expect.any(String), path: `files/${body.id}` }])
      const { rawPayload, headers } = await content(body.path)
      expect(headers['content-type']).toBe('image/png')
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 60, height: 40 })
    })
  })

  it('a cover is re-encoded upright, without metadata of the camera', async () => {
    const photo = await sharp(await picture('jpeg', 60, 40))
      .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitude: '39/1 54/1 0/1' } } })
      .toBuffer()
    const { body } = await send('human/file/upload', 'a.jpg', photo, { kind: 'cover' })
    expect(body).toMatchObject({ width: 40, height: 60 })
    const { rawPayload } = await content(body.path)
    const { exif, width } = await sharp(rawPayload).metadata()
    expect([exif, width]).toEqual([undefined, 40])
  })

  it('are refused with the same codes as resumable uploads, and leave no files', async () => {
    const refusals = await Promise.all([
      send(paths[0] ?? '', 'a.pdf', Buffer.from('no pdf'), { kind: 'pdf' }),
      send(paths[0] ?? '', 'a.html', Buffer.from('<html>')),
      send(paths[0] ?? '', 'a.svg', Buffer.from('<svg>'), { kind: 'image' }),
      send(paths[0] ?? '', `${'a'.repeat(200)}.pdf`, pdf(1)),
      send(paths[0] ?? '', 'a.png', Buffer.alloc(5 * 1024 * 1024 + 1), { kind: 'image' }),
      send(paths[0] ?? '', 'a.png', Buffer.alloc(3 * 1024 * 1024 + 1), { kind: 'avatar' }),
      send(paths[0] ?? '', 'a.pdf', Buffer.alloc(0)),
      send(paths[0] ?? '', 'a.pdf', pdf(1), { kind: 'nothing' }),
      send(paths[0] ?? '', 'a.pdf', pdf(1), { unknown: '1' }),
    ])
    expect(refusals.map(({ status }) => status)).toEqual(Array(9).fill(422))
    expect(refusals.map(({ body }) => body.errorCode)).toEqual([
      900004, 900004, 900004, 2000037, 990001, 900003, 2000036, 900001, 900001,
    ])
    expect(await readdir(join(platform.outside.config.files.directory, 'received'))).toEqual([])
  })

  it('a body without a file is refused', async () => {
    for (const path of [...paths, 'system/file/cropper-upload']) {
      const headers = { authorization: `Bearer ${member.token}` }
      const url = `/api/v1/${path}`
      const json = await platform.app.inject({ method: 'POST', url, headers, payload: { file: 'x' } })
      expect(json.json()).toMatchObject({ errorCode: 900001 })
      const empty = await platform.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
        payload: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
      })
      expect(empty.json()).toMatchObject({ errorCode: 900001 })
      const broken = await platform.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
        payload: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n1',
      })
      expect(broken.statusCode).toBe(422)
    }
  })
})

describe('a picture in the widths of lists', () => {
  const get = (id: string, width: string | number) =>
    platform.app.inject({
      url: `/api/v1/human/file/${id}?width=${width}`,
      headers: { authorization: `Bearer ${member.token}` },
    })
  const store = async (name: string, bytes: Buffer) =>
    String((await send('human/file/upload', name, bytes, { kind: 'rich-image' })).body.id)

  it('is encoded as webp once, even for simultaneous requests, and stored', async () => {
    const id = await store('封面.jpg', await picture('jpeg', 1600, 900))
    const answers = await Promise.all([get(id, 640), get(id, 640), get(id, 640)])
    expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1)
    const [first] = answers
    expect(first?.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/^inline;.*\.webp$/),
      'content-length': String(first?.rawPayload.length),
    })
    const { width, height, exif } = await sharp(first?.rawPayload).metadata()
    expect([width, height, exif]).toEqual([640, 360, undefined])
    expect((await get(id, 640)).headers.etag).toBe(first?.headers.etag)
  })

  it('keeps its own width if it is narrower than the place', async () => {
    const { rawPayload } = await get(await store('窄图.jpg', await picture('jpeg', 640, 360)), 1280)
    const { format, width, height } = await sharp(rawPayload).metadata()
    expect([format, width, height]).toEqual(['webp', 640, 360])
  })

  it('is the picture itself if that is small or animated; other widths are refused', async () => {
    const small = await store('小图.png', await picture('png', 320, 100))
    expect((await get(small, 320)).headers['content-type']).toBe('image/png')
    const moving = await store('动图.gif', await picture('gif', 1600, 900))
    expect((await get(moving, 320)).headers['content-type']).toBe('image/gif')
    for (const width of ['1', '641', 'x']) expect((await get(small, width)).statusCode).toBe(422)
  })
})

describe('the cropper', () => {
  const paths = ['system/file/cropper-upload', 'system/file/cloud/cropper-upload', 'system/file-cloud/upload/cropper']

  it.each([
    ['SYSTEM-089', 'system/file/cropper-upload'],
    ['SYSTEM-090', 'system/file/cloud/cropper-upload'],
    ['SYSTEM-091', 'system/file-cloud/upload/cropper'],
  ] as const)('makes a png of 200×200 from any picture: %s, %s', async (id, path) => {
    await proves(id, async () => {
      const { status, body } = await send(path, 'blob', await picture('jpeg', 640, 300))
      await proves('SYSTEM-062', () => {
        expect([status, body]).toMatchObject([200, { code: 200, path: `files/${body.imgId}` }])
        expect(body.imgId).toMatch(/^[\da-f-]{36}$/)
      })
      const { rawPayload, headers } = await content(body.path)
      await proves('SYSTEM-057', async () => {
        expect(headers['content-type']).toBe('image/png')
        expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 200, height: 200 })
      })
    })
  })

  it('takes an avatar of 3 MB, and says of others why it does not', async () => {
    const avatar = (bytes: Buffer) => send('system/file/cropper-upload', 'avatar.png', bytes)
    // Bytes after the end of a picture belong to the file and not to the picture.
    const ofSize = async (size: number) => {
      const drawn = await picture('png', 300, 300)
      return Buffer.concat([drawn, Buffer.alloc(size - drawn.length)])
    }
    await proves('COMMUNITY-057', async () => {
      expect((await avatar(await ofSize(3 * 1024 * 1024))).body).toMatchObject({ code: 200 })
      expect(await avatar(await ofSize(3 * 1024 * 1024 + 1))).toMatchObject({
        status: 422,
        body: { errorCode: 900003 },
      })
    })
    await proves('COMMUNITY-058', async () => {
      expect((await avatar(await picture('jpeg', 300, 300))).body).toMatchObject({ code: 200 })
      expect(await avatar(await picture('gif'))).toMatchObject({ status: 422, body: { errorCode: 900004 } })
    })
  })

  it('[SYSTEM-058] accepts jpg, jpeg and png by their content only', async () => {
    const wrong = [
      await picture('gif'),
      pdf(1),
      sample('two-seconds.mp4'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 '),
    ]
    for (const bytes of wrong) {
      expect((await send(paths[0] ?? '', 'a.png', bytes)).body).toMatchObject({ errorCode: 900004 })
    }
  })

  it('[SYSTEM-074] accepts 3 MB, and limits the number of pixels', async () => {
    const large = await send(paths[0] ?? '', 'a.png', Buffer.alloc(3 * 1024 * 1024 + 1))
    expect(large.body).toMatchObject({ errorCode: 900003 })
    const bomb = await send(paths[0] ?? '', 'a.png', pixelBomb())
    expect([bomb.status, [900004, 2000036].includes(Number(bomb.body.errorCode))]).toEqual([422, true])
    const cut = (await picture('png', 300, 300)).subarray(0, 200)
    expect((await send(paths[0] ?? '', 'a.png', cut)).body).toMatchObject({ errorCode: 2000036 })
  })
})
