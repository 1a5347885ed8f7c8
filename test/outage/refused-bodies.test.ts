/** After every kind of refused body, the next request on the same connection is answered, or the connection is closed. */
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildContentApp } from '#modules/learning/packages/server/content/app.ts'
import { launchPackage } from '#modules/learning/packages/server/launches.ts'
import { buildPackage } from '#modules/learning/packages/server/player.fixture.ts'
import { xapi } from '#modules/learning/xapi/contract.ts'
import { multipart, picture } from '#modules/platform/files/server/samples.ts'
import { tusClient, uploadId } from '#modules/platform/files/server/tus-client.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { fillDisk } from './full-disk.ts'
import { type Asked, RawConnection } from './http.ts'

stopRecording()
const platform = testPlatform({ poolSize: 2 })
const megabyte = 1024 * 1024
let member: BuiltMember
let origin: string
/** Of the packages. */
let content: FastifyInstance
let contentOrigin: string
let launchPath: string
let credentials: string
let freeDisk: (() => void) | undefined

beforeAll(async () => {
  member = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
  origin = await platform.app.listen({ port: 0, host: '127.0.0.1' })
  content = buildContentApp(platform.outside, platform.db)
  contentOrigin = await content.listen({ port: 0, host: '127.0.0.1' })
  launchPath = await openPackage()
  const chief = await buildMember(platform.db, { companyId: member.companyId, roles: ['super-admin'] })
  const { username, password } = await platform.client(xapi, chief).createCredential({ body: { name: '安全课件' } })
  credentials = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
})
afterAll(async () => {
  freeDisk?.()
  await content.close()
})

/** The path of a launch of a package. */
async function openPackage(): Promise<string> {
  const { db, outside, now } = platform
  const packageId = await buildPackage(db, { author: member, shortestSeconds: 0, now })
  const caller = await callerOf(db, member)
  const registrationKey = { courseId: uuid(), sectionId: uuid() }
  const { launchUrl } = await launchPackage(db, outside, { caller, packageId, registrationKey, mode: 'learn' })
  return new URL(launchUrl).pathname
}

const authorization = () => ({ authorization: `Bearer ${member.token}` })
const json = { 'content-type': 'application/json' }
const form = '/api/v1/human/collect-member-info'
const files = '/api/v1/human/file/upload'
const uploads = '/api/v1/system/file/uploads'

function upload(bytes: Buffer, fields: Readonly<Record<string, string>> = {}): Asked {
  const { payload, headers } = multipart({ name: '封面.png', bytes }, fields)
  return { method: 'POST', path: files, headers: { ...authorization(), ...headers }, body: payload }
}

function post(path: string, headers: Readonly<Record<string, string>>, body: string | Buffer): Asked {
  return { method: 'POST', path, headers: { ...authorization(), ...headers }, body }
}

/** Of a connection that does not keep its next request waiting: it serves it, or is no connection any more. */
const free = [200, 'closed']

interface Place {
  readonly origin: string
  /** What is asked next there, and answered 200. */
  readonly next: Asked
}

const site = (): Place => ({ origin, next: { path: '/api/v1/human/member/current', headers: authorization() } })

/** The statuses of the request and of the next one on its connection. */
async function twice(asked: Asked, place = site()): Promise<(number | 'closed')[]> {
  const connection = await RawConnection.open(place.origin)
  connection.send(asked)
  const first = await connection.status()
  connection.send(place.next)
  const second = first === 'closed' ? 'closed' : await connection.status()
  connection.close()
  return [first, second]
}

const large = Buffer.alloc(8 * megabyte)

