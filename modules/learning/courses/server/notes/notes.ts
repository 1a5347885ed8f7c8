/** Notes: what a learner writes down, at which place, and who may read it (COURSE-030, COURSE-084 to COURSE-090). */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type Counted, countedPage, foundSql, type Paging } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { TOO_MANY } from '../../contract/errors.ts'
import { type Note, notesMax } from '../../contract/notes.ts'
import type { Person, SectionKind } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { unitOf } from '../study/completion-rules.ts'
import { getLearnt, getPaid, getSectionOf, type ReadCourse } from '../study/readers.ts'

interface NoteRow {
  readonly id: string
  readonly course_id: string
  readonly course_name: string
  readonly section_id: string | null
  readonly section_title: string | null
  readonly section_kind: SectionKind | null
  readonly content: string
  readonly time_point: number | null
  readonly is_public: boolean
  readonly created_at: number
  readonly updated_at: number
  readonly member: Person
}

interface NoteQuery extends Paging {
  readonly courseId?: string
  readonly sectionId?: string
  readonly memberId?: string
  readonly search?: string
  readonly sort?: 'newest' | 'place'
}

/** The section as it was named last, whichever version that was in. */
const namedSectionSql = sql`left join lateral (
  select s.title, s.kind, ch.sort as chapter_sort, s.sort from courses.section s
  join courses.chapter ch on ch.version_id = s.version_id and ch.id = s.chapter_id
  where s.id = n.section_id and s.course_id = n.course_id
  order by s.version_id = c.published_version_id desc, s.version_id desc limit 1) s on true`

const noteColumns = sql`n.id, n.course_id, c.name as course_name, n.section_id, s.title as section_title,
  s.kind as section_kind, n.content, n.time_point, n.is_public, n.created_at, n.updated_at,
  json_build_object('id', n.member_id, 'fullName', coalesce(m.full_name, ''),
    'avatarPath', coalesce(m.avatar_path, '')) as member`

const noteSources = (caller: Caller, from: RawBuilder<unknown>) => sql`${from}
  join courses.course c on c.id = n.course_id
  left join ${directorySql(caller.companyId)} m on m.id = n.member_id
  ${namedSectionSql}`

function toNote(row: NoteRow, caller: Caller): Note {
  return {
    noteId: row.id,
    courseId: row.course_id,
    courseName: row.course_name,
    sectionId: row.section_id,
    sectionTitle: row.section_title,
    content: row.content,
    timePoint: row.time_point,
    unit: row.section_kind === null ? null : unitOf(row.section_kind),
    isPublic: row.is_public ? 1 : 0,
    createTime: row.created_at,
    updateTime: row.updated_at,
    isMine: row.member.id === caller.memberId,
    member: row.member,
  }
}

const orders = {
  newest: sql`created_at desc, id`,
  // Sections keep no order over versions: what is written about one stands together, by its place in it.
  place: sql`section_id nulls first, time_point nulls first, created_at, id`,
} as const

async function listNotes(db: CoursesDb, caller: Caller, where: RawBuilder<unknown>, query: NoteQuery) {
  const order = orders[query.sort ?? 'newest']
  const ofSection = query.sectionId === undefined ? sql`true` : sql`n.section_id = ${query.sectionId}`
  const matching = sql`from courses.note n
    where n.company_id = ${caller.companyId} and ${where} and ${ofSection}
      and ${containsSql(sql`n.content`, query.search)}`
  const { rows } = await sql<Counted<NoteRow>>`
    with ${foundSql(sql`id`, order, matching, query)},
    full_rows as (select ${noteColumns}
      from ${noteSources(caller, sql`unnest((select ids from found)) page(id) join courses.note n on n.id = page.id`)})
    select found.record_count, f.* from found left join full_rows f on true order by ${order}`.execute(db)
  return countedPage(rows, (row: NoteRow) => toNote(row, caller))
}

export function listOwnNotes(db: CoursesDb, caller: Caller, query: NoteQuery) {
  const ofCourse = query.courseId === undefined ? sql`true` : sql`n.course_id = ${query.courseId}`
  return listNotes(db, caller, sql`n.member_id = ${caller.memberId} and ${ofCourse}`, query)
}

export async function listPublicNotes(
  db: CoursesDb,
  caller: Caller,
  query: NoteQuery & { courseId: string },
  now: number,
) {
  await getPaid(db, caller, query.courseId, now)
  const ofMember = query.memberId === undefined ? sql`true` : sql`n.member_id = ${query.memberId}`
  return listNotes(db, caller, sql`n.course_id = ${query.courseId} and n.is_public and ${ofMember}`, query)
}

