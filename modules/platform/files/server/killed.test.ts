/** Kills the real server during an upload. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import type { FileInfo } from '../contract.ts'
import { largeVideo } from './samples.ts'

const platform = testPlatform()
const directory = mkdtempSync(join(tmpdir(), 'shuyuan-killed-'))
let member: BuiltMember
let server: ChildProcess
let port: number
const megabyte = 1024 * 1024

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

async function startServer(): Promise<void> {
  server = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: platform.databaseUrl,
      DATA_DIRECTORY: directory,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = await once(server, 'message')
  expect(message).toBe('listening')
}

async function killServer(): Promise<void> {
  server.kill('SIGKILL')
  await once(server, 'exit')
}

beforeAll(async () => {
  member = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
  port = await freePort()
  await startServer()
})

afterAll(async () => {
  await killServer()
  rmSync(directory, { recursive: true, force: true })
})

const headers = () => ({ authorization: `Bearer ${member.token}`, 'tus-resumable': '1.0.0' })
const address = (path: string) => `http://127.0.0.1:${port}/api/v1/${path}`

async function createUpload(length: number): Promise<string> {
  const metadata = { kind: 'video', filename: '第一讲.mp4' }
  const encoded = Object.entries(metadata).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const answer = await fetch(address('system/file/uploads'), {
    method: 'POST',
    headers: { ...headers(), 'upload-length': String(length), 'upload-metadata': encoded.join(',') },
  })
  expect(answer.status).toBe(201)
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

async function offsetOf(id: string): Promise<number> {
  const answer = await fetch(address(`system/file/uploads/${id}`), { method: 'HEAD', headers: headers() })
  expect(answer.status).toBe(200)
  return Number(answer.headers.get('upload-offset'))
}

/** Sends a part of the missing bytes; answers when they have reached the disk. */
async function sendPart(id: string, bytes: Buffer, offset: number, until: number) {
  const sending = request(address(`system/file/uploads/${id}`), {
    method: 'PATCH',
    headers: {
      ...headers(),
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length - offset,
    },
  })
  sending.on('error', () => {})
  sending.write(bytes.subarray(offset, until))
  const path = join(directory, 'files/uploads', id)
  while (statSync(path).size < until) await pause(5)
  return sending
}

async function sendRest(id: string, bytes: Buffer, offset: number): Promise<void> {
  const answer = await fetch(address(`system/file/uploads/${id}`), {
    method: 'PATCH',
    headers: { ...headers(), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes.subarray(offset)),
  })
  expect(answer.status).toBe(204)
}

function finish(id: string): Promise<Response> {
  return fetch(address(`system/file/uploads/${id}/finish`), {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: '{}',
  })
}

async function contentOf(id: string): Promise<Buffer> {
  const answer = await fetch(address(`human/file/${id}`), { headers: headers() })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe('an upload', () => {
  it('survives kills of the server during, at the end and at completion, byte for byte', async () => {
    const bytes = largeVideo(6 * megabyte)
    const id = await createUpload(bytes.length)
    const arrived = 4 * megabyte + 123
    await sendPart(id, bytes, 0, arrived)
    await killServer()
    await startServer()
    expect(await offsetOf(id)).toBe(arrived)
    await sendRest(id, bytes, arrived)
    await killServer()
    await startServer()
    const broken = finish(id).catch(() => undefined)
    await killServer()
    await broken
    await startServer()
    const answer = await finish(id)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id, sizeBytes: bytes.length, width: 160 })
    expect(sha256(await contentOf(id))).toBe(sha256(bytes))
  })

  it('survives a broken connection', async () => {
    const bytes = largeVideo(2 * megabyte)
    const id = await createUpload(bytes.length)
    const sending = await sendPart(id, bytes, 0, megabyte)
    sending.destroy()
    const offset = await offsetOf(id)
    expect(offset).toBe(megabyte)
    await sendRest(id, bytes, offset)
    expect((await finish(id)).status).toBe(200)
    expect(sha256(await contentOf(id))).toBe(sha256(bytes))
  })

  it('works with the official client, over a restart of the server', async () => {
    const bytes = largeVideo(3 * megabyte)
    let restarted: Promise<void> | undefined
    const url = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(bytes, {
        endpoint: address('system/file/uploads'),
        headers: { authorization: `Bearer ${member.token}` },
        metadata: { kind: 'video', filename: 'a.mp4' },
        chunkSize: megabyte,
        retryDelays: Array(300).fill(100),
        onChunkComplete: () => {
          restarted ??= killServer().then(startServer)
        },
        onSuccess: () => resolve(upload.url ?? ''),
        onError: reject,
      })
      upload.start()
    })
    await restarted
    const id = url.split('/').at(-1) ?? ''
    const file = (await (await finish(id)).json()) as FileInfo
    expect(sha256(await contentOf(file.id))).toBe(sha256(bytes))
  })
})
