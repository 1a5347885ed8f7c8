import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { registerExtensions } from '#server/extension.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { packages } from '../contract.ts'
import { type ArchiveFiles, archiveOf, uploadArchive } from './archives.fixture.ts'
import { buildContentApp } from './content/app.ts'
import { launchPackage } from './launches.ts'
import { type PackageOutcome, packageOutcome } from './outcome.ts'
import { waivePackage } from './runtime/cmi5-satisfied.ts'

const platform = testPlatform()
let content: FastifyInstance
let author: BuiltMember
let learner: BuiltMember
let other: BuiltMember
const outcomes: PackageOutcome[] = []

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId, fullName: '林学员' })
  other = await buildMember(platform.db, { companyId })
  content = buildContentApp(platform.outside, platform.db)
  const listener = packageOutcome({
    async outcome(_db, outcome) {
      outcomes.push(outcome)
    },
  })
  registerExtensions([...serverModules, { extensions: [listener] }])
})
afterAll(() => content.close())
beforeEach(() => {
  outcomes.length = 0
})

async function made(files: ArchiveFiles): Promise<string> {
  const { db: connection, outside } = platform
  const fileId = await uploadArchive(archiveOf(files), { connection, outside, member: author })
  const { id } = await platform.client(packages, author).createPackage({ body: { fileId } })
  await platform.runJobs()
  // What is said counts at once here: credible-time.test.ts is about the rest.
  await platform.client(packages, author).setShortestTime({ params: { id }, body: { seconds: 0 } })
  return id
}

const place = () => ({ courseId: newId(), sectionId: newId() })

async function launched(packageId: string, registrationKey = place(), mode: 'learn' | 'preview' = 'learn') {
  const caller = await callerOf(platform.db, learner)
  const { launchUrl } = await launchPackage(platform.db, platform.outside, { caller, packageId, registrationKey, mode })
  const path = new URL(launchUrl).pathname
  const { units } = (await content.inject({ url: `${path}~/launch` })).json<{
    units: { id: string; isDone: boolean }[]
  }>()
  const open = async (index = 0) => {
    const opened = await content.inject({ method: 'POST', url: `${path}~/units/${units[index]?.id}` })
    return new URL(opened.json<{ url: string }>().url)
  }
  return { path, units, open }
}

type Statement = Record<string, unknown>

/** A session of content as it sees itself: its parameters, its credentials, and what it says. */
async function session(url: URL, credentials?: string) {
  const { searchParams } = url
  const fetchUrl = searchParams.get('fetch')
  const fetched = fetchUrl ? (await content.inject({ method: 'POST', url: new URL(fetchUrl).pathname })).json() : {}
  const token = credentials ?? fetched['auth-token'] ?? searchParams.get('auth')?.slice('Basic '.length)
  const endpoint = new URL(searchParams.get('endpoint') ?? '').pathname
  const headers = { authorization: `Basic ${token}`, 'x-experience-api-version': '1.0.3' }
  const actor = JSON.parse(searchParams.get('actor') ?? '{}') as Statement
  const registration = searchParams.get('registration')
  const ask = (method: 'GET' | 'POST' | 'PUT', resource: string, payload?: object) =>
    content.inject({ method, url: `${endpoint}${resource}`, headers, ...(payload && { payload }) })
  return { actor, registration, fetchUrl, token, ask }
}

const verb = (name: string) => ({ id: `http://adlnet.gov/expapi/verbs/${name}` })

const structure = (
  units: string,
) => `<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="https://example.com/course"><title><langstring lang="zh-CN">课</langstring></title></course>${units}</courseStructure>`
const au = (id: string, attributes: string) =>
  `<au id="https://example.com/${id}" ${attributes}><title><langstring lang="zh-CN">${id}</langstring></title><url>index.html?x=1</url></au>`
const cmi5 = (units: string) => ({ 'index.html': '<p/>', 'cmi5.xml': structure(units) })

