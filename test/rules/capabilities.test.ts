/**
 * The list of `capabilities.ts` against the product. Every route that is open to anybody, or that takes something beside
 * the caller's token, stands in the list. Each capability is tried after each event: it ends where the list says so, with
 * the answer that the list names, and goes on where the list says why.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTimings } from '#modules/live/rooms/server/live/timings.ts'
import { roomModules, roomStage } from '#modules/live/rooms/server/room.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { buildMember, buildOrganization, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { addEventStreams, usualSettings } from '#modules/platform/messages/server/events.ts'
import { serverModules } from '#server/modules.ts'
import { listCalls } from './calls.ts'
import {
  type Capability,
  type CapabilityName,
  capabilities,
  type EventName,
  events,
  openRoutes,
} from './capabilities.ts'
import { type Holder, identityCalls, type Made, probes } from './capability-probes.ts'

const secondsMax = 20
const found = new Set<string>()

/** Every route of every server that this process builds. */
function watchRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if ((config as { declared?: true } | undefined)?.declared) return
    for (const one of [method].flat()) found.add(`${one} ${url}`)
  })
}
subscribe('fastify.initialization', watchRoutes)
afterAll(() => unsubscribe('fastify.initialization', watchRoutes))

const quick = { heartbeatMs: 1000, checkMs: 30, streamsPerMemberMax: 5, spreadMs: 20 }
const modules = roomModules().map((module) =>
  module.name === 'messages'
    ? {
        ...module,
        plugin: (...[app, outside, db]: Parameters<typeof addEventStreams>) => addEventStreams(app, outside, db, quick),
      }
    : module,
)
const stage = roomStage({ modules })
const { platform } = stage
const list = Object.entries(capabilities) as [CapabilityName, Capability][]
const lastingMs = 90 * 24 * 3_600_000
let chief: Holder['chief']
let chiefId: string

beforeAll(async () => {
  const member = await buildMember(platform.db, {
    companyId: stage.companyId,
    roles: ['super-admin'],
    now: platform.now + lastingMs,
  })
  chief = identityCalls(platform, member.token)
  chiefId = member.id
})

/** What a signed-in call takes beside the caller's token. */
const isSecret = (name: string) => /^(token|ticket|grant|resumeToken|refreshToken|secret)$/.test(name)

function takesSecret(schema: unknown): boolean {
  const properties = (schema as { properties?: Record<string, unknown> } | undefined)?.properties ?? {}
  return Object.keys(properties).some(isSecret)
}

function routesOfProduct(): string[] {
  const calls = listCalls(serverModules).filter(
    ({ endpoint }) =>
      endpoint.access === 'public' ||
      (!endpoint.security?.includes('secret') && [endpoint.params, endpoint.query, endpoint.body].some(takesSecret)),
  )
  const others = [...found].filter((route) => {
    const [method, url] = route.split(' ')
    // A server adds HEAD to each GET by itself.
    return method !== 'HEAD' || !found.has(`GET ${url}`)
  })
  return [...new Set([...calls.map(({ name }) => name), ...others])]
}

describe('the list of capabilities', () => {
  const listed = new Set([...list.flatMap(([, { routes }]) => routes), ...Object.keys(openRoutes)])

  it('names every route that somebody without a token, or with something else, may call', () => {
    expect(routesOfProduct().filter((route) => !listed.has(route))).toEqual([])
  })

  it('names no route that does not exist', () => {
    const real = new Set(routesOfProduct())
    expect([...listed].filter((route) => !real.has(route))).toEqual([])
  })

  it('has a trial for each, or the reason why not', () => {
    const untried = list.filter(([, { untried }]) => untried !== undefined).map(([name]) => name)
    expect(list.map(([name]) => name).filter((name) => !(name in probes))).toEqual(untried)
  })

  it('holds within its time where a connection is asked now and then', () => {
    expect(Math.max(usualTimings.sessionsMs, usualSettings.checkMs) / 1000).toBeLessThanOrEqual(secondsMax)
  })
})

/** A member with roles, a session that is tried, and another one elsewhere. */
async function buildHolder(): Promise<Holder> {
  const { db, now } = platform
  const member = await buildMember(db, { companyId: stage.companyId, roles: ['lecturer', 'super-admin'], now })
  const elsewhere = await buildSession(db, member, now)
  return { ...member, elsewhere, password: undefined, chief, chiefId, stage }
}

const causes: Readonly<Record<EventName, (holder: Holder, made: Made) => Promise<unknown>>> = {
  signOut: ({ token }) => platform.client(identity, token).endSession(),
  disabling: ({ id }) => chief.changeMembers({ body: { memberIds: [id], enabled: false } }),
  password: ({ elsewhere, password }) =>
    platform.client(identity, elsewhere).changePassword({
      body: { ...(password !== undefined && { oldPassword: password }), newPassword: 'Wind-2027' },
    }),
  async roles({ id }) {
    const { items } = await chief.listGrants({ query: { memberId: id, page: 1, pageSize: 10 } })
    for (const grant of items) await chief.revokeRole({ params: { id: grant.id } })
  },
  async organization({ id, companyId }) {
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    await chief.changeMembers({ body: { memberIds: [id], organizationId } })
  },
  deletion: async (_, made) => made.remove?.(),
}

const tried = list.filter(([name]) => name in probes)

describe.each(tried)('%s', (name, { cells }) => {
  const probe = probes[name] as NonNullable<(typeof probes)[CapabilityName]>

  it('opens', async () => {
    expect(await (await probe(await buildHolder())).use(true)).toBe('ok')
  })

  const happening = (Object.keys(events) as EventName[]).filter((event) => !('never' in cells[event]))
  it.each(happening.map((event) => [events[event], event] as const))('%s', async (_, event) => {
    const holder = await buildHolder()
    const made = await probe(holder)
    await causes[event](holder, made)
    const cell = cells[event]
    const answer = await made.use('stays' in cell)
    if ('ends' in cell) expect(cell.ends.split(/[,;] /)[0]).toBe(answer)
    else expect(answer).toBe('ok')
  })
})
