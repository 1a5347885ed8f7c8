/** What holds for every call on the wire: its version, its parameters, its encodings, its refusals. */

import type { TObject } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { inputAboutNothing } from './access.ts'
import { type Call, errorCodeOf, listCalls, type SendOptions, type Sent, send } from './calls.ts'

stopRecording()
const platform = testPlatform()
const calls = listCalls(serverModules)
const named = (wanted: readonly Call[]) => wanted.map((call) => [call.name, call] as const)
let chief: BuiltMember

const nothing = '01900000-0000-7000-8000-000000000000'
/** Bodies of calls that a random one does not get past their own rules. */
const bodies: Readonly<Record<string, object>> = {
  'identity.createToken': { grantType: 'password', account: 'nobody-of-this-name', password: 'Sail-2026' },
  'currency.enjoyGrant': {
    enjoyId: nothing,
    type: 1,
    grantItems: JSON.stringify([{ joinId: nothing, tradeAmount: '100', joinType: 5 }]),
  },
  'community.apply': {
    enjoyType: 0,
    name: '航海笔记',
    desc: '船上的一年',
    topicIds: nothing,
    headPortrait: nothing,
  },
}

/** A well-formed call about things that do not exist. */
function inputOf(call: Call): Sent {
  const sent = inputAboutNothing(call, 0)
  return { ...sent, body: bodies[call.name] ?? sent.body }
}

beforeAll(async () => {
  const companyId = await buildCompany(platform.db, undefined, platform.now)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
})

/** Status and code of the answer to such a call. */
async function outcome(call: Call, more: Record<string, unknown>, options: SendOptions): Promise<string> {
  const sent = inputOf(call)
  const answer = await send(platform.app, call.endpoint, { ...sent, query: { ...sent.query, ...more } }, options)
  return `${answer.statusCode} ${errorCodeOf(answer) ?? ''}`
}

describe('the version of the interface', () => {
  it('[SHELL-047] is 1; a call of another version is refused before anything happens', async () => {
    const ask = (version?: string) =>
      platform.app.inject({
        url: '/api/v1/human/member/current',
        headers: { authorization: `Bearer ${chief.token}`, ...(version !== undefined && { version }) },
      })
    for (const version of [undefined, '1']) expect((await ask(version)).statusCode).toBe(200)
    for (const version of ['0', '2', '1.0', 'v1', '1, 1']) {
      const answer = await ask(version)
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { errorCode: 900006, data: { version } }])
    }
  })
})

describe('the time that a GET carries against caches', () => {
  const reads = calls.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.rate)

  it('[SHELL-050] changes nothing in the answer of any call', async () => {
    const { token } = chief
    const changed: string[] = []
    for (const call of reads) {
      const answer = await outcome(call, { _t: '1800000000000' }, { token })
      // Only a refused input can be about the time; then the answer without it tells.
      if (answer !== '422 900001') continue
      const without = await outcome(call, {}, { token })
      if (without !== answer) changed.push(`${call.name}: ${without} became ${answer}`)
    }
    expect(reads.length).toBeGreaterThan(250)
    expect(changed).toEqual([])
  })
})

describe('values that travel encoded', () => {
  const encoded = (text: string) => Buffer.from(text, 'utf8').toString('base64')

  it('[SHELL-053] are the base64 of their UTF-8, named in a header, and read back by the server', async () => {
    const [first, second] = ['密码Sail-26', '新密码Sail-27']
    const body = { memberName: 'linan', fullName: '林安', organizationId: chief.companyId, password: encoded(first) }
    const header = { headers: { 'x-encoded': 'password' } }
    await platform.client(identity, chief).createMember({ body }, header)

    const signIn = (given: object, headers: Record<string, string>) =>
      platform
        .client(identity)
        .createToken({ body: { grantType: 'password', account: 'linan', ...given } }, { headers })
    const plainly = await refusal(signIn({ password: encoded(first), newPassword: second }, {}))
    expect(plainly.errorCode).toBe(20170)
    const both = { 'x-encoded': 'password,newPassword' }
    await signIn({ password: encoded(first), newPassword: encoded(second) }, both)
    expect(await signIn({ password: second }, {})).toMatchObject({ token_type: 'Bearer' })
  })

  it('[SHELL-053] are every password of every call', () => {
    const fields = calls.flatMap(({ name, endpoint }) =>
      Object.keys((endpoint.body as TObject | undefined)?.properties ?? {})
        .filter((field) => /password/i.test(field))
        .map((field) => ({ field: `${name}.${field}`, flagged: endpoint.security?.includes(field) ?? false })),
    )
    expect(fields.length).toBeGreaterThan(5)
    expect(fields.filter(({ flagged }) => !flagged)).toEqual([])
  })
})

describe('calls that the browser sends as a form', () => {
  const forms = calls.filter(({ endpoint }) => endpoint.form && endpoint.body)

  /** A body as a form has it: all is text, a list repeats its name. */
  function formOf(body: object): string {
    const pairs = Object.entries(body).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
    )
    return new URLSearchParams(pairs).toString()
  }

  it.each(named(forms))('[SHELL-054] %s is taken as a form as it is taken as JSON', async (_, call) => {
    const { token } = chief
    const asJson = await outcome(call, {}, { token })
    const text = formOf(inputOf(call).body as object)
    const asForm = await outcome(call, {}, { token, raw: { type: 'application/x-www-form-urlencoded', text } })
    expect(asForm).toBe(asJson)
    expect(asForm).not.toContain('900001')
    const spoilt = { type: 'application/x-www-form-urlencoded', text: `${text}&nobodyAskedForThis=1` }
    expect(await outcome(call, {}, { token, raw: spoilt })).toBe('422 900001')
  })
})

describe('a rule that is broken', () => {
  it('[SHELL-125] is answered with 422 and a JSON body whose errorCode is a number', async () => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/v1/oauth/token',
      payload: { grantType: 'password', account: 'nobody-here-either', password: 'Sail-2026' },
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.json()).toMatchObject({ errorCode: 20170, message: expect.any(String) })
  })
})
