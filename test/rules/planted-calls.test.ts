/** The matrix and the hostile input have been seen to fail: on a module that breaks each law of a call. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#kit/contract.ts'
import { Body, Done, Id } from '#kit/schema.ts'
import { permissions } from '#modules/platform/identity/server/permissions.ts'
import { identityServer } from '#modules/platform/identity/server.ts'
import { type Routes, type ServerModule, serverModule } from '#server/module.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { accessProblems, buildRoles } from './access.ts'
import { type Call, listCalls } from './calls.ts'
import { createWorld, fuzzCall, type World, watched } from './fuzz.ts'

const Names = Type.Object({ items: Type.Array(Type.String()) })

const planted = contract({
  everybody: {
    method: 'GET',
    path: '/planted/members',
    summary: 'Forgets the company',
    access: 'signed-in',
    response: Names,
  },
  rename: {
    method: 'PUT',
    path: '/planted/organization/{organizationId}',
    summary: 'Writes to whatever row is named',
    access: 'signed-in',
    params: Type.Object({ organizationId: Id }),
    body: Body({ code: Type.Optional(Type.Null()) }),
    response: Done,
  },
  numbered: {
    method: 'POST',
    path: '/planted/number',
    summary: 'Believes that any text is a number',
    access: 'signed-in',
    body: Body({ number: Type.String({ maxLength: 100 }) }),
    response: Done,
  },
  guarded: {
    method: 'POST',
    path: '/planted/guarded',
    summary: 'Asks for a permission',
    access: { permission: 'settings.manage' },
    response: Done,
  },
  sound: {
    method: 'GET',
    path: '/planted/sound',
    summary: 'Does nothing wrong',
    access: 'signed-in',
    response: Done,
  },
  escapes: {
    method: 'POST',
    path: '/planted/escape',
    summary: 'Queries beside its transaction',
    access: 'public',
    response: Done,
  },
  smuggles: {
    method: 'POST',
    path: '/planted/sms',
    summary: 'Talks to the network inside its transaction',
    access: 'public',
    response: Done,
  },
})

const routes: Routes<unknown, typeof planted> = {
  async everybody(db) {
    const { rows } = await sql<{ full_name: string }>`select full_name from identity.member`.execute(db)
    return { items: rows.map((row) => row.full_name) }
  },
  async rename(db, { params }) {
    await sql`update identity.organization set name = 'renamed' where id = ${params.organizationId}`.execute(db)
    return {}
  },
  async numbered(db, { body }) {
    await sql`select ${body.number}::int`.execute(db)
    return {}
  },
  async guarded() {
    return {}
  },
  async sound() {
    return {}
  },
  async escapes() {
    await sql`select 1`.execute(platform.root)
    return {}
  },
  async smuggles(_db, _input, { outside }) {
    await outside.sendSms({ phone: '13800000000', template: 'verification-code', parameters: {} })
    return {}
  },
}

/** Gives everybody every permission. */
const careless: ServerModule = {
  ...identityServer,
  async authenticate(db, token, now) {
    const caller = await identityServer.authenticate?.(db, token, now)
    if (!caller) throw new Error('identity authenticates')
    const all = new Map(permissions.map((permission) => [permission as string, [caller.companyId]]))
    return { ...caller, permissions: all }
  },
}

const plantedServer = serverModule({ name: 'planted', contract: planted, routes })

stopRecording()
const calls = listCalls([plantedServer])
const platform = testPlatform({ modules: [identityServer, watched(plantedServer)] })
const carelessPlatform = testPlatform({ modules: [careless, plantedServer] })
let world: World

beforeAll(async () => {
  world = await createWorld(platform)
})

function callOf(key: keyof typeof planted): Call {
  const call = calls.find((one) => one.name === `planted.${key}`)
  if (!call) throw new Error(`no call ${key}`)
  return call
}

const fuzz = async (key: keyof typeof planted) => (await fuzzCall(world, callOf(key), 40, 1)).join('\n')

describe('hostile input', () => {
  it("reports another company's rows in an answer", async () => {
    expect(await fuzz('everybody')).toContain('in the answer to')
  })

  it("reports a write to another company's row", async () => {
    expect(await fuzz('rename')).toContain("wrote to the other company's rows of identity.organization")
  })

  it('reports a 5xx', async () => {
    expect(await fuzz('numbered')).toMatch(/^500 to .*number/)
  })

  it('reports nothing where nothing is wrong', async () => {
    expect(await fuzz('sound')).toBe('')
  })
})

describe('the matrix', () => {
  it('reports a permission that is not asked for', async () => {
    const tokens = await buildRoles(carelessPlatform)
    const problems = await accessProblems(carelessPlatform, callOf('guarded'), tokens)
    expect(problems).toContain('learner: 200 , not refused')
  })

  it('reports nothing where nothing is wrong', async () => {
    const tokens = await buildRoles(platform)
    expect(await accessProblems(platform, callOf('guarded'), tokens)).toEqual([])
  })
})

describe('the harness', () => {
  it('fails a network call inside a transaction', async () => {
    const answer = await platform.app.inject({ method: 'POST', url: '/api/v1/planted/sms' })
    expect(answer.statusCode).toBe(500)
    expect(platform.sentSms).toEqual([])
  })

  it('notices a query that escapes its transaction', async () => {
    const answer = await platform.app.inject({ method: 'POST', url: '/api/v1/planted/escape' })
    expect(answer.statusCode).toBe(503)
    expect(platform.escaped.splice(0)).toEqual(['planted.escapes'])
  })
})
