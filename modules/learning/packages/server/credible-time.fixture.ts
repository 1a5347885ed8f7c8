/** Packages of every kind whose results come sooner than their author finds credible, and what their place hears of it. */
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { registerExtensions } from '#server/extension.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, type TestPlatform } from '#test/harness.ts'
import { packages } from '../contract.ts'
import { type ArchiveFiles, archiveOf, scormManifest, uploadArchive } from './archives.fixture.ts'
import { buildContentApp } from './content/app.ts'
import { launchPackage } from './launches.ts'
import { type PackageOutcome, packageOutcome } from './outcome.ts'

export const minuteMs = 60_000
export const place = () => ({ courseId: newId(), sectionId: newId() })

export const sco = (version: '1.2' | '2004', identifiers = ['A'], metadata = ''): ArchiveFiles => ({
  'index.html': '<p/>',
  'imsmanifest.xml': scormManifest(
    version,
    '课',
    identifiers.map((identifier) => ({ identifier, title: identifier, href: 'index.html', more: metadata })),
  ),
})
export const cmi5 = {
  'index.html': '<p/>',
  'cmi5.xml': `<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"><course id="https://example.com/c">
    <title><langstring>c</langstring></title></course><au id="https://example.com/a" moveOn="Passed"><title><langstring>a</langstring></title>
    <url>index.html</url></au></courseStructure>`,
}
export const xapi = {
  'index.html': '<p/>',
  'tincan.xml':
    '<tincan xmlns="http://projecttincan.com/tincan.xsd"><activities><activity id="https://example.com/x" type="http://adlnet.gov/expapi/activities/course"><name>x</name><launch>index.html</launch></activity></activities></tincan>',
}
export const h5p = {
  'h5p.json':
    '{"title":"测验","mainLibrary":"H5P.Demo","preloadedDependencies":[{"machineName":"H5P.Demo","majorVersion":1,"minorVersion":0}]}',
  'content/content.json': '{}',
  'H5P.Demo-1.0/library.json': '{}',
}
export const done12 = { core: { lesson_status: 'passed', score: { raw: '90' } }, suspend_data: 'kept' }

const result = { completion: true, success: true, score: { scaled: 0.9 } }
const statement = (name: string) => ({
  verb: { id: `http://adlnet.gov/expapi/verbs/${name}` },
  object: { id: 'https://example.com/quiz' },
  result,
})
interface LaunchState {
  readonly waitsMs: number | null
  readonly units: readonly { readonly id: string; readonly isDone: boolean }[]
}

interface Cast {
  readonly author: BuiltMember
  readonly learner: BuiltMember
  readonly content: FastifyInstance
}

