/**
 * The legacy paths of lives, made from the requirements that name them ("Legacy form of …"): what the table's legacy path
 * answers is what its new path answers. The paths are those of docs/spec/calls.tsv.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { buildScene, formOf, publishedLive, type Scene } from '#modules/live/live/server/scene.fixture.ts'
import { apiPrefix } from '#server/http/app.ts'
import { testPlatform } from '#test/harness.ts'
import { readTable, requirementsThatQuote } from './tables.ts'

const legacyBase = '/course-study/gensee-student'
const newBase = '/live/new'
const platform = testPlatform()
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const requirements = [...requirementsThatQuote(/`([A-Z]+ [^`]+)`: Legacy form of /)].flatMap(([row, all]) =>
  all.map(({ id }): [string, string] => [id, row]),
)
const firstPath = (row: string) => row.replace(legacyBase, newBase)

/** Calls that a learner makes; the others are the host's. */
const ofLearner = /\/(front|subscribe|cancel-subscribe|enter|temp-url)(\/|$)/

/** The writing calls: what they send, and the call that makes them possible. */
const writing: Readonly<Record<string, { body?: (subject: string) => object; after?: string }>> = {
  apply: { body: (subject) => formOf(platform, { subject }) },
  update: { body: (subject) => formOf(platform, { subject }) },
  subscribe: {},
  'cancel-subscribe': { after: `POST ${newBase}/subscribe/{id}` },
  start: {},
  enter: { after: `GET ${newBase}/start/{id}` },
  revoke: {},
  're-publish': { after: `PUT ${newBase}/revoke/{id}` },
}
const actionOf = (row: string) => /(?:new|gensee-student)\/([\w-]+)/.exec(row)?.[1] ?? ''
const writes = (row: string) => actionOf(row) in writing

async function send(row: string, live: { readonly id: string; readonly subject: string }) {
  const [method = '', path = ''] = row.split(' ')
  const query = { 'enter-url': '?identity=2&urlType=1', 'relative-members': `?businessId=${live.id}` }[actionOf(row)]
  const body = writing[actionOf(row)]?.body?.(live.subject)
  const answer = await platform.app.inject({
    method: method as Endpoint['method'],
    url: `${apiPrefix}${path.replace('{id}', live.id)}${query ?? ''}`,
    headers: { authorization: `Bearer ${(ofLearner.test(path) ? scene.learner : scene.host).token}` },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, body: answer.json() as unknown }
}

/** What two lives that were made alike differ in: ids, tokens and names. */
function withoutOwnValues(value: unknown): unknown {
  const own = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=")[\w-]{43}(?=")|消防演练\d+/g
  return JSON.parse(JSON.stringify(value).replace(own, '…'))
}

let number = 0
async function makeLive() {
  number += 1
  const subject = `消防演练${number}`
  return { id: await publishedLive(platform, scene.host, { subject }), subject: `${subject}0` }
}

describe('a legacy path of lives', () => {
  it('has a requirement, and a row of the table', () => {
    const rows = readTable('calls', ['method', 'path']).filter(({ path }) => path.startsWith(legacyBase))
    const names = rows.map(({ method, path }) => `${method} ${path}`)
    expect(requirements.map(([, row]) => row).sort()).toEqual(names.sort())
  })

  it.each(requirements.filter(([, row]) => !writes(row)))('[%s] %s answers what the new one does', async (_id, row) => {
    const live = await makeLive()
    const legacy = await send(row, live)
    expect(legacy.status).toBe(200)
    expect(legacy).toEqual(await send(firstPath(row), live))
  })

  it.each(requirements.filter(([, row]) => writes(row)))('[%s] %s does what the new one does', async (_id, row) => {
    const outcomes: unknown[] = []
    for (const path of [row, firstPath(row)]) {
      const live = await makeLive()
      const { after } = writing[actionOf(row)] ?? {}
      if (after) expect(await send(after, live)).toMatchObject({ status: 200 })
      const answer = await send(path, live)
      expect(answer).toMatchObject({ status: 200 })
      outcomes.push(withoutOwnValues([answer, await send(`GET ${newBase}/{id}`, live)]))
    }
    expect(outcomes[0]).toEqual(outcomes[1])
  })
})
