/**
 * The legacy paths of lives, made from the requirements that name them ("Legacy form of …"): what the table's legacy path
 * answers is what its new path answers. The paths are those of docs/spec/calls.tsv.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { formOf, publishedLive, type Scene, buildScene as sceneOf } from '#modules/live/server/scene.ts'
import { apiPrefix } from '#server/http/app.ts'
import { testPlatform } from '#test/harness.ts'
import { readTable, requirementsThatQuote } from './tables.ts'

const legacyBase = '/course-study/gensee-student'
const newBase = '/live/new'
const platform = testPlatform()
let scene: Scene
/** A live for each family, made in the same way: a writing call changes its own. */
let lives: { readonly newOne: string; readonly legacyOne: string }

beforeAll(async () => {
  scene = await sceneOf(platform)
  const make = async (subject: string) => publishedLive(platform, scene.host, { subject })
  lives = { newOne: await make('消防演练一'), legacyOne: await make('消防演练二') }
})

const requirements = [...requirementsThatQuote(/^\[[^\]]*\] .*?`([A-Z]+ [^`]+)`: Legacy form of /)].flatMap(
  ([row, all]) => all.map(({ id }) => ({ id, row })),
)

/** Calls that a learner makes; the others are the host's. */
const ofLearner = /\/(subscribe|cancel-subscribe|enter|front|sub-status)\b/

/** The order in which the writing calls are possible with the same live. */
const order = ['apply', 'update', 'subscribe', 'cancel-subscribe', 'start', 'revoke', 're-publish']
const place = (row: string) => order.findIndex((name) => row.includes(`/${name}`))
const writing = requirements.filter(({ row }) => place(row) >= 0).sort((a, b) => place(a.row) - place(b.row))
const reading = requirements.filter(({ row }) => place(row) < 0)

const bodies: Readonly<Record<string, (subject: string) => object>> = {
  apply: (subject) => formOf(platform, { subject }),
  update: (subject) => formOf(platform, { subject }),
}

async function answerOf(row: string, id: string, subject: string) {
  const [method = '', path = ''] = row.split(' ')
  const body = bodies[order[place(row)] ?? '']?.(subject)
  const token = (ofLearner.test(path) ? scene.learner : scene.host).token
  const query = path.includes('enter-url')
    ? '?identity=2&urlType=2'
    : path.includes('members')
      ? `?businessId=${id}`
      : ''
  const answer = await platform.app.inject({
    method: method as Endpoint['method'],
    url: apiPrefix + path.replace('{id}', id) + query,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, body: answer.json() as unknown }
}

const firstPath = (row: string) => row.replace(legacyBase, newBase)

describe('a legacy path of lives', () => {
  it('has a requirement, and a row of the table', () => {
    const rows = readTable('calls', ['domain', 'method', 'path']).filter(({ path }) => path.startsWith(legacyBase))
    const names = rows.map(({ method, path }) => `${method} ${path}`)
    expect(requirements.map(({ row }) => row).sort()).toEqual(names.sort())
  })

  it.each(reading.map(({ id, row }) => [id, row] as const))(
    '[%s] %s answers what the new one does',
    async (_id, row) => {
      const { newOne } = lives
      const legacy = await answerOf(row, newOne, '')
      expect(legacy.status).toBe(200)
      expect(legacy).toEqual(await answerOf(firstPath(row), newOne, ''))
    },
  )

  it.each(writing.map(({ id, row }) => [id, row] as const))('[%s] %s does what the new one does', async (_id, row) => {
    const legacy = await answerOf(row, lives.legacyOne, '电气安全一')
    const first = await answerOf(firstPath(row), lives.newOne, '电气安全二')
    expect(legacy.status).toBe(200)
    expect(first.status).toBe(200)
    expect(withoutOwnValues(legacy.body)).toEqual(withoutOwnValues(first.body))
    const [after, afterFirst] = await Promise.all([
      answerOf(`GET ${newBase}/{id}`, lives.legacyOne, ''),
      answerOf(`GET ${newBase}/{id}`, lives.newOne, ''),
    ])
    expect(withoutOwnValues(after.body)).toEqual(withoutOwnValues(afterFirst.body))
  })
})

/** What two lives that were made alike differ in: their ids and names, and what is made from these. */
function withoutOwnValues(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '')
    .replace(/消防演练.|电气安全./g, '')
  return JSON.parse(text)
}
