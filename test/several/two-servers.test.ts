/** Two server processes on one database behind a proxy without memory: every request may go to the other one. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildCategory, buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { largeVideo } from '#modules/platform/files/server/samples.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'
import { type LoadBalancer, startProxy } from './proxy.ts'

const megabyte = 1024 * 1024

let database: ClonedDatabase
let db: RootDatabase
let directory: string
let servers: ServerProcess[]
let proxy: LoadBalancer
let member: BuiltMember

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 2 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-several-'))
  const environment = { DATABASE_URL: database.url, DATA_DIRECTORY: directory, LOG_LEVEL: 'error', NODE_ENV: 'test' }
  servers = [new ServerProcess(await freePort(), environment), new ServerProcess(await freePort(), environment)]
  await Promise.all(servers.map((server) => server.start()))
  proxy = await startProxy(servers.map((server) => server.origin))
  member = await buildMember(db, { companyId: await buildCompany(db) })
})

afterAll(async () => {
  await proxy.stop()
  await Promise.all(servers.map((server) => server.end('SIGTERM')))
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

const authorization = () => ({ authorization: `Bearer ${member.token}` })

interface StoredFile {
  readonly id: string
}

async function finish(id: string): Promise<StoredFile> {
  const answer = await fetch(`${proxy.origin}/api/v1/system/file/uploads/${id}/finish`, {
    method: 'POST',
    headers: authorization(),
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as StoredFile
}

/** Sends a file in pieces of a megabyte, as the browser's upload field does; answers the upload's id. */
function upload(bytes: Buffer, onPiece: (sentBytes: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = new Upload(bytes, {
      endpoint: `${proxy.origin}/api/v1/system/file/uploads`,
      headers: authorization(),
      metadata: { kind: 'video', filename: '第一讲.mp4' },
      chunkSize: megabyte,
      retryDelays: [50, 100, 200, 400, 800],
      onChunkComplete: (_, sentBytes) => onPiece(sentBytes),
      onSuccess: () => resolve(sending.url?.split('/').at(-1) ?? ''),
      onError: reject,
    })
    sending.start()
  })
}

