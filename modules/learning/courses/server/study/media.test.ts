import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildCourse, buildLearner } from '../courses.fixture.ts'

const platform = testPlatform()
let companyId: string
let lecturer: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId })
})

const as = (member: BuiltMember) => platform.client(courses, member)

/** How far a file is converted: 0 on its way, 1 done, 2 failed. */
async function convert(
  fileId: string,
  kind: 'stream' | 'pdf',
  translateType: 0 | 1 | 2,
  renditions: readonly string[] = [],
) {
  await sql`insert into files.conversion (file_id, company_id, kind, translate_type, requested_at)
    values (${fileId}, ${companyId}, ${kind}, ${translateType}, ${platform.now})
    on conflict (file_id) do update set translate_type = excluded.translate_type`.execute(platform.root)
  for (const name of renditions)
    await sql`insert into files.rendition (file_id, name, company_id, object_key, content_type, size_bytes, created_at)
      values (${fileId}, ${name}, ${companyId}, ${`${fileId}-${name}`}, 'x/y', 1, ${platform.now})`.execute(
      platform.root,
    )
}

/** A video in a course, for which the learner has registered. */
async function video({ watermark }: { watermark: boolean }) {
  const file = await buildFile(platform.db, { companyId, ownerId: lecturer.id, durationMs: 60_000 })
  const course = await buildCourse(platform.db, {
    author: lecturer,
    chapters: [{ sections: [{ kind: 'video', fileId: file.id, durationMs: 60_000 }] }],
  })
  await buildLearner(platform.db, { member: learner, course })
  const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
  const calls = as(lecturer)
  await calls.changeCourse({ params: { id: course.id }, body: { watermark, revision: 0 } })
  return {
    file,
    play: () => as(learner).startPlayback({ params, body: {} }),
    playAs: (member: BuiltMember) => as(member).startPlayback({ params, body: {} }),
    address: () => as(learner).courseFile({ params: { id: file.id } }),
    preview: () => calls.previewSection({ params }),
  }
}

describe('a video', () => {
  it('[COURSE-067] is played as a stream where there is one, with its picture, to its learners alone', async () => {
    const { file, play, playAs } = await video({ watermark: false })
    expect(await play()).toMatchObject({ stream: null, converting: false, watermark: false })
    await convert(file.id, 'stream', 1, ['s720', 'poster'])
    const played = await play()
    expect(played.url).toBeNull()
    expect(played.stream).toMatchObject({ fileId: file.id, url: `/api/v1/system/file/stream/${file.id}/index.m3u8` })
    expect(played.posterUrl).toContain('rendition=poster')
    expect(await refusal(playAs(await buildMember(platform.db, { companyId })))).toMatchObject({ errorCode: 40460 })
  })

  it('is played from its file while it is being converted; with the name on it, not before', async () => {
    const open = await video({ watermark: false })
    await convert(open.file.id, 'stream', 0)
    expect((await open.play()).url).toContain(open.file.id)
    const named = await video({ watermark: true })
    await convert(named.file.id, 'stream', 0)
    expect(await named.play()).toMatchObject({ url: null, stream: null, converting: true, watermark: true })
    expect(await named.preview()).toMatchObject({ watermark: true, converting: true })
  })

  it('[SYSTEM-100] with the viewer’s name on it is handed to nobody who studies without it', async () => {
    const open = await video({ watermark: false })
    expect((await open.address()).url).toContain(open.file.id)
    const named = await video({ watermark: true })
    expect(await refusal(named.address())).toMatchObject({ errorCode: 900005 })
  })
})

describe('an office file', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

  it('is a section of as many pages as its PDF, which is what is read', async () => {
    const course = await buildCourse(platform.db, { author: lecturer, status: 'draft' })
    const input = { companyId, ownerId: lecturer.id, kind: 'document', contentType: docx, name: '手册.docx' } as const
    const file = await buildFile(platform.db, input)
    const params = { id: course.id, chapterId: course.chapterIds[0] ?? '' }
    const body = { kind: 'pdf', title: '手册', isRequired: 1, fileId: file.id, revision: 0 } as const
    const create = () => as(lecturer).createSection({ params, body })
    const reasonOf = async () => (await refusal(create())).data?.reason
    expect(await reasonOf()).toBe('not-convertible')
    await convert(file.id, 'pdf', 0)
    expect(await reasonOf()).toBe('converting')
    await convert(file.id, 'pdf', 2)
    expect(await reasonOf()).toBe('not-convertible')
    await convert(file.id, 'pdf', 1, ['pdf'])
    await sql`update files.file set pages = 4 where id = ${file.id}`.execute(platform.root)
    const { id: sectionId } = await create()
    const preview = await as(lecturer).previewSection({ params: { id: course.id, sectionId } })
    expect(preview).toMatchObject({ kind: 'pdf', unit: 'page', unitCount: 4, converting: false })
    expect(preview.url).toContain('rendition=pdf')
  })
})
