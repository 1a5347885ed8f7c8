import { beforeAll, describe, expect, it } from 'vitest'
import { contentOf } from '#modules/assessment/questions/server/questions.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildCourse } from '../courses.fixture.ts'
import { studySteps } from '../study.fixture.ts'

const platform = testPlatform()
const minute = 60_000
let lecturer: BuiltMember

beforeAll(async () => {
  lecturer = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['lecturer'] })
})

const { videoSection, studying } = studySteps(platform, () => lecturer)
const author = () => platform.client(courses, lecturer)

const captionText = `WEBVTT

00:01.000 --> 00:20.000
先拔销

04:30.000 --> 06:00.000
再压柄
`

/** A video of ten minutes with two segments, a caption of two cues and two exercises, the second of each late in it. */
async function newVideo(status: 'on-shelf' | 'draft') {
  const sections = [await videoSection(10 * minute, { title: '灭火器' })]
  const course = await buildCourse(platform.db, { author: lecturer, status, chapters: [{ sections }] })
  const [section] = course.sections
  const params = { id: course.id, sectionId: section?.id ?? '' }
  const segments = [
    { title: '拔销', from: 0 },
    { title: '复位', from: 8 * minute },
  ]
  await author().saveSegments({ params, body: { segments } })
  await author().saveCaption({ params: { ...params, language: 'zh-CN' }, body: { text: captionText } })
  const questions = [{ content: contentOf['true-false'] }]
  const exercises = [minute, 9 * minute].map((at) => ({ at, mustAnswer: true, attemptsMax: 2, questions }))
  await author().saveExercises({ params, body: { exercises } })
  /** Replaces the file; answers the id that the section has then. */
  const replace = async (durationMs: number, choice?: 'keep' | 'drop') => {
    const file = await buildFile(platform.db, { companyId: lecturer.companyId, ownerId: lecturer.id, durationMs })
    const { revision } = await author().editedCourse({ params: { id: course.id } })
    const body = {
      title: '灭火器',
      isRequired: 1 as const,
      fileId: file.id,
      revision,
      ...(choice && { extras: choice }),
    }
    return (await author().changeSection({ params, body })).id
  }
  const timedContentOf = async (sectionId = params.sectionId) => {
    const found = await author().authoredTimedContent({ params: { id: course.id, sectionId } })
    return {
      segments: found.segments.map(({ title }) => title),
      cues: found.captions.map(({ cueCount }) => cueCount),
      exercises: found.exercises.map(({ at }) => at),
    }
  }
  return { course, params, replace, timedContentOf }
}

const all = { segments: ['拔销', '复位'], cues: [2], exercises: [minute, 9 * minute] }
const early = { segments: ['拔销'], cues: [2], exercises: [minute] }
const none = { segments: [], cues: [], exercises: [] }

describe('what hangs on a video whose file is replaced', () => {
  it('follows a cut of the same length, under whatever id the section has then', async () => {
    const [published, draft] = [await newVideo('on-shelf'), await newVideo('draft')]
    const id = await published.replace(10 * minute + 500)
    expect(id).not.toBe(published.params.sectionId)
    expect(await published.timedContentOf(id)).toEqual(all)
    expect(await draft.replace(10 * minute - 500)).toBe(draft.params.sectionId)
    expect(await draft.timedContentOf()).toEqual(all)
  })

  it('of another length is the author’s to decide: refused with what is at stake, and nothing changed', async () => {
    const video = await newVideo('on-shelf')
    expect(await refusal(video.replace(5 * minute))).toMatchObject({
      errorCode: 40472,
      data: { segmentCount: 2, captionCount: 1, exerciseCount: 2, lengthBefore: 10 * minute, lengthAfter: 5 * minute },
    })
    expect(await video.timedContentOf()).toEqual(all)
    expect(await video.timedContentOf(await video.replace(5 * minute, 'keep'))).toEqual(early)
    const other = await newVideo('on-shelf')
    expect(await other.timedContentOf(await other.replace(5 * minute, 'drop'))).toEqual(none)
  })

  it('of a video that nobody has studied yet loses what no longer fits, or all', async () => {
    const [kept, dropped] = [await newVideo('draft'), await newVideo('draft')]
    expect(await kept.timedContentOf(await kept.replace(5 * minute, 'keep'))).toEqual(early)
    expect(await dropped.timedContentOf(await dropped.replace(5 * minute, 'drop'))).toEqual(none)
  })

  it('stays with the old video for who is on its version', async () => {
    const video = await newVideo('on-shelf')
    const learner = await studying(video.course)
    await video.replace(5 * minute, 'drop')
    const { revision } = await author().editedCourse({ params: { id: video.course.id } })
    await author().publishCourse({ params: { id: video.course.id }, body: { revision } })
    const seen = await learner.calls.sectionTimedContent({ params: video.params })
    expect(seen.segments.map(({ title }) => title)).toEqual(all.segments)
    expect(seen.exercises.map(({ at }) => at)).toEqual(all.exercises)
  })
})
