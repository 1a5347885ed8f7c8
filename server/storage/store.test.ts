/** One set of tests for both stores. S3 is tested with s3rver, an S3 server. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStore } from './create.ts'
import { MissingObject, type Store } from './store.ts'

let directory: string
let server: S3rver
const stores = {} as Record<'disk' | 's3', Store>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-store-'))
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(directory, 's3'),
    configureBuckets: [{ name: 'shuyuan', configs: [] }],
  })
  const { port } = await server.run()
  stores.disk = createStore({ store: 'disk', directory: join(directory, 'disk') })
  stores.s3 = createStore({
    store: 's3',
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'shuyuan',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    directory: join(directory, 'local'),
  })
})

afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function read(store: Store, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  return buffer(await store.get(key, range))
}

describe.each(['disk', 's3'] as const)('the %s store', (kind) => {
  it('gives back the bytes that were put, whole and in ranges', async () => {
    const store = stores[kind]
    const key = uuid()
    const bytes = randomBytes(100_000)
    await store.put(key, bytes)
    expect(await store.stat(key)).toEqual({ sizeBytes: 100_000 })
    expect(sha256(await read(store, key))).toBe(sha256(bytes))
    expect(await read(store, key, { start: 1, end: 1 })).toEqual(Buffer.from(bytes.subarray(1, 2)))
    expect(await read(store, key, { start: 99_990, end: 99_999 })).toEqual(bytes.subarray(99_990))
    expect(await read(store, key, { start: 500, end: 1499 })).toEqual(bytes.subarray(500, 1500))
  })

  it('takes a large file from the disk and leaves it there; taking it twice is no error', async () => {
    const store = stores[kind]
    const key = uuid()
    // More than two parts of the S3 store.
    const bytes = randomBytes(35 * 1024 * 1024 + 7)
    const path = join(directory, `${kind}-large`)
    await writeFile(path, bytes)
    await store.put(key, { path })
    await store.put(key, { path })
    expect(await store.stat(key)).toEqual({ sizeBytes: bytes.length })
    expect(sha256(await read(store, key))).toBe(sha256(bytes))
    expect(sha256(await readFile(path))).toBe(sha256(bytes))
  })

  it('says what is missing, and deletes without complaint', async () => {
    const store = stores[kind]
    const key = uuid()
    expect(await store.stat(key)).toBeUndefined()
    await expect(store.get(key)).rejects.toThrow(MissingObject)
    await store.put(key, Buffer.from('here'))
    await store.delete(key)
    await store.delete(key)
    expect(await store.stat(key)).toBeUndefined()
  })

  it('refuses a key that could be a path or an address', async () => {
    const store = stores[kind]
    for (const key of ['../../etc/passwd', 'a/b', '', '.', 'x'.repeat(65), 'a%2fb%2fcccc', 'Ärger-und-mehr']) {
      await expect(store.put(key, Buffer.from('x')), key).rejects.toThrow('not a key')
      await expect(store.get(key), key).rejects.toThrow('not a key')
      await expect(store.delete(key), key).rejects.toThrow('not a key')
    }
  })
})

it('removes from the disk what a killed process left behind, and nothing newer', async () => {
  const store = stores.disk
  await store.put(uuid(), Buffer.from('makes the folder'))
  const temporary = join(directory, 'disk/temporary')
  await writeFile(join(temporary, 'left'), 'half')
  await utimes(join(temporary, 'left'), 0, 0)
  expect(await store.removeLeftovers(Date.now() - 60_000)).toBe(0)
  expect(await store.removeLeftovers(Date.now() + 60_000)).toBe(1)
  expect(await readdir(temporary)).toEqual([])
})