describe('the connection of a refused body', () => {
  it.each<[string, () => Asked, number]>([
    ['JSON that is too large', () => post(form, json, JSON.stringify({ fullName: 'x'.repeat(5 * megabyte) })), 422],
    ['JSON that is malformed', () => post(form, json, '{"fullName":'), 422],
    [
      'JSON of a caller who is not signed in',
      () => ({ ...post(form, json, `{"a":"${'x'.repeat(megabyte)}"}`), headers: json }),
      401,
    ],
    [
      'JSON for a call that does not exist',
      () => post('/api/v1/no/such/call', json, `{"a":"${'x'.repeat(megabyte)}"}`),
      422,
    ],
    ['a type that nobody reads', () => post(form, { 'content-type': 'image/png' }, large), 422],
    ['no type', () => post(form, {}, large), 422],
    [
      'a form where a file belongs',
      () => post(files, { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'),
      422,
    ],
    ['a file without a boundary', () => post(files, { 'content-type': 'multipart/form-data' }, large), 422],
    ['a file that is malformed', () => post(files, { 'content-type': 'multipart/form-data; boundary=x' }, large), 422],
    ['a file of a wrong type', () => upload(Buffer.from('MZ'.padEnd(megabyte)), { kind: 'cover' }), 422],
    ['a file beyond the limit of its kind', () => upload(Buffer.alloc(30 * megabyte)), 422],
    [
      'an upload that is too large',
      () => post(uploads, { 'tus-resumable': '1.0.0', 'upload-length': '9' }, large),
      422,
    ],
    ['an upload in another protocol', () => post(uploads, { 'tus-resumable': '0.1' }, large), 422],
  ])('serves the next request: %s', async (_, asked, status) => {
    const [first, second] = await twice(asked())
    expect(first).toBe(status)
    expect(free).toContain(second)
  })

  it('that ends too early is closed by its sender, and the server serves on', async () => {
    const { body = '', ...asked } = upload(Buffer.alloc(megabyte))
    const connection = await RawConnection.open(origin)
    connection.send({ ...asked, body: body.slice(0, 5000) }, body.length)
    connection.end()
    expect([400, 422, 'closed']).toContain(await connection.status())
    connection.close()
    expect(await twice(upload(await picture('png')))).toEqual([200, 200])
  })

  it('serves the next request after pieces of an upload at a wrong place', async () => {
    const tus = tusClient(platform, member.token)
    const id = uploadId(await tus.create({ length: 8 * megabyte }))
    const headers = { ...authorization(), 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
    const asked = { method: 'PATCH', path: `${uploads}/${id}`, headers: { ...headers, 'upload-offset': '5' } }
    const [first, second] = await twice({ ...asked, body: large })
    expect([first, second]).toEqual([409, 200])
  })

  it('serves the next request after a disk that is full, and says that it may be sent again', async () => {
    const tus = tusClient(platform, member.token)
    const id = uploadId(await tus.create({ length: 8 * megabyte }))
    const headers = { ...authorization(), 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
    const piece = {
      method: 'PATCH',
      path: `${uploads}/${id}`,
      headers: { ...headers, 'upload-offset': '0' },
      body: large,
    }
    freeDisk = fillDisk(platform.outside.config.files.directory)
    expect(await twice(upload(Buffer.alloc(12 * megabyte)))).toEqual([503, 200])
    expect(await twice(upload(await picture('png')))).toEqual([503, 200])
    expect(await twice(piece)).toEqual([503, 200])
    const answer = await tus.patch(id, 0, Buffer.alloc(10))
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    expect(answer.json()).toMatchObject({ errorCode: 999001, message: '服务器繁忙' })
    freeDisk()
    expect(await twice(piece)).toEqual([204, 200])
    expect(await twice(upload(await picture('png')))).toEqual([200, 200])
  })
})

describe('the connection of refused calls that were asked together', () => {
  const calls = '/api/v1/system/calls'
  const long = JSON.stringify({ calls: ['/human/member/current'], more: 'x'.repeat(3 * megabyte) })
  it.each<[string, () => Asked]>([
    ['too large', () => post(calls, json, long)],
    ['too large, of unknown length', () => ({ ...post(calls, json, long), isChunked: true })],
    ['malformed', () => post(calls, json, '{"calls":')],
    ['none', () => post(calls, json, JSON.stringify({ calls: [] }))],
    ['of a type that nobody reads', () => post(calls, { 'content-type': 'image/png' }, large)],
    ['of no type', () => post(calls, {}, large)],
  ])('serves the next request: %s', async (_, asked) => {
    const [first, second] = await twice(asked())
    expect(first).toBe(422)
    expect(free).toContain(second)
  })
})

describe('the connection of a refused body for the record store', () => {
  const store = (): Place => ({ origin, next: { path: '/xapi/about' } })
  const say = (path: string, headers: Readonly<Record<string, string>>, body: string | Buffer, method = 'POST') => ({
    ...{ method, path: `/xapi/${path}`, body },
    headers: { authorization: credentials, 'x-experience-api-version': '1.0.3', ...headers },
  })
  const huge = Buffer.alloc(11 * megabyte, ' ')
  it.each<[string, () => Asked, number]>([
    ['too large', () => say('statements', json, huge), 413],
    ['too large, of unknown length', () => ({ ...say('statements', json, huge), isChunked: true }), 413],
    ['malformed', () => say('statements', json, '{"actor":'), 400],
    ['a boundary that is missing', () => say('statements', { 'content-type': 'multipart/mixed' }, large), 400],
    ['a type that nobody reads', () => say('statements', { 'content-type': 'image/png' }, large), 400],
    ['no type', () => say('statements', {}, large), 400],
    ['wrong credentials', () => say('statements', { ...json, authorization: 'Basic bm9ib2R5Om5v' }, large), 401],
    ['no version', () => say('statements', { ...json, 'x-experience-api-version': '0.9' }, large), 400],
    ['a method that is not there', () => say('statements', json, large, 'DELETE'), 405],
    ['a method of no protocol', () => say('statements', json, large, 'PATCH'), 422],
    ['a resource that is not there', () => say('nothing', json, large), 404],
  ])('serves the next request: %s', async (_, asked, status) => {
    const [first, second] = await twice(asked(), store())
    expect(first).toBe(status)
    expect(free).toContain(second)
  })
})

describe('the connection of a refused body at the origin of the packages', () => {
  const player = (): Place => ({ origin: contentOrigin, next: { path: launchPath } })
  const say = (path: string, headers: Readonly<Record<string, string>>, body: string | Buffer, method = 'POST') => ({
    ...{ method, path: launchPath + path, headers, body },
  })
  const commit = JSON.stringify({ sequence: 1, activeMs: 0, unitId: null, cmi: { x: 'x'.repeat(5 * megabyte) } })
  it.each<[string, () => Asked, number]>([
    ['too large', () => say('~/commit', json, commit), 413],
    ['too large, of unknown length', () => ({ ...say('~/commit', json, commit), isChunked: true }), 413],
    ['malformed', () => say('~/commit', json, '{"sequence":'), 400],
    ['nested too deep', () => say('~/commit', json, `${'['.repeat(megabyte)}`), 400],
    ['not what a commit is', () => say('~/commit', json, JSON.stringify({ x: 'x'.repeat(megabyte) })), 400],
    ['a type that nobody reads', () => say('~/commit', { 'content-type': 'image/png' }, large), 415],
    ['no type', () => say('~/commit', {}, large), 415],
    ['a launch that is none', () => ({ ...say('', json, commit.slice(0, 100)), path: '/p/none/~/commit' }), 400],
    ['a call that is not there', () => say('~/nothing', json, `{"x":"${'x'.repeat(megabyte)}"}`), 404],
    ['a service worker', () => say('~/commit', { ...json, 'service-worker': 'script' }, large), 403],
    ['a page that is asked for', () => say('', { 'content-type': 'image/png' }, large, 'GET'), 200],
    ['records without credentials', () => say('~/xapi/statements', json, large.subarray(0, 3 * megabyte)), 401],
    ['too many records', () => say('~/xapi/statements', json, large), 413],
    ['too many records, of unknown length', () => ({ ...say('~/xapi/statements', json, large), isChunked: true }), 413],
  ])('serves the next request: %s', async (_, asked, status) => {
    const [first, second] = await twice(asked(), player())
    expect(first).toBe(status)
    expect(free).toContain(second)
  })
})

describe('the connection of a refused body without end', () => {
  const endless = (headers: Readonly<Record<string, string>>, more: Partial<Asked> = {}): Asked => ({
    ...post(form, headers, Buffer.alloc(40 * megabyte)),
    ...more,
  })
  const image = { 'content-type': 'image/png' }
  const player = (): Place => ({ origin: contentOrigin, next: { path: launchPath } })
  it.each<[string, () => Asked, () => Place, number]>([
    ['at the site, of a type that nobody reads', () => endless(image), site, 422],
    ['at the site, of unknown length', () => endless(image, { isChunked: true }), site, 422],
    ['at the site, without the right to call', () => ({ ...endless(image), headers: image }), site, 401],
    [
      'at the origin of the packages, of a type that nobody reads',
      () => endless(image, { path: `${launchPath}~/commit` }),
      player,
      415,
    ],
    [
      'at the origin of the packages, of unknown length',
      () => endless(image, { path: `${launchPath}~/commit`, isChunked: true }),
      player,
      415,
    ],
    ['at the origin of the packages, for nothing', () => endless(image, { path: `${launchPath}~/no` }), player, 404],
  ])('is closed where there is more to read than is worth it: %s', async (_, asked, place, status) => {
    expect(await twice(asked(), place())).toEqual([status, 'closed'])
  })
})