async function cmi5Session(url: URL) {
  const { ask, ...rest } = await session(url)
  const activityId = url.searchParams.get('activityId') ?? ''
  const agent = encodeURIComponent(url.searchParams.get('actor') ?? '')
  const state = `activities/state?stateId=LMS.LaunchData&activityId=${encodeURIComponent(activityId)}&agent=${agent}&registration=${rest.registration}`
  const launchData = (await ask('GET', state)).json()
  const say = async (name: string, result?: object, change: (statement: Statement) => Statement = (one) => one) => {
    const { contextActivities, extensions } = launchData.contextTemplate
    const category = [{ id: 'https://w3id.org/xapi/cmi5/context/categories/cmi5' }]
    const context = {
      registration: rest.registration,
      contextActivities: { ...contextActivities, category },
      extensions,
    }
    const statement = {
      actor: rest.actor,
      verb: verb(name),
      object: { id: activityId },
      context,
      ...(result && { result }),
    }
    return (await ask('POST', 'statements', change(statement))).statusCode
  }
  return { ...rest, ask, activityId, launchData, say }
}

/** The platform's own statements of the registration, oldest first. */
async function said(registration: string | null): Promise<string[]> {
  const { rows } = await sql<{ verb: string; activity: string }>`
    select verb, activity from xapi.statement where registration = ${registration} order by position`.execute(
    platform.root,
  )
  return rows.map(({ verb: id }) => id.split('/').at(-1) ?? '')
}