/** The stream of events of a member at a server. */
async function listen(origin: string, { token }: BuiltMember) {
  const ending = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/api/v1/system/events`, { headers, signal: ending.signal })
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const pieces = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  return {
    async until(name: string) {
      while (!heard.includes(`event: ${name}\n`)) {
        const piece = await pieces?.read()
        if (!piece || piece.done) throw new Error(`the stream ended without ${name}: ${heard}`)
        heard += piece.value
      }
    },
    stop: () => ending.abort(),
  }
}

describe('two servers behind a proxy', () => {
  it('take the pieces of one upload in turn, and lose none when one of them is killed', async () => {
    const bytes = largeVideo(12 * megabyte)
    let killed: Promise<void> | undefined
    const before = [...proxy.counts]
    const id = await upload(bytes, (sentBytes) => {
      if (sentBytes > 5 * megabyte) killed ??= servers[0]?.end('SIGKILL')
    })
    expect(killed).toBeDefined()
    await killed
    await servers[0]?.start()
    expect(proxy.counts.map((count, at) => count - (before[at] ?? 0) > 3)).toEqual([true, true])
    // The end is asked for at both servers at once: one file, the same for both.
    const files = await Promise.all(Array.from({ length: 6 }, () => finish(id)))
    expect(new Set(files.map((file) => JSON.stringify(file))).size).toBe(1)
    for (let turn = 0; turn < 2; turn += 1) {
      const content = await fetch(`${proxy.origin}/api/v1/human/file/${id}`, { headers: authorization() })
      const digest = createHash('sha256')
        .update(Buffer.from(await content.arrayBuffer()))
        .digest('hex')
      expect(digest).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
  })

  it('forget at once at both what was handed out in a session that ends at one', async () => {
    const own = await buildMember(db, { companyId: member.companyId })
    const headers = { authorization: `Bearer ${own.token}` }
    const [here = '', there = ''] = servers.map(({ origin }) => origin)
    const answer = await fetch(`${here}/api/v1/human/member/current`, { headers })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { id } = await buildFile(db, {
      companyId: own.companyId,
      ownerId: own.id,
      kind: 'document',
      audience: 'owner',
    })
    // The row is enough: whoever may read the file learns that its bytes are missing.
    const ask = async (origin: string) =>
      (await fetch(`${origin}/api/v1/human/file/${id}`, { headers: { cookie } })).status
    expect([await ask(here), await ask(there)]).toEqual([422, 422])
    await fetch(`${here}/api/v1/oauth/token`, { method: 'DELETE', headers })
    expect([await ask(here), await ask(there)]).toEqual([401, 401])
  })

  it('show at one what was edited at the other, from the next call on', async () => {
    const author = await buildMember(db, { companyId: member.companyId, roles: ['super-admin'] })
    const category = await buildCategory(db, { companyId: member.companyId, name: '安全' })
    const course = await buildCourse(db, { author, name: '灭火器', categoryId: category.id })
    const headers = { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' }
    const [here = '', there = ''] = servers.map(({ origin }) => `${origin}/api/v1`)
    const shown = async (origin: string) => {
      const [listed, opened] = await Promise.all(
        ['course-study/course-front/page', `course-study/course-front/${course.id}`].map(async (path) =>
          (await fetch(`${origin}/${path}`, { headers })).json(),
        ),
      )
      const { items } = listed as { items: { id: string; category: { name: string } }[] }
      return [
        items.find(({ id }) => id === course.id)?.category.name,
        (opened as { category: { name: string } }).category.name,
      ]
    }
    for (const origin of [here, there]) expect(await shown(origin)).toEqual(['安全', '安全'])
    for (const [at, other, name] of [
      [here, there, '应急'],
      [there, here, '生产'],
    ] as const) {
      const body = JSON.stringify({ name })
      const renamed = await fetch(`${at}/course-study/category/${category.id}`, { method: 'PUT', headers, body })
      expect(renamed.status, await renamed.text()).toBe(200)
      expect(await shown(other)).toEqual([name, name])
      expect(await shown(at)).toEqual([name, name])
    }
  })

  it('[SYSTEM-208] ring at one what was said at the other, and do the work behind it once', async () => {
    const chief = await buildMember(db, { companyId: member.companyId, roles: ['super-admin'] })
    const [at, other] = servers
    const rung = await listen(`${at?.origin}`, member)
    const announced = await fetch(`${other?.origin}/api/v1/system/operation/announcement`, {
      method: 'POST',
      headers: { authorization: `Bearer ${chief.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: '停机维护', content: '今晚十点', organizationIds: [member.companyId] }),
    })
    expect(announced.status, await announced.text()).toBe(200)
    await rung.until('notification')
    rung.stop()
    const unread = await fetch(`${at?.origin}/api/v1/system/message?pageSize=50`, { headers: authorization() })
    const { items } = (await unread.json()) as { items: { title: string }[] }
    expect(items.filter(({ title }) => title === '停机维护')).toHaveLength(1)
  })

  it('count the uploads of a member together: of eighty that begin at once, thirty do', async () => {
    const uploader = await buildMember(db, { companyId: member.companyId })
    const filename = Buffer.from('第一讲.mp4').toString('base64')
    const kind = Buffer.from('video').toString('base64')
    const begin = () =>
      fetch(`${proxy.origin}/api/v1/system/file/uploads`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${uploader.token}`,
          'tus-resumable': '1.0.0',
          'upload-length': '1000000',
          'upload-metadata': `kind ${kind},filename ${filename}`,
        },
      })
    const answers = await Promise.all(Array.from({ length: 80 }, begin))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.filter((status) => status === 422)).toHaveLength(50)
  })

  it('hold the streams of events of a member together: of a hundred and fifty, twelve stay', async () => {
    const listener = await buildMember(db, { companyId: member.companyId })
    const streams: { ended: boolean; stop: () => void }[] = []
    const open = async (index: number) => {
      const ending = new AbortController()
      const answer = await fetch(`${servers[index % 2]?.origin}/api/v1/system/events`, {
        headers: { authorization: `Bearer ${listener.token}` },
        signal: ending.signal,
      })
      const stream = { ended: false, stop: () => ending.abort() }
      streams.push(stream)
      answer.body?.pipeTo(new WritableStream()).then(
        () => {
          stream.ended = true
        },
        () => {},
      )
    }
    for (let index = 0; index < 150; index += 1) await open(index)
    await expect.poll(() => streams.filter(({ ended }) => !ended).length).toBe(12)
    for (const { stop } of streams) stop()
  })

  it('count the calls of an address together', async () => {
    const call = () =>
      fetch(`${proxy.origin}/api/v1/human/member/password`, {
        method: 'PUT',
        headers: { ...authorization(), 'content-type': 'application/json' },
        body: '{}',
      })
    const codes: number[] = []
    for (let count = 0; count < 31; count += 1)
      codes.push(((await (await call()).json()) as { errorCode: number }).errorCode)
    expect(codes.filter((code) => code === 900_008)).toHaveLength(1)
    expect(codes.at(-1)).toBe(900_008)
  })

  it('know each other’s sessions: who signs out at one is out at the other', async () => {
    const leaver = await buildMember(db, { companyId: member.companyId })
    const headers = { authorization: `Bearer ${leaver.token}` }
    const ask = () => fetch(`${proxy.origin}/api/v1/human/member/current`, { headers })
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    await fetch(`${proxy.origin}/api/v1/oauth/token`, { method: 'DELETE', headers })
    expect([(await ask()).status, (await ask()).status]).toEqual([401, 401])
  })
})