/** Sets the stage for the tests of a file; each of them begins with nothing heard. */
export function credibleStage(platform: TestPlatform) {
  const outcomes: PackageOutcome[] = []
  const stage = {
    /** Courses that were taken off the shelf. */
    withdrawn: new Set<string>(),
    /** The listener fails: the process is killed before the result counts. */
    isKilled: false,
  }
  const ready = Promise.withResolvers<Cast>()
  const cast = ready.promise

  beforeAll(async () => {
    const companyId = await buildCompany(platform.db)
    const author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const learner = await buildMember(platform.db, { companyId })
    const listener = packageOutcome({
      async outcome(_db, outcome) {
        if (stage.isKilled) throw new Error('killed')
        outcomes.push(outcome)
      },
      async isWithdrawn(_db, { courseId }) {
        return stage.withdrawn.has(courseId)
      },
    })
    registerExtensions([...serverModules, { extensions: [listener] }])
    ready.resolve({ author, learner, content: buildContentApp(platform.outside, platform.db) })
  })
  afterAll(async () => (await cast).content.close())
  beforeEach(() => {
    outcomes.length = 0
    stage.withdrawn.clear()
    stage.isKilled = false
  })

  const authored = async (who?: BuiltMember) => platform.client(packages, who ?? (await cast).author)
  const set = async (id: string, seconds: number) =>
    (await authored()).setShortestTime({ params: { id }, body: { seconds } })
  const completions = async (id: string) => (await authored()).packageCompletions({ params: { id } })
  const counted = () => outcomes.filter(({ completed }) => completed)

  async function made(files: ArchiveFiles, seconds?: number): Promise<string> {
    const { author } = await cast
    const { db: connection, outside } = platform
    const fileId = await uploadArchive(archiveOf(files), { connection, outside, member: author })
    const { id } = await (await authored()).createPackage({ body: { fileId } })
    expect(await refusal(set(id, 5))).toMatchObject({ errorCode: 380301 })
    await platform.runJobs()
    if (seconds !== undefined) await set(id, seconds)
    return id
  }

  async function launched(packageId: string, registrationKey = place(), mode: 'learn' | 'preview' = 'learn') {
    const { author, learner, content } = await cast
    const caller = await callerOf(platform.db, mode === 'learn' ? learner : author)
    const { launchUrl } = await launchPackage(platform.db, platform.outside, {
      caller,
      packageId,
      registrationKey,
      mode,
    })
    const path = new URL(launchUrl).pathname
    const state = async () => (await content.inject({ url: `${path}~/launch` })).json<LaunchState>()
    const { units } = await state()
    let sequence = 0
    const commit = async (cmi: object, { index = 0, activeMs = 0, unit = true } = {}) => {
      sequence += 1
      const payload = { sequence, activeMs, unitId: unit ? units[index]?.id : null, cmi }
      const answer = await content.inject({ method: 'POST', url: `${path}~/commit`, payload })
      return { status: answer.statusCode, ...answer.json<{ waitsMs?: number | null }>() }
    }
    const open = async (index = 0) => {
      const opened = await content.inject({ method: 'POST', url: `${path}~/units/${units[index]?.id}` })
      return new URL(opened.json<{ url: string }>().url)
    }
    /** As the player does: nothing but that it is there. */
    const sign = async () => (await commit({}, { unit: false })).waitsMs
    return { path, token: path.split('/')[2] ?? '', units, state, commit, open, sign }
  }
  type Launched = Awaited<ReturnType<typeof launched>>

  /** A statement as content sends it with the credentials of its launch. */
  async function speaker(launch: Launched) {
    const { content } = await cast
    const { searchParams } = await launch.open()
    const fetchUrl = searchParams.get('fetch')
    const fetched = fetchUrl ? (await content.inject({ method: 'POST', url: new URL(fetchUrl).pathname })).json() : {}
    const token = fetched['auth-token'] ?? searchParams.get('auth')?.slice('Basic '.length)
    const endpoint = new URL(searchParams.get('endpoint') ?? '').pathname
    const session = fetchUrl?.split('/').at(-1)
    return async (name: string, result?: object, more: object = {}) => {
      const statement = {
        actor: JSON.parse(searchParams.get('actor') ?? '{}'),
        verb: { id: `http://adlnet.gov/expapi/verbs/${name}` },
        object: { id: searchParams.get('activityId') ?? searchParams.get('activity_id') },
        context: {
          registration: searchParams.get('registration'),
          ...(session && {
            contextActivities: { category: [{ id: 'https://w3id.org/xapi/cmi5/context/categories/cmi5' }] },
            extensions: { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': session },
          }),
        },
        ...(result && { result }),
        ...more,
      }
      const headers = { authorization: `Basic ${token}`, 'x-experience-api-version': '1.0.3' }
      const answer = await content.inject({ method: 'POST', url: `${endpoint}statements`, headers, payload: statement })
      expect(answer.statusCode, answer.body).toBe(200)
    }
  }

  /** A statement as H5P's own player sends it. */
  const speak = async ({ path }: Launched, name = 'completed', id = newId()) => {
    const payload = { id, statement: statement(name) }
    return (await cast).content.inject({ method: 'POST', url: `${path}~/statement`, payload })
  }

  const saysDone: readonly [string, ArchiveFiles, (launch: Launched) => Promise<unknown>][] = [
    ['SCORM 1.2', sco('1.2'), (launch) => launch.commit(done12)],
    [
      'SCORM 2004',
      sco('2004'),
      (launch) => launch.commit({ completion_status: 'completed', success_status: 'passed', score: { scaled: '0.9' } }),
    ],
    ['xAPI', xapi, async (launch) => (await speaker(launch))('passed', result)],
    [
      'cmi5',
      cmi5,
      async (launch) => {
        const say = await speaker(launch)
        await say('initialized')
        await say('passed', { success: true, score: { scaled: 0.9 } })
      },
    ],
    [
      'H5P',
      h5p,
      async (launch) => {
        const answer = await speak(launch)
        expect(answer.statusCode, answer.body).toBe(200)
      },
    ],
  ]

  return { cast, stage, outcomes, authored, set, completions, counted, made, launched, speaker, speak, saysDone }
}

export type Launched = Awaited<ReturnType<ReturnType<typeof credibleStage>['launched']>>