export async function countPublicNotes(db: CoursesDb, caller: Caller, courseId: string, now: number) {
  await getPaid(db, caller, courseId, now)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from courses.note where course_id = ${courseId} and is_public`.execute(db)
  return { count: rows[0]?.count ?? 0 }
}

const writersMax = 100

export async function publicNoteMembers(db: CoursesDb, caller: Caller, courseId: string, now: number) {
  await getPaid(db, caller, courseId, now)
  const { rows } = await sql<Person & { noteCount: number }>`
    select n.member_id as id, coalesce(m.full_name, '') as "fullName", coalesce(m.avatar_path, '') as "avatarPath",
      n.count as "noteCount"
    from (select member_id, count(*)::int as count from courses.note
      where course_id = ${courseId} and is_public group by member_id) n
    left join ${directorySql(caller.companyId)} m on m.id = n.member_id
    order by n.count desc, m.full_name, n.member_id limit ${writersMax}`.execute(db)
  return { items: rows, recordCount: rows.length }
}

interface NoteInput {
  readonly courseId: string
  readonly sectionId?: string
  readonly content: string
  readonly timePoint?: number
  readonly isPublic?: 0 | 1
}

function wrongPlace(path: string, message: string) {
  return refuse(INVALID_INPUT, { fields: [{ path, rule: 'place', message }] })
}

/** A place lies inside the section. A text has none. */
async function assertPlace(db: CoursesDb, course: ReadCourse, { sectionId, timePoint }: NoteInput): Promise<void> {
  if (sectionId === undefined) {
    if (timePoint !== undefined) throw wrongPlace('timePoint', 'needs a section')
    return
  }
  const { unit, unitCount } = await getSectionOf(db, course, sectionId)
  if (timePoint !== undefined && (unit === 'whole' || timePoint > unitCount))
    throw wrongPlace('timePoint', 'lies outside the section')
}

export async function createNote(
  db: CoursesDb,
  input: NoteInput,
  { caller, now }: Context,
): Promise<{ noteId: string }> {
  const course = await getLearnt(db, caller, input.courseId, now)
  await assertPlace(db, course, input)
  if (input.isPublic === 1) await assertClean(db, caller.companyId, { content: input.content })
  await lockNames(db, `courses.note ${caller.memberId} ${input.courseId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from courses.note
    where member_id = ${caller.memberId} and course_id = ${input.courseId}`.execute(db)
  if ((rows[0]?.count ?? 0) >= notesMax) throw refuse(TOO_MANY, { max: notesMax })
  const noteId = uuid()
  await db
    .insertInto('courses.note')
    .values({
      id: noteId,
      company_id: caller.companyId,
      course_id: input.courseId,
      section_id: input.sectionId ?? null,
      member_id: caller.memberId,
      content: input.content.trim(),
      time_point: input.timePoint ?? null,
      is_public: input.isPublic === 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { noteId }
}

async function lockNote(db: CoursesDb, caller: Caller, noteId: string) {
  const note = await db
    .selectFrom('courses.note')
    .select(['member_id', 'course_id', 'content', 'is_public'])
    .where('id', '=', noteId)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!note) throw refuse(NOT_FOUND)
  return note
}

async function lockOwnNote(db: CoursesDb, caller: Caller, noteId: string) {
  const note = await lockNote(db, caller, noteId)
  if (note.member_id !== caller.memberId) throw refuse(NO_PERMISSION)
  return note
}

export async function changeNote(
  db: CoursesDb,
  noteId: string,
  input: { content?: string; isPublic?: 0 | 1 },
  { caller, now }: Context,
): Promise<void> {
  const note = await lockOwnNote(db, caller, noteId)
  const content = input.content?.trim() ?? note.content
  const isPublic = input.isPublic === undefined ? note.is_public : input.isPublic === 1
  // What only its author reads is nobody's business; what becomes public is looked through then.
  if (isPublic) await assertClean(db, caller.companyId, { content })
  await db
    .updateTable('courses.note')
    .set({ content, is_public: isPublic, updated_at: now })
    .where('id', '=', noteId)
    .execute()
}

export async function deleteNote(db: CoursesDb, noteId: string, { caller }: Context): Promise<void> {
  await lockOwnNote(db, caller, noteId)
  await db.deleteFrom('courses.note').where('id', '=', noteId).execute()
}

/** Who edits the course takes a note out of the sight of others. A private one is not theirs to know of. */
export async function withdrawNote(db: CoursesDb, noteId: string, { caller, audit, now }: Context): Promise<void> {
  const note = await lockNote(db, caller, noteId)
  if (!note.is_public) throw refuse(NOT_FOUND)
  const course = await courseLifecycle.getEditable(db, caller, note.course_id)
  await db.updateTable('courses.note').set({ is_public: false, updated_at: now }).where('id', '=', noteId).execute()
  audit({ type: 'course', id: course.id, name: course.name, before: { note: note.content }, after: { note: '' } })
}
