/**
 * A video on its way, by the protocol and in the pieces of the browser client, from the first byte to the stored file.
 * Floor: writing the same bytes to the same disk in the same pieces, and syncing them once.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { fillPath } from '#kit/contract.ts'
import { files, uploadsPath } from '#modules/platform/files/contract.ts'
import { sample } from '#modules/platform/files/server/samples.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { apiPrefix } from '#server/http/app.ts'

const pieceBytes = 16 * 1024 * 1024

export interface UploadResult {
  readonly sizeBytes: number
  readonly floorMs: number
  /** Until the last byte has been acknowledged. */
  readonly arrivalMs: number
  /** Until the file has been checked and stored. */
  readonly fileMs: number
}

/** A video of any size: players skip a box that they don't know. */
function video(sizeBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(sizeBytes)
  const start = sample('two-seconds.mp4')
  const rest = start.length + 8
  start.copy(bytes)
  bytes.writeUInt32BE(sizeBytes - start.length, start.length)
  bytes.write('free', start.length + 4)
  const noise = randomBytes(1024 * 1024)
  for (let at = rest; at < sizeBytes; at += noise.length) noise.copy(bytes, at)
  return bytes
}

async function uploaderToken(databaseUrl: string): Promise<string> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from identity.company limit 1')
    if (!rows[0]) throw new Error('there is no company: seed one first')
    return (await buildMember(db, { companyId: rows[0].id, roles: ['lecturer'] })).token
  } finally {
    await client.end()
    await db.destroy()
  }
}

function send(url: string, method: string, headers: Record<string, string | number>, body: Buffer | string = '') {
  return new Promise<{ location: string; text: string }>((resolve, reject) => {
    const sending = request(url, { method, headers: { ...headers, 'content-length': Buffer.byteLength(body) } })
    sending.on('error', reject)
    sending.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) < 300) resolve({ location: String(answer.headers.location), text })
        else reject(new Error(`${method} ${url} answered ${answer.statusCode}: ${text}`))
      })
    })
    sending.end(body)
  })
}

async function upload(origin: string, token: string, bytes: Buffer): Promise<{ arrivalMs: number; fileMs: number }> {
  const common = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const metadata = `kind ${btoa('video')},filename ${btoa('bench.mp4')}`
  const startedAt = performance.now()
  const announced = { ...common, 'upload-length': bytes.length, 'upload-metadata': metadata }
  const { location } = await send(`${origin}${apiPrefix}${uploadsPath}`, 'POST', announced)
  const id = location.split('/').at(-1) ?? ''
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    const headers = { ...common, 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' }
    const url = `${origin}${apiPrefix}${uploadsPath}/${id}`
    await send(url, 'PATCH', headers, bytes.subarray(offset, offset + pieceBytes))
  }
  const arrivalMs = performance.now() - startedAt
  const finish = `${origin}${apiPrefix}${fillPath(files.finishUpload.path, { id })}`
  const { text } = await send(finish, 'POST', { ...common, 'content-type': 'application/json' }, '{}')
  if ((JSON.parse(text) as { sizeBytes: number }).sizeBytes !== bytes.length) throw new Error('bytes were lost')
  return { arrivalMs, fileMs: performance.now() - startedAt }
}

async function writeToDisk(path: string, bytes: Buffer): Promise<number> {
  const startedAt = performance.now()
  const file = await open(path, 'w')
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    await file.write(bytes, offset, Math.min(pieceBytes, bytes.length - offset))
  }
  await file.sync()
  await file.close()
  const ms = performance.now() - startedAt
  await rm(path)
  return ms
}

/** Rounds in turns, so that whatever else the disk does falls on both sides. */
export async function measureUpload(
  origin: string,
  databaseUrl: string,
  directory: string,
  { sizeBytes, rounds }: { sizeBytes: number; rounds: number },
): Promise<UploadResult[]> {
  const token = await uploaderToken(databaseUrl)
  const bytes = video(sizeBytes)
  await mkdir(directory, { recursive: true })
  const path = join(directory, 'bench-floor')
  const results: UploadResult[] = []
  // The first of both is not counted.
  for (let round = 0; round <= rounds; round++) {
    const floorMs = await writeToDisk(path, bytes)
    const times = await upload(origin, token, bytes)
    if (round > 0) results.push({ sizeBytes, floorMs, ...times })
  }
  return results
}
