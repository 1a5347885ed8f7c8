/** Knowledge segments: pieces of a video with names (COURSE-093, COURSE-119). */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { WRONG_SECTION_KIND } from '../../contract/errors.ts'
import type { PlacedSegment, Segment, SegmentInput } from '../../contract/segments.ts'
import type { SectionKind, Unit } from '../../contract/wire.ts'
import { courseContent } from '../course-content.ts'
import type { CourseRecord } from '../course-record.ts'
import type { CoursesDb } from '../db.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { newestVersion } from '../publishing/draft-versions.ts'
import { unitOf } from '../study/completion-rules.ts'
import { getReadable } from '../study/readers.ts'
import { statusAfter } from '../transitions.ts'

export interface VideoListItem {
  readonly course: CourseRecord
  /** Milliseconds. */
  readonly length: number
}

interface AuthoredSection {
  readonly course: CourseRecord
  readonly kind: SectionKind
  readonly unit: Unit
  readonly unitCount: number
}

/** A section of the newest outline, for one who may change what hangs on it now. */
export async function getAuthoredSection(
  db: CoursesDb,
  caller: Caller,
  ids: { readonly id: string; readonly sectionId: string },
  forChange: boolean,
): Promise<AuthoredSection> {
  const course = await (forChange
    ? courseLifecycle.lockEditable(db, caller, ids.id)
    : courseLifecycle.getEditable(db, caller, ids.id))
  if (forChange) statusAfter(course, 'edit')
  const section = await db
    .selectFrom('courses.section')
    .select(['kind', 'unit_count'])
    .where('version_id', '=', newestVersion(course))
    .where('id', '=', ids.sectionId)
    .executeTakeFirst()
  if (!section) throw refuse(NOT_FOUND)
  const kind = section.kind as SectionKind
  return { course, kind, unit: unitOf(kind), unitCount: section.unit_count }
}

/** As `getAuthoredSection`, of a video or sound. */
export async function getVideo(
  db: CoursesDb,
  caller: Caller,
  ids: { readonly id: string; readonly sectionId: string },
  forChange: boolean,
): Promise<VideoListItem> {
  const { course, kind, unit, unitCount } = await getAuthoredSection(db, caller, ids, forChange)
  const isVideo = unit === 'ms'
  if (forChange && !isVideo) throw refuse(WRONG_SECTION_KIND, { kind })
  return { course, length: isVideo ? unitCount : 0 }
}

interface SegmentRow {
  readonly id: string
  readonly course_id: string
  readonly section_id: string
  readonly section_title: string
  readonly title: string
  readonly summary: string
  readonly from_ms: number
  readonly to_ms: number
}

const toSegment = ({ id, title, summary, from_ms: from, to_ms: to }: SegmentRow): Segment => ({
  id,
  title,
  summary,
  from,
  to,
})

const toPlaced = (row: SegmentRow): PlacedSegment => ({
  ...toSegment(row),
  courseId: row.course_id,
  sectionId: row.section_id,
  sectionTitle: row.section_title,
})

/** A segment ends where the next one of its section begins. Needs a section `s` for the end of the last. */
const segmentColumns = sql`g.id, g.course_id, g.section_id, s.title as section_title, g.title, g.summary, g.from_ms,
  coalesce((select min(n.from_ms) from courses.segment n where n.section_id = g.section_id and n.from_ms > g.from_ms),
    greatest(s.unit_count, g.from_ms)) as to_ms`

export async function segmentsOfSection(db: CoursesDb, courseId: string, sectionId: string): Promise<Segment[]> {
  const { rows } = await sql<SegmentRow>`
    select ${segmentColumns} from courses.segment g
    join lateral (select title, unit_count from courses.section
      where id = g.section_id and course_id = g.course_id limit 1) s on true
    where g.course_id = ${courseId} and g.section_id = ${sectionId} order by g.from_ms`.execute(db)
  return rows.map(toSegment)
}

