/** What hangs on a video by its time (segments, captions, exercises), when the video's file is replaced by another. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { copyExercises, countExercises, trimExercises } from '#modules/assessment/exercises/server.ts'
import { TIMED_CONTENT_AT_STAKE } from '../../contract/errors.ts'
import type { CoursesDb } from '../db.ts'
import { exercisesIn } from './exercises.ts'

/** Two videos whose lengths differ by no more than this are cuts of the same one: their times still fit. */
const sameLengthMs = 1000

export type TimedContentChoice = 'keep' | 'drop'

interface Video {
  readonly id: string
  /** Milliseconds. */
  readonly length: number
}

interface Replaced {
  readonly companyId: string
  readonly courseId: string
  readonly before: Video
  /** Another id where the old video has been published: it stays as it was for those who study it. */
  readonly after: Video
  /** What the author wants; undefined where they were not asked. */
  readonly choice: TimedContentChoice | undefined
}

interface Counts {
  readonly segmentCount: number
  readonly captionCount: number
  readonly exerciseCount: number
}

async function countTimedContent(
  db: CoursesDb,
  companyId: string,
  courseId: string,
  sectionId: string,
): Promise<Counts> {
  const { rows } = await sql<Omit<Counts, 'exerciseCount'>>`
    select
      (select count(*)::int from courses.segment where course_id = ${courseId} and section_id = ${sectionId})
        as "segmentCount",
      (select count(*)::int from courses.caption where course_id = ${courseId} and section_id = ${sectionId})
        as "captionCount"`.execute(db)
  const exerciseCount = await countExercises(db, exercisesIn(companyId, courseId, [sectionId]))
  return { ...(rows[0] as Omit<Counts, 'exerciseCount'>), exerciseCount }
}

/** The cues of a caption that begin within the video, cut at its end. */
const fittingCues = (length: number) => sql`(
  select jsonb_agg(jsonb_set(cue, '{to}', to_jsonb(least((cue ->> 'to')::int, ${length}::int))) order by number)
  from jsonb_array_elements(x.cues) with ordinality as all_cues (cue, number)
  where (cue ->> 'from')::int < ${length}::int)`

/** Copies what fits into the new video. What members answered stays with the old one. */
async function copyTimedContent(
  db: CoursesDb,
  companyId: string,
  courseId: string,
  from: string,
  to: Video,
): Promise<void> {
  const ofOld = sql`x.course_id = ${courseId} and x.section_id = ${from}`
  await sql`
    insert into courses.segment (id, company_id, course_id, section_id, title, summary, from_ms)
    select gen_random_uuid(), x.company_id, x.course_id, ${to.id}, x.title, x.summary, x.from_ms
    from courses.segment x where ${ofOld} and x.from_ms < ${to.length}::int`.execute(db)
  await sql`
    insert into courses.caption (id, company_id, course_id, section_id, language, label, cues, cue_count, updated_at)
    select gen_random_uuid(), x.company_id, x.course_id, ${to.id}, x.language, x.label, fit.cues,
      jsonb_array_length(fit.cues), x.updated_at
    from courses.caption x cross join lateral (select ${fittingCues(to.length)} as cues) fit
    where ${ofOld} and fit.cues is not null`.execute(db)
  await copyExercises(db, { ...exercisesIn(companyId, courseId, [from]), toSectionId: to.id, lengthMs: to.length })
}

/** Takes away what lies beyond the video; all of it where the video keeps nothing (length 0). */
async function trimTimedContent(
  db: CoursesDb,
  companyId: string,
  courseId: string,
  video: Video,
  now: number,
): Promise<void> {
  const ofVideo = sql`x.course_id = ${courseId} and x.section_id = ${video.id}`
  await sql`delete from courses.segment x where ${ofVideo} and x.from_ms >= ${video.length}::int`.execute(db)
  await trimExercises(db, { ...exercisesIn(companyId, courseId, [video.id]), lengthMs: video.length }, now)
  await sql`delete from courses.caption x where ${ofVideo} and ${fittingCues(video.length)} is null`.execute(db)
  await sql`
    update courses.caption x set cues = ${fittingCues(video.length)}, cue_count = jsonb_array_length(${fittingCues(video.length)})
    where ${ofVideo}`.execute(db)
}

/**
 * Another file has come in the place of a video's. Of the same length, everything follows; of another, the author says
 * whether what fits is kept, and is refused until they do (40472).
 */
export async function followFile(
  db: CoursesDb,
  { companyId, courseId, before, after, choice }: Replaced,
  now: number,
): Promise<void> {
  const counts = await countTimedContent(db, companyId, courseId, before.id)
  if (counts.segmentCount + counts.captionCount + counts.exerciseCount === 0) return
  const fits = Math.abs(after.length - before.length) <= sameLengthMs
  const wanted = choice ?? (fits ? 'keep' : undefined)
  if (wanted === undefined) {
    throw refuse(TIMED_CONTENT_AT_STAKE, { ...counts, lengthBefore: before.length, lengthAfter: after.length })
  }
  if (after.id === before.id) {
    const video = { id: after.id, length: wanted === 'keep' ? after.length : 0 }
    await trimTimedContent(db, companyId, courseId, video, now)
  } else if (wanted === 'keep') await copyTimedContent(db, companyId, courseId, before.id, after)
}
