/** Packages that a member studies: made of files, opened as the player opens them, with what their place hears of it. */
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { registerExtensions } from '#server/extension.ts'
import { serverModules } from '#server/modules.ts'
import type { TestPlatform } from '#test/harness.ts'
import { packages } from '../contract.ts'
import { type ArchiveFiles, archiveOf, scormManifest, uploadArchive } from './archives.fixture.ts'
import { buildContentApp } from './content/app.ts'
import { launchPackage } from './launches.ts'
import { type PackageOutcome, packageOutcome } from './outcome.ts'

export const place = () => ({ courseId: newId(), sectionId: newId() })

export const sco = (version: '1.2' | '2004', more = '') => ({
  'index.html': '<p>第一课</p>',
  'imsmanifest.xml': scormManifest(version, '课', [{ identifier: 'A', title: '一', href: 'index.html', more }]),
})

interface Cast {
  readonly author: BuiltMember
  readonly learner: BuiltMember
  readonly other: BuiltMember
  readonly content: FastifyInstance
}

/** Sets the stage for the tests of a file; each of them begins at the same moment, and with nothing heard. */
export function studyStage(platform: TestPlatform) {
  const outcomes: PackageOutcome[] = []
  /** Courses that were taken off the shelf. */
  const withdrawn = new Set<string>()
  const cast = Promise.withResolvers<Cast>()
  let started: number
  beforeAll(async () => {
    const companyId = await buildCompany(platform.db)
    const content = buildContentApp(platform.outside, platform.db)
    cast.resolve({
      author: await buildMember(platform.db, { companyId, roles: ['lecturer'] }),
      learner: await buildMember(platform.db, { companyId }),
      other: await buildMember(platform.db, { companyId }),
      content,
    })
    const listener = packageOutcome({
      async outcome(_db, outcome) {
        outcomes.push(outcome)
      },
      async isWithdrawn(_db, { courseId }) {
        return withdrawn.has(courseId)
      },
    })
    registerExtensions([...serverModules, { extensions: [listener] }])
    started = platform.now
  })
  afterAll(async () => (await cast.promise).content.close())
  beforeEach(() => {
    platform.now = started
    outcomes.length = 0
  })

  async function made(files: ArchiveFiles): Promise<string> {
    const { author } = await cast.promise
    const { db: connection, outside } = platform
    const fileId = await uploadArchive(archiveOf(files), { connection, outside, member: author })
    const { id } = await platform.client(packages, author).createPackage({ body: { fileId } })
    await platform.runJobs()
    // What is said counts at once here: credible-time.test.ts is about the rest.
    await platform.client(packages, author).setShortestTime({ params: { id }, body: { seconds: 0 } })
    return id
  }

  async function opened(
    packageId: string,
    registrationKey = place(),
    member?: BuiltMember,
    mode: 'learn' | 'preview' = 'learn',
  ) {
    const { learner, content } = await cast.promise
    const caller = await callerOf(platform.db, member ?? learner)
    const launched = { caller, packageId, registrationKey, mode }
    const { launchUrl } = await launchPackage(platform.db, platform.outside, launched)
    const path = new URL(launchUrl).pathname
    const call = async (method: 'GET' | 'POST', url: string, body?: object) => {
      const answer = await content.inject({ method, url: `${path}${url}`, ...(body && { payload: body }) })
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      return { status: answer.statusCode, body: isJson ? answer.json() : undefined, answer }
    }
    const { body: launch } = await call('GET', '~/launch')
    const unitIds = (launch.units as { id: string }[]).map(({ id }) => id)
    let sequence = 0
    return {
      path,
      token: path.split('/')[2] ?? '',
      launch,
      unitIds,
      call,
      open: async (index = 0) => (await call('POST', `~/units/${unitIds[index]}`)).body,
      commit: (
        cmi: object,
        { index = 0, activeMs = 0, number }: { index?: number; activeMs?: number; number?: number } = {},
      ) => {
        sequence = number ?? sequence + 1
        return call('POST', '~/commit', { sequence, activeMs, unitId: unitIds[index], cmi })
      },
    }
  }

  return { cast: cast.promise, outcomes, withdrawn, made, opened }
}
