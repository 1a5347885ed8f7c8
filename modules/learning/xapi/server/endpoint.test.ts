import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { NOT_FOUND } from '#kit/errors.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { CREDENTIALS_MAX, TOO_MANY_CREDENTIALS, xapi } from '../contract.ts'

const platform = testPlatform()

let chief: BuiltMember
let learner: BuiltMember
let credentials: { readonly username: string; readonly password: string }

beforeAll(async () => {
  const companyId = await buildCompany(platform.db, '澜舟科技')
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId })
  credentials = await platform.client(xapi, chief).createCredential({ body: { name: '安全课件' } })
})

interface Sent {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly as?: { readonly username: string; readonly password: string }
}

async function send(path: string, { method = 'GET', body, headers = {}, as = credentials }: Sent = {}) {
  const basic = Buffer.from(`${as.username}:${as.password}`).toString('base64')
  const given = Object.entries({
    authorization: `Basic ${basic}`,
    'x-experience-api-version': '1.0.3',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return await platform.app.inject({
    method,
    url: `/xapi/${path}`,
    headers: Object.fromEntries(given),
    ...(payload !== undefined && { payload }),
  })
}

const agent = (name: string) => ({ mbox: `mailto:${name}@example.com` })
const voided = 'http://adlnet.gov/expapi/verbs/voided'

function statement<More extends object>(more?: More) {
  return {
    actor: agent('anna'),
    verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: { 'zh-CN': '完成', 'en-US': 'completed' } },
    object: { id: `https://example.com/course/${newId()}` },
    ...(more as More),
  }
}

async function store(one: unknown): Promise<string> {
  const answer = await send('statements', { method: 'POST', body: one })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()[0]
}

async function found(query: Readonly<Record<string, string>>): Promise<string[]> {
  const answer = await send(`statements?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().statements.map(({ id }: { id: string }) => id)
}

describe('credentials', () => {
  it('are created and revoked by administrators of the record store only', async () => {
    const calls = platform.client(xapi, chief)
    const made = await calls.createCredential({ body: { name: '人力资源系统' } })
    expect((await send('statements', { as: made })).statusCode).toBe(200)
    const { items } = await calls.listCredentials()
    expect(items.find(({ id }) => id === made.id)).toMatchObject({ name: '人力资源系统', revokedAt: null })
    await calls.revokeCredential({ params: { id: made.id } })
    expect((await send('statements', { as: made })).statusCode).toBe(401)
    expect(await refusal(calls.revokeCredential({ params: { id: made.id } }))).toMatchObject({
      errorCode: NOT_FOUND.code,
    })
    expect(await refusal(platform.client(xapi, learner).listCredentials())).toMatchObject({ status: 403 })
  })

  it('are refused when wrong, malformed or missing', async () => {
    const wrong = { ...credentials, password: 'wrong' }
    expect((await send('statements', { as: wrong })).statusCode).toBe(401)
    expect((await send('statements', { headers: { authorization: undefined } })).statusCode).toBe(401)
    expect((await send('statements', { headers: { authorization: 'Basic:oops' } })).statusCode).toBe(401)
    expect((await send('about', { headers: { authorization: undefined } })).json()).toMatchObject({
      version: expect.arrayContaining(['1.0.3']),
    })
  })

  it('are at most a hundred', async () => {
    const companyId = await buildCompany(platform.db, '许多凭据')
    const many = platform.client(xapi, await buildMember(platform.db, { companyId, roles: ['super-admin'] }))
    for (let index = 0; index < CREDENTIALS_MAX; index += 1)
      await many.createCredential({ body: { name: `第${index}个` } })
    expect(await refusal(many.createCredential({ body: { name: '多一个' } }))).toMatchObject({
      errorCode: TOO_MANY_CREDENTIALS.code,
    })
  })

  it('reach the records of their own company alone', async () => {
    const companyId = await buildCompany(platform.db, '另一家')
    const other = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const theirs = await platform.client(xapi, other).createCredential({ body: { name: '课件' } })
    const id = await store(statement())
    expect((await send(`statements?statementId=${id}`)).statusCode).toBe(200)
    expect((await send(`statements?statementId=${id}`, { as: theirs })).statusCode).toBe(404)
    expect((await send('statements', { as: theirs })).json().statements).toEqual([])
    // Nor does an administrator of ours revoke what is theirs.
    const foreign = platform.client(xapi, chief).revokeCredential({ params: { id: theirs.id } })
    expect(await refusal(foreign)).toMatchObject({ errorCode: NOT_FOUND.code })
    expect((await send('statements', { as: theirs })).statusCode).toBe(200)
  })
})

describe('statements', () => {
  it('come back as they were sent, with what the record store adds', async () => {
    const sent = statement({
      result: { score: { scaled: 0.1, raw: 12345678.125 }, extensions: { 'http://e.com/x': null } },
    })
    const id = await store(sent)
    const back = (await send(`statements?statementId=${id}`)).json()
    expect(back).toMatchObject({ ...sent, id, version: '1.0.0' })
    expect(back.authority.account.name).toBe(credentials.username)
    expect(back.stored).toBe(new Date(platform.now).toISOString())
  })

  it('are stored once however often they are sent; another of the same id is a conflict, and nothing of its batch is stored', async () => {
    const id = newId()
    const first = statement({ id })
    expect((await send(`statements?statementId=${id}`, { method: 'PUT', body: first })).statusCode).toBe(204)
    expect((await send(`statements?statementId=${id}`, { method: 'PUT', body: first })).statusCode).toBe(204)
    const companion = statement({ id: newId() })
    const batch = [companion, { ...first, verb: { id: 'http://example.com/other' } }]
    expect((await send('statements', { method: 'POST', body: batch })).statusCode).toBe(409)
    expect((await send(`statements?statementId=${companion.id}`)).statusCode).toBe(404)
  })

  it('are found by agent, verb, activity and registration, also through what refers to them', async () => {
    const registration = newId()
    const [bea, carl] = [agent(`bea-${registration}`), agent(`carl-${registration}`)]
    const first = await store(statement({ actor: bea, context: { registration, instructor: carl } }))
    const about = await store(statement({ actor: agent('dora'), object: { objectType: 'StatementRef', id: first } }))
    expect(await found({ registration })).toEqual([about, first])
    expect(await found({ agent: JSON.stringify(bea), ascending: 'true' })).toEqual([first, about])
    expect(await found({ agent: JSON.stringify(carl) })).toEqual([])
    expect(await found({ agent: JSON.stringify(carl), related_agents: 'true' })).toEqual([about, first])
    expect(await found({ registration, verb: 'http://example.com/none' })).toEqual([])
  })

  it('are found from behind one instant up to another', async () => {
    const registration = newId()
    const stored: string[] = []
    for (let count = 0; count < 3; count += 1) {
      platform.now += 1000
      const id = await store(statement({ context: { registration } }))
      stored.push((await send(`statements?statementId=${id}`)).json().stored)
    }
    const [first, second, third] = stored as [string, string, string]
    const between = async (query: Readonly<Record<string, string>>) =>
      (await found({ registration, ascending: 'true', ...query })).length
    expect(await between({ since: first })).toBe(2)
    expect(await between({ until: second })).toBe(2)
    expect(await between({ since: first, until: second })).toBe(1)
    expect(await between({ since: third })).toBe(0)
  })

  it('are handed out page by page, each once', async () => {
    const registration = newId()
    const batch = Array.from({ length: 7 }, () => statement({ id: newId(), context: { registration } }))
    await send('statements', { method: 'POST', body: batch })
    const seen: string[] = []
    for (let next = `statements?registration=${registration}&limit=3`; next !== ''; ) {
      const { statements, more } = (await send(next)).json()
      seen.push(...statements.map(({ id }: { id: string }) => id))
      next = more.replace(/^\/xapi\//, '')
    }
    expect(seen).toEqual(batch.map(({ id }) => id).reverse())
  })

  it('are voided, also where the voiding one came first; a voiding one is not', async () => {
    const [late, registration] = [newId(), newId()]
    const voiding = { verb: { id: voided }, context: { registration } }
    const early = await store(statement({ ...voiding, object: { objectType: 'StatementRef', id: late } }))
    await store(statement({ id: late, context: { registration } }))
    await store(statement({ ...voiding, object: { objectType: 'StatementRef', id: early } }))
    expect((await send(`statements?statementId=${late}`)).statusCode).toBe(404)
    expect((await send(`statements?voidedStatementId=${late}`)).json()).toMatchObject({ id: late })
    expect((await send(`statements?statementId=${early}`)).statusCode).toBe(200)
    expect(await found({ registration })).not.toContain(late)
  })

  it.each([
    ['null where nothing may be', statement({ result: { response: null } })],
    ['a property that is none', statement({ mood: 'good' })],
    ['two ways to know an agent', statement({ actor: { ...agent('anna'), openid: 'http://anna.example.com' } })],
    [
      'an id twice',
      [
        statement({ id: '01900000-0000-7000-8000-000000000001' }),
        statement({ id: '01900000-0000-7000-8000-000000000001' }),
      ],
    ],
    ['a score above its greatest', statement({ result: { score: { raw: 11, max: 10 } } })],
    [
      'a statement in a statement in a statement',
      statement({
        object: {
          objectType: 'SubStatement',
          ...statement({ object: { objectType: 'SubStatement', ...statement() } }),
        },
      }),
    ],
    ['no date', statement({ timestamp: '2026-02-30T10:00:00Z' })],
    [
      'an attachment that was not sent',
      statement({
        attachments: [
          {
            usageType: 'http://e.com/u',
            display: { en: 'a' },
            contentType: 'text/plain',
            length: 1,
            sha2: createHash('sha256').update('x').digest('hex'),
          },
        ],
      }),
    ],
    ['no JSON', '{"actor":'],
  ])('are refused with %s', async (_, body) => {
    const answer = await send('statements', { method: 'POST', body })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).not.toBe('')
  })

  it('are refused for another version, unknown parameters and wrong values', async () => {
    expect((await send('statements', { headers: { 'x-experience-api-version': '0.95' } })).statusCode).toBe(400)
    expect((await send('statements?Verb=http://e.com/v')).statusCode).toBe(400)
    expect((await send('statements?limit=-1')).statusCode).toBe(400)
    expect((await send('statements?more=oops')).statusCode).toBe(400)
    expect((await send('statements', { method: 'DELETE' })).statusCode).toBe(405)
  })

  it('carry attachments there and back', async () => {
    const content = Buffer.from([0, 255, 13, 10, 45, 45])
    const sha2 = createHash('sha256').update(content).digest('hex')
    const attachment = {
      usageType: 'http://e.com/u',
      display: { en: 'raw' },
      contentType: 'application/x-raw',
      length: 6,
      sha2,
    }
    const sent = statement({ id: newId(), attachments: [attachment] })
    const body = Buffer.concat([
      Buffer.from(`--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(sent)}\r\n`),
      Buffer.from(
        `--b\r\nContent-Type: application/x-raw\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${sha2}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ])
    const headers = { 'content-type': 'multipart/mixed; boundary=b' }
    expect((await send('statements', { method: 'POST', body, headers })).statusCode).toBe(200)
    const back = await send(`statements?statementId=${sent.id}&attachments=true`)
    expect(back.headers['content-type']).toContain('multipart/mixed')
    expect(back.rawPayload.includes(content)).toBe(true)
    const broken = Buffer.from(body.toString('latin1').replace('\r\n\r\n\0', '\r\n\r\n\x01'), 'latin1')
    expect((await send('statements', { method: 'POST', body: broken, headers })).statusCode).toBe(400)
  })
})