/** In the order of the outline that the reader has before them. */
export async function listSegments(db: CoursesDb, caller: Caller, query: { courseId: string; sectionId?: string }) {
  const course = await getReadable(db, caller, query.courseId)
  const ofSection = query.sectionId === undefined ? sql`true` : sql`g.section_id = ${query.sectionId}`
  const { rows } = await sql<SegmentRow>`
    select ${segmentColumns} from courses.segment g
    join courses.section s on s.version_id = ${course.versionId} and s.id = g.section_id
    join courses.chapter ch on ch.version_id = s.version_id and ch.id = s.chapter_id
    where g.course_id = ${course.id} and ${ofSection}
    order by ch.sort, ch.id, s.sort, s.id, g.from_ms`.execute(db)
  return { items: rows.map(toPlaced), recordCount: rows.length }
}

/** Those of courses that the caller may open, in the order of the ids (COURSE-098, COURSE-101). */
export async function knowledgeByIds(db: CoursesDb, caller: Caller, ids: readonly string[]) {
  const { rows } = await sql<SegmentRow>`
    select ${segmentColumns} from courses.segment g join courses.course c on c.id = g.course_id
    join courses.section s on s.version_id = c.published_version_id and s.id = g.section_id
    where g.id = any(${[...ids]}::uuid[]) and g.company_id = ${caller.companyId}`.execute(db)
  const courseIds = [...new Set(rows.map((row) => row.course_id))]
  const visible = new Set((await courseContent.visible(db, caller, courseIds)).map(({ id }) => id))
  const found = new Map(rows.filter((row) => visible.has(row.course_id)).map((row) => [row.id, toPlaced(row)]))
  const items = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  return { items, recordCount: items.length }
}

function wrong(path: string, rule: string, message: string) {
  return refuse(INVALID_INPUT, { fields: [{ path, rule, message }] })
}

function assertPlaces(segments: readonly SegmentInput[], length: number): void {
  const seen = new Set<number>()
  for (const [index, { from }] of segments.entries()) {
    if (from >= length) throw wrong(`segments.${index}.from`, 'place', 'lies behind the end')
    if (seen.has(from)) throw wrong(`segments.${index}.from`, 'unique', 'another segment begins there')
    seen.add(from)
  }
}

/** Of the ids that were named, those that are this section's: others would be somebody else's. */
async function knownIds(db: CoursesDb, sectionId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('courses.segment').select('id').where('section_id', '=', sectionId).execute()
  return new Set(rows.map(({ id }) => id))
}

/** The ids under which the inputs are kept: their own where it is known and named once, a new one otherwise. */
function idsOf(inputs: readonly { readonly id?: string }[], known: ReadonlySet<string>): string[] {
  const taken = new Set<string>()
  return inputs.map(({ id }) => {
    const kept = id !== undefined && known.has(id) && !taken.has(id) ? id : uuid()
    taken.add(kept)
    return kept
  })
}

export async function saveSegments(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; sectionId: string },
  inputs: readonly SegmentInput[],
): Promise<void> {
  const { length } = await getVideo(db, caller, ids, true)
  assertPlaces(inputs, length)
  const texts = inputs.flatMap(({ title, summary = '' }, index) => [
    [`segments.${index}.title`, title] as const,
    [`segments.${index}.summary`, summary] as const,
  ])
  await assertClean(db, caller.companyId, Object.fromEntries(texts))
  const kept = idsOf(inputs, await knownIds(db, ids.sectionId))
  await db
    .deleteFrom('courses.segment')
    .where('course_id', '=', ids.id)
    .where('section_id', '=', ids.sectionId)
    .execute()
  if (inputs.length === 0) return
  const rows = inputs.map(({ title, summary = '', from }, index) => ({
    id: kept[index] ?? uuid(),
    company_id: caller.companyId,
    course_id: ids.id,
    section_id: ids.sectionId,
    title: title.trim(),
    summary: summary.trim(),
    from_ms: from,
  }))
  await db.insertInto('courses.segment').values(rows).execute()
}
