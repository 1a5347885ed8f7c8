/** The platform on an S3 store: s3rver, an S3 server program. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { files } from '#modules/files/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/identity/server/build.ts'
import { createStore } from '#server/storage/create.ts'
import type { Store } from '#server/storage/store.ts'
import { testPlatform } from '#test/harness.ts'
import { sample } from './samples.ts'
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
const platform = testPlatform({ outside: { storage } })
let member: BuiltMember

beforeAll(async () => {
  member = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

it('[SYSTEM-060] [SYSTEM-104] an upload ends in the cloud, and is served and previewed from there', async () => {
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