describe('cmi5', () => {
  it('hands out the credentials once, and lays LMS.LaunchData ready', async () => {
    const { open } = await launched(
      await made(cmi5(au('a', 'moveOn="Passed" masteryScore="0.8" launchMethod="AnyWindow"'))),
    )
    const url = await open()
    expect(url.searchParams.get('x')).toBe('1')
    const { launchData, fetchUrl, actor, token } = await cmi5Session(url)
    expect(actor).toMatchObject({ name: '林学员', account: { name: learner.id } })
    expect(launchData).toMatchObject({
      launchMode: 'Normal',
      moveOn: 'Passed',
      masteryScore: 0.8,
      launchMethod: 'AnyWindow',
    })
    expect(launchData.contextTemplate.contextActivities.grouping).toMatchObject([{ id: 'https://example.com/a' }])
    expect(token).toMatch(/^[A-Za-z0-9+/=]+$/)
    const again = await content.inject({ method: 'POST', url: new URL(fetchUrl ?? '').pathname })
    expect(again.statusCode).toBe(200)
    expect(again.json()).toMatchObject({ 'error-code': '1' })
  })

  it('is done by its moveOn, and says so once', async () => {
    const key = place()
    const { open } = await launched(await made(cmi5(au('a', 'moveOn="CompletedAndPassed" masteryScore="0.8"'))), key)
    const { say, registration } = await cmi5Session(await open())
    expect(await say('initialized')).toBe(200)
    expect(await say('completed', { completion: true, duration: 'PT1M' })).toBe(200)
    expect(outcomes.every(({ completed }) => !completed)).toBe(true)
    expect(await say('passed', { success: true, score: { scaled: 0.9 }, duration: 'PT1M' })).toBe(200)
    expect(outcomes.at(-1)).toMatchObject({
      registrationKey: key,
      completed: true,
      passed: true,
      scorePercent: 90,
      progressPercent: 100,
    })
    expect(await say('terminated', { duration: 'PT1M' })).toBe(200)
    expect(await said(registration)).toEqual([
      'launched',
      'initialized',
      'completed',
      'satisfied',
      'satisfied',
      'passed',
      'terminated',
    ])
  })

  it.each([
    ['Passed', 'passed', { success: true }],
    ['Completed', 'completed', { completion: true }],
    ['CompletedOrPassed', 'completed', { completion: true }],
    ['CompletedOrPassed', 'passed', { success: true }],
  ])('with moveOn %s is done when it is %s', async (moveOn, name, result) => {
    const { open } = await launched(await made(cmi5(au('a', `moveOn="${moveOn}"`))))
    const { say } = await cmi5Session(await open())
    await say('initialized')
    expect(outcomes.every(({ completed }) => !completed)).toBe(true)
    expect(await say(name, result)).toBe(200)
    expect(outcomes.at(-1)).toMatchObject({ completed: true })
  })

  it('may not say what its session does not allow', async () => {
    const { open } = await launched(await made(cmi5(au('a', 'moveOn="Passed" masteryScore="0.8"'))))
    const { say } = await cmi5Session(await open())
    expect(await say('completed', { completion: true })).toBe(403)
    expect(await say('initialized')).toBe(200)
    expect(await say('initialized')).toBe(403)
    expect(await say('passed', { success: true, score: { scaled: 0.79 } })).toBe(403)
    expect(await say('failed', { success: false, score: { scaled: 0.8 } })).toBe(403)
    expect(await say('passed', { success: false })).toBe(403)
    expect(await say('satisfied')).toBe(403)
    const foreign = (statement: Statement) => ({ ...statement, object: { id: 'https://example.com/other' } })
    expect(await say('completed', { completion: true }, foreign)).toBe(403)
    expect(await say('completed', { completion: true })).toBe(200)
    expect(await say('completed', { completion: true })).toBe(403)
    expect(await say('terminated')).toBe(200)
    expect(await say('passed', { success: true, score: { scaled: 1 } })).toBe(403)
    expect(outcomes.every(({ completed, passed }) => !completed && passed !== true)).toBe(true)
  })

  it('says nothing of others, and sees nothing of them', async () => {
    const { open } = await launched(await made(cmi5(au('a', 'moveOn="Passed"'))))
    const { say, ask, actor } = await cmi5Session(await open())
    await say('initialized')
    const someone = { ...actor, account: { ...(actor.account as object), name: other.id } }
    expect(await say('passed', { success: true }, (one) => ({ ...one, actor: someone }))).toBe(403)
    const elsewhere = (one: Statement) => ({ ...one, context: { ...(one.context as object), registration: newId() } })
    expect(await say('passed', { success: true }, elsewhere)).toBe(403)
    expect((await ask('GET', 'statements')).statusCode).toBe(403)
    const of = (agent: object) => `statements?agent=${encodeURIComponent(JSON.stringify(agent))}`
    expect((await ask('GET', of(someone))).statusCode).toBe(403)
    expect((await ask('GET', of(actor))).statusCode).toBe(200)
    expect(
      (await ask('PUT', `agents/profile?profileId=x&agent=${encodeURIComponent(JSON.stringify(someone))}`, {}))
        .statusCode,
    ).toBe(403)
    const stranger = await session(await open(), Buffer.from('a:b').toString('base64'))
    expect((await stranger.ask('GET', of(actor))).statusCode).toBe(401)
  })

  it.each([0, 1])('abandons the session that never ended, when the unit or another is opened (%i)', async (index) => {
    const { open } = await launched(await made(cmi5(au('a', 'moveOn="Passed"') + au('b', 'moveOn="Passed"'))))
    const first = await cmi5Session(await open(0))
    await first.say('initialized')
    platform.now += 5000
    const second = await cmi5Session(await open(index))
    expect(await said(first.registration)).toEqual(['launched', 'initialized', 'abandoned', 'launched'])
    expect(await first.say('passed', { success: true })).toBe(403)
    await second.say('initialized')
    expect(await second.say('passed', { success: true })).toBe(200)
  })

  it('waives every open unit of a waived package, and satisfies it with its block and the course', async () => {
    const packageId = await made(cmi5(au('a', 'moveOn="Passed"') + au('b', 'moveOn="Passed"')))
    const registrationKey = place()
    const { open } = await launched(packageId, registrationKey)
    const { say, registration } = await cmi5Session(await open(0))
    await say('initialized')
    await say('passed', { success: true })
    outcomes.length = 0
    const { companyId, id: memberId } = learner
    const waiver = { companyId, memberId, packageId, registrationKey, now: platform.now }
    await waivePackage(platform.db, platform.outside, waiver)
    const words = ['launched', 'initialized', 'satisfied', 'passed', 'waived', 'satisfied', 'satisfied']
    expect(await said(registration)).toEqual(words)
    expect(outcomes).toMatchObject([{ packageId, memberId, completed: true, passed: true, progressPercent: 100 }])
    // A second time there is nothing left to be waived.
    await waivePackage(platform.db, platform.outside, waiver)
    expect(await said(registration)).toEqual(words)
  })

  it('waives also what was never opened, and only for the company whose package it is', async () => {
    const packageId = await made(cmi5(au('a', 'moveOn="Passed"')))
    const waiver = { memberId: learner.id, packageId, registrationKey: place(), now: platform.now }
    await waivePackage(platform.db, platform.outside, { ...waiver, companyId: newId() })
    expect(outcomes).toHaveLength(0)
    await waivePackage(platform.db, platform.outside, { ...waiver, companyId: learner.companyId })
    expect(outcomes).toMatchObject([{ completed: true }])
    const { rows } = await sql<{ result: object }>`
      select content::jsonb -> 'result' as result from xapi.statement
      where verb like '%/waived' and registration = (select id from packages.attempt where package_id = ${packageId})`.execute(
      platform.root,
    )
    const extensions = { 'https://w3id.org/xapi/cmi5/result/extensions/reason': 'Administrative' }
    expect(rows).toEqual([{ result: { success: true, completion: true, extensions } }])
  })

  it('satisfies a block with its last unit, and the course with its last block', async () => {
    const block = `<block id="https://example.com/block"><title><langstring lang="zh-CN">块</langstring></title>${au('a', 'moveOn="Passed"')}${au('b', 'moveOn="Passed"')}</block>`
    const { open, units } = await launched(await made(cmi5(`${block}${au('c', 'moveOn="Completed"')}`)))
    expect(units).toHaveLength(4)
    const pass = async (index: number, name: string, result: object) => {
      const { say, registration } = await cmi5Session(await open(index))
      await say('initialized')
      await say(name, result)
      return registration
    }
    await pass(1, 'passed', { success: true })
    const registration = await pass(2, 'passed', { success: true })
    const satisfied = async () => {
      const { rows } = await sql<{ activity: string }>`
        select activity from xapi.statement where registration = ${registration} and verb like '%satisfied' order by position`.execute(
        platform.root,
      )
      return rows.map(({ activity }) => activity).filter((id) => id.startsWith('https://example.com'))
    }
    expect(await satisfied()).toEqual(['https://example.com/block'])
    expect(outcomes.at(-1)).toMatchObject({ completed: false, progressPercent: 66 })
    await pass(3, 'completed', { completion: true })
    expect(await satisfied()).toEqual(['https://example.com/block', 'https://example.com/course'])
    expect(outcomes.at(-1)).toMatchObject({ completed: true })
  })

  it('of a preview leaves nothing in the record store', async () => {
    const { open } = await launched(await made(cmi5(au('a', 'moveOn="Passed"'))), place(), 'preview')
    const { launchData, say, registration } = await cmi5Session(await open())
    expect(launchData.launchMode).toBe('Browse')
    expect(await say('initialized')).toBe(200)
    expect(await said(registration)).toEqual([])
    expect(outcomes).toHaveLength(0)
  })
})

