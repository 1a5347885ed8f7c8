/** The platform on an S3 store: s3rver, an S3 server program. */
import { createDecipheriv } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { deleteFile, storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createStore } from '#server/storage/create.ts'
import type { Store } from '#server/storage/store.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { fakePrograms } from './fake-programs.ts'
import { multipart, picture, presentation, sample } from './samples.ts'
import { tusClient, uploadId } from './tus-client.ts'

const directory = mkdtempSync(join(tmpdir(), 'shuyuan-s3-'))
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: 'shuyuan', configs: [] }],
})
const { port } = await server.run()
const storage: Store = createStore({
  store: 's3',
  endpoint: `http://127.0.0.1:${port}`,
  bucket: 'shuyuan',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  directory: join(directory, 'unused'),
})
const programs = await fakePrograms()
const platform = testPlatform({
  outside: { storage },
  environment: { FFMPEG_PATH: programs.ffmpeg, SOFFICE_PATH: programs.soffice },
})
let member: BuiltMember

beforeAll(async () => {
  member = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

afterAll(async () => {
  programs.remove()
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

it('[SYSTEM-104] stores an upload in the cloud, and serves and previews it from there', async () => {
  const bytes = sample('two-seconds.mp4')
  const tus = tusClient(platform, member.token)
  const id = uploadId(await tus.create({ length: bytes.length }))
  await tus.patch(id, 0, bytes)
  const calls = platform.client(files, member)
  await calls.finishUpload({ params: { id } })
  expect(await storage.stat(id)).toEqual({ sizeBytes: bytes.length })
  expect(await readdir(join(platform.outside.config.files.directory, 'uploads'))).toEqual([])
  expect(await calls.preview({ query: { id } })).toMatchObject({ source: 'cloud', isCloud: true, isAuth: true })
  const answer = await platform.app.inject({
    url: `/api/v1/human/file/${id}`,
    headers: { authorization: `Bearer ${member.token}`, range: 'bytes=1000-1999' },
  })
  expect([answer.statusCode, answer.rawPayload.equals(bytes.subarray(1000, 2000))]).toEqual([206, true])
})

it.each([
  ['SYSTEM-093', 'system/file-cloud/upload', 'id'],
  ['SYSTEM-090', 'system/file/cloud/cropper-upload', 'imgId'],
] as const)('stores a small upload in the cloud: %s, %s', async (requirement, path, name) => {
  const { payload, headers } = multipart({ name: '封面.png', bytes: await picture('png', 300, 200) })
  await proves(requirement, async () => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: `/api/v1/${path}`,
      headers: { ...headers, authorization: `Bearer ${member.token}` },
      payload,
    })
    const id = String(answer.json()[name])
    expect(await storage.stat(id)).toEqual({ sizeBytes: expect.any(Number) })
    expect(await platform.client(files, member).preview({ query: { id } })).toMatchObject({ isCloud: true })
  })
})

it('stores renditions in the cloud: segments are ranges of one object, a PDF is one object, and all are deleted with their file', async () => {
  await platform.runJobs()
  const before = await readdir(join(directory, 'shuyuan'))
  const { id: ownerId, companyId } = member
  const input = { companyId, ownerId, now: platform.now }
  const videoInput = { ...input, kind: 'video', name: '第一讲.mp4', content: sample('two-seconds.mp4') } as const
  const slides = { ...input, kind: 'document', name: '讲义.pptx', content: presentation(2) } as const
  const video = await storeFile(platform.db, platform.outside, videoInput)
  const document = await storeFile(platform.db, platform.outside, slides)
  await platform.runJobs()
  const calls = platform.client(files, member)
  const { token } = await calls.m3u8Token({ query: { id: video.id } })
  const get = (url: string) =>
    platform.app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${member.token}` } })
  const base = `/system/file/stream/${video.id}`
  const key = (await get(`${base}/key?token=${token}`)).rawPayload
  const pieces = await Promise.all(
    [0, 1].map(async (number) => {
      const iv = Buffer.alloc(16)
      iv.writeUInt32BE(number, 12)
      const decipher = createDecipheriv('aes-128-cbc', key, iv)
      const { rawPayload } = await get(`${base}/s90/${number}?token=${token}`)
      return Buffer.concat([decipher.update(rawPayload), decipher.final()]).toString()
    }),
  )
  expect(pieces).toEqual(['first piece of s90', 'second piece of s90'])
  const answer = await get(`/human/file/${document.id}?rendition=pdf`)
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const smaller = await storeFile(platform.db, platform.outside, {
    ...input,
    kind: 'cover',
    name: '封面.png',
    content: await picture('png', 1600, 900),
  })
  const narrow = await get(`/human/file/${smaller.id}?width=320`)
  expect([narrow.statusCode, narrow.headers['content-type']]).toEqual([200, 'image/webp'])
  for (const file of [video, document, smaller]) await deleteFile(platform.db, companyId, file.id)
  await platform.runJobs()
  expect(await readdir(join(directory, 'shuyuan'))).toEqual(before)
})
