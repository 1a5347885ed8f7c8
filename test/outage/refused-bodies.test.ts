/** After every kind of refused body, the next request on the same connection is answered, or the connection is closed. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { multipart, picture } from '#modules/platform/files/server/samples.ts'
import { tusClient, uploadId } from '#modules/platform/files/server/tus-client.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { fillDisk } from './full-disk.ts'
import { type Asked, RawConnection } from './http.ts'

stopRecording()
const platform = testPlatform({ poolSize: 2 })
const megabyte = 1024 * 1024
let member: BuiltMember
let origin: string
let freeDisk: (() => void) | undefined

beforeAll(async () => {
  member = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
  await platform.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(platform.app.server.address() as AddressInfo).port}`
})
afterAll(() => freeDisk?.())

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

/** The statuses of the request and of the next one on its connection. */
async function twice(asked: Asked, length?: number): Promise<(number | 'closed')[]> {
  const connection = await RawConnection.open(origin)
  connection.send(asked, length)
  const first = await connection.status()
  connection.send({ path: '/api/v1/human/member/current', headers: authorization() })
  const second = first === 'closed' ? 'closed' : await connection.status()
  connection.close()
  return [first, second]
}

describe('the connection of a refused body', () => {
  const large = Buffer.alloc(8 * megabyte)
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
