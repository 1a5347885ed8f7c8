/** A platform with fake programs for conversions, a lecturer with files to convert, and how tests look at what comes of them. */
import { afterAll, beforeEach } from 'vitest'
import { fileStates, playbackOf, storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { withTables } from '#server/db/connection.ts'
import { testPlatform } from '#test/harness.ts'
import type { FileInfo } from '../contract.ts'
import { fakePrograms } from './fake-programs.ts'
import { presentation, sample } from './samples.ts'
import type { DB } from './tables.ts'

export const minuteMs = 60_000

interface Converting {
  readonly companyId: string
  readonly lecturer: BuiltMember
  readonly learner: BuiltMember
}

/** To be called once in a test file, outside of its tests. */
export async function conversionTests() {
  const programs = await fakePrograms()
  const platform = testPlatform({
    poolSize: 3,
    environment: { FFMPEG_PATH: programs.ffmpeg, SOFFICE_PATH: programs.soffice },
  })
  afterAll(() => programs.remove())
  beforeEach(() => programs.behave('ok'))
  let built: Converting

  /** Before all tests. */
  async function build(): Promise<Converting> {
    const companyId = await buildCompany(platform.db)
    const lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const learner = await buildMember(platform.db, { companyId })
    built = { companyId, lecturer, learner }
    return built
  }

  function store(name: string, content: Buffer, kind: 'video' | 'document' = 'video'): Promise<FileInfo> {
    const { companyId, lecturer } = built
    const file = { companyId, ownerId: lecturer.id, kind, name, content, now: platform.now }
    return storeFile(platform.db, platform.outside, file)
  }

  const storeVideo = () => store('第一讲.mp4', sample('two-seconds.mp4'))
  const storeSlides = () => store('讲义.pptx', presentation(3), 'document')

  async function stateOf(file: FileInfo) {
    return (await fileStates(platform.db, built.companyId, [file.id])).get(file.id)
  }

  /** A video with a stream. */
  async function streamed(): Promise<FileInfo> {
    const file = await storeVideo()
    await platform.runJobs()
    return file
  }

  function playback(file: FileInfo, member: BuiltMember, isProtected = false) {
    const ask = { companyId: built.companyId, fileId: file.id, memberId: member.id, protected: isProtected }
    return playbackOf(platform.db, { ...ask, seconds: 600, now: platform.now })
  }

  function get(url: string, member: BuiltMember | undefined) {
    return platform.app.inject({ url, headers: member ? { authorization: `Bearer ${member.token}` } : {} })
  }

  /** The keys under which what came of the file is stored. */
  async function keysOf(file: FileInfo): Promise<string[]> {
    const found = await withTables<DB>(platform.db)
      .selectFrom('files.rendition')
      .select('object_key')
      .where('file_id', '=', file.id)
      .execute()
    return found.map((row) => row.object_key)
  }

  return { programs, platform, build, store, storeVideo, storeSlides, stateOf, streamed, playback, get, keysOf }
}