describe('xAPI', () => {
  const tincan =
    '<tincan xmlns="http://projecttincan.com/tincan.xsd"><activities><activity id="https://example.com/course" type="http://adlnet.gov/expapi/activities/course"><name>课</name><launch>index.html</launch></activity></activities></tincan>'

  it('tells what was achieved in the course, and only about the course', async () => {
    const { open } = await launched(await made({ 'index.html': '<p/>', 'tincan.xml': tincan }))
    const { ask, actor, registration } = await session(await open())
    const context = { registration }
    const about = (id: string, name: string, result: object) =>
      ask('POST', 'statements', { actor, verb: verb(name), object: { id }, context, result })
    expect(
      (await about('https://example.com/course/q1', 'passed', { success: true, score: { scaled: 1 } })).statusCode,
    ).toBe(200)
    expect(outcomes).toHaveLength(0)
    await about('https://example.com/course', 'progressed', {
      extensions: { 'https://w3id.org/xapi/cmi5/result/extensions/progress': 40 },
    })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, progressPercent: 40 })
    await about('https://example.com/course', 'failed', { success: false, score: { scaled: 0.3 } })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, passed: false, scorePercent: 30 })
    await about('https://example.com/course', 'passed', { success: true, score: { raw: 45, min: 0, max: 50 } })
    expect(outcomes.at(-1)).toMatchObject({ completed: true, passed: true, scorePercent: 90 })
  })

  it('counts a statement once that is sent twice', async () => {
    const { open } = await launched(await made({ 'index.html': '<p/>', 'tincan.xml': tincan }))
    const { ask, actor } = await session(await open())
    const statement = {
      id: newId(),
      actor,
      verb: verb('completed'),
      object: { id: 'https://example.com/course' },
      timestamp: '2026-01-01T00:00:00Z',
    }
    expect((await ask('POST', 'statements', statement)).statusCode).toBe(200)
    expect((await ask('POST', 'statements', statement)).statusCode).toBe(200)
    expect(outcomes).toHaveLength(1)
    expect((await ask('POST', 'statements', { ...statement, verb: verb('failed') })).statusCode).toBe(409)
    expect((await ask('POST', 'statements', { actor, verb: {} })).statusCode).toBe(400)
  })
})