describe('documents', () => {
  const profile = 'activities/profile?activityId=https%3A%2F%2Fexample.com%2Fa&profileId=settings'

  it('are replaced only by who knows what is there', async () => {
    const put = (body: unknown, headers: Record<string, string>) => send(profile, { method: 'PUT', body, headers })
    expect((await put({ a: 1 }, { 'if-none-match': '*' })).statusCode).toBe(204)
    expect((await put({ a: 2 }, { 'if-none-match': '*' })).statusCode).toBe(412)
    expect((await put({ a: 2 }, {})).statusCode).toBe(409)
    const etag = (await send(profile)).headers.etag as string
    expect((await put({ a: 2 }, { 'if-match': '"another"' })).statusCode).toBe(412)
    expect((await put({ a: 2 }, { 'if-match': etag })).statusCode).toBe(204)
    expect((await send(profile)).json()).toEqual({ a: 2 })
  })

  it('are merged when posted, where both are JSON objects', async () => {
    const state = `activities/state?activityId=https%3A%2F%2Fexample.com%2Fa&agent=${encodeURIComponent(JSON.stringify(agent('anna')))}&stateId=bookmark`
    expect((await send(state, { method: 'POST', body: { page: 1, open: true } })).statusCode).toBe(204)
    expect((await send(state, { method: 'POST', body: { page: 2 } })).statusCode).toBe(204)
    expect((await send(state)).json()).toEqual({ page: 2, open: true })
    expect(
      (await send(state, { method: 'POST', body: 'text', headers: { 'content-type': 'text/plain' } })).statusCode,
    ).toBe(400)
    expect((await send(state, { method: 'DELETE' })).statusCode).toBe(204)
    expect((await send(state)).statusCode).toBe(404)
  })
})

it('a member who is erased is nobody in the records', async () => {
  const member = await buildMember(platform.db, { companyId: chief.companyId })
  const self = { account: { homePage: 'http://localhost', name: member.id } }
  const id = await store(
    statement({ actor: { ...self, name: '水晶' }, context: { team: { objectType: 'Group', member: [self] } } }),
  )
  const records = personalData.all().find(({ module }) => module === 'xapi')
  if (!records) throw new Error('nobody owns the records')
  const owner = { companyId: chief.companyId, memberId: member.id, now: platform.now }
  const [kept] = await records.collect(platform.db, owner)
  expect(kept?.rows).toHaveLength(1)
  await records.erase(platform.db, owner)
  const back = await send(`statements?statementId=${id}`)
  expect(back.body).not.toMatch(new RegExp(`水晶|${member.id}`))
  expect(back.json().actor.account.homePage).toBe('urn:shuyuan:erased')
  const [none] = await records.collect(platform.db, owner)
  expect(none?.rows).toEqual([])
})