describe('H5P', () => {
  const h5p = {
    'h5p.json':
      '{"title":"测验","mainLibrary":"H5P.Demo","preloadedDependencies":[{"machineName":"H5P.Demo","majorVersion":1,"minorVersion":0}]}',
    'content/content.json': '{}',
    'H5P.Demo-1.0/library.json': '{}',
  }
  const statement = (name: string, more: object = {}) => ({
    actor: { objectType: 'Agent', name: 'nobody', mbox: 'mailto:nobody@example.com' },
    verb: { id: `http://adlnet.gov/expapi/verbs/${name}`, display: { 'en-US': name } },
    object: { id: 'https://example.com/quiz', objectType: 'Activity' },
    ...more,
  })

  it('is evaluated by the learner’s statements about its whole content', async () => {
    const { path } = await launched(await made(h5p))
    const send = (body: object) => content.inject({ method: 'POST', url: `${path}~/statement`, payload: body })
    const part = { context: { contextActivities: { parent: [{ id: 'https://example.com/quiz' }] } } }
    const result = { completion: true, success: true, score: { raw: 4, min: 0, max: 5, scaled: 0.8 } }
    expect((await send({ id: newId(), statement: statement('answered', { ...part, result }) })).statusCode).toBe(200)
    expect(outcomes).toHaveLength(0)
    const id = newId()
    expect((await send({ id, statement: statement('answered', { result }) })).statusCode).toBe(200)
    expect((await send({ id, statement: statement('answered', { result }) })).statusCode).toBe(200)
    expect(outcomes).toMatchObject([{ completed: true, passed: true, scorePercent: 80 }])
    const { rows } = await sql<{ name: string }>`
      select content::jsonb #>> '{actor,account,name}' as name from xapi.statement where id = ${id}`.execute(
      platform.root,
    )
    expect(rows).toEqual([{ name: learner.id }])
    expect((await send({ id: newId(), statement: { verb: {} } })).statusCode).toBe(400)
    // Another one under an id that is taken, and one nested without end.
    expect((await send({ id, statement: statement('completed', { result }) })).statusCode).toBe(409)
    const nested = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`
    const headers = { 'content-type': 'application/json' }
    const payload = `{"id":"${newId()}","statement":{"result":${nested}}}`
    expect((await content.inject({ method: 'POST', url: `${path}~/statement`, headers, payload })).statusCode).toBe(400)
  })

  it('goes on where it was left', async () => {
    const packageId = await made(h5p)
    const key = place()
    const { path } = await launched(packageId, key)
    const keep = await content.inject({ method: 'POST', url: `${path}~/state`, payload: { data: '{"page":3}' } })
    expect(keep.statusCode).toBe(200)
    const again = await launched(packageId, key)
    const opened = await content.inject({ method: 'POST', url: `${again.path}~/units/${again.units[0]?.id}` })
    expect(opened.json()).toMatchObject({ state: '{"page":3}' })
    expect((await content.inject({ method: 'POST', url: `${path}~/state`, payload: {} })).statusCode).toBe(400)
  })
})
