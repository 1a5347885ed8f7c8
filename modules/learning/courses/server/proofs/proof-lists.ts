/** Proof as lists and its own screen show it. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { filesByIds, grantAccess } from '#modules/platform/files/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type Counted, countedPage, foundSql, type Paging } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { HandedInProof, Proof, ProofState } from '../../contract/proof.ts'
import type { Person, StudyStatus } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { auditsSql } from '../study/course-filters.ts'
import { reviewedSection } from './proofs.ts'

const addressSeconds = 3600

interface ProofRow {
  readonly id: string
  readonly course_id: string
  readonly course_name: string
  readonly section_id: string
  readonly section_title: string
  readonly content: string
  readonly file_ids: readonly string[]
  readonly handed_in_at: number
  readonly state: ProofState
  readonly opinion: string
  readonly decided_at: number | null
  readonly decided_by: Person | null
  readonly member: Person
}

const personSql = (alias: string) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)},
  'fullName', ${sql.ref(`${alias}.full_name`)}, 'avatarPath', ${sql.ref(`${alias}.avatar_path`)})`

const proofColumns = sql`p.id, p.course_id, c.name as course_name, p.section_id, p.section_title, p.content, p.file_ids,
  p.handed_in_at, p.state, p.opinion, p.decided_at, case when d.id is not null then ${personSql('d')} end as decided_by,
  ${personSql('m')} as member`

function proofSources(caller: Caller, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${from} join courses.course c on c.id = p.course_id
    join ${directorySql(caller.companyId)} m on m.id = p.member_id
    left join ${directorySql(caller.companyId)} d on d.id = p.decided_by`
}

function proofOf(row: ProofRow): Proof {
  return {
    id: row.id,
    courseId: row.course_id,
    courseName: row.course_name,
    sectionId: row.section_id,
    sectionTitle: row.section_title,
    text: row.content,
    fileCount: row.file_ids.length,
    handedInAt: row.handed_in_at,
    state: row.state,
    opinion: row.opinion,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
  }
}

const withMember = (row: ProofRow): HandedInProof => ({ ...proofOf(row), member: row.member })

const pageOfProofs = sql`unnest((select ids from found)) page(id) join courses.proof p on p.id = page.id`

export interface ProofQuery extends Paging {
  readonly courseId?: string
  readonly state?: ProofState
  readonly search?: string
}

const ofCourseSql = (courseId: string | undefined) =>
  courseId === undefined ? sql`true` : sql`p.course_id = ${courseId}::uuid`
const inStateSql = (state: ProofState | undefined) => (state === undefined ? sql`true` : sql`p.state = ${state}`)

/** What the caller has handed in, the newest first (COURSE-118). */
export async function listOwnProofs(db: CoursesDb, caller: Caller, query: ProofQuery) {
  const matching = sql`from courses.proof p join courses.course c on c.id = p.course_id
    where p.member_id = ${caller.memberId} and p.company_id = ${caller.companyId} and c.deleted_at is null
      and ${ofCourseSql(query.courseId)} and ${inStateSql(query.state)}`
  const { rows } = await sql<Counted<ProofRow>>`
    with ${foundSql(sql`p.id`, sql`p.handed_in_at desc, p.id`, matching, query)},
    proofs as (select ${proofColumns} from ${proofSources(caller, pageOfProofs)})
    select found.record_count, f.* from found left join proofs f on true order by f.handed_in_at desc, f.id`.execute(db)
  return countedPage<ProofRow, Proof>(rows, proofOf)
}

/** What waits for the caller as an auditor, the oldest first; what was decided, the newest first. */
export async function listProofsToAudit(db: CoursesDb, caller: Caller, query: ProofQuery) {
  const { state = 'waiting', search } = query
  const way = state === 'waiting' ? sql`asc` : sql`desc`
  const name = search?.trim()
    ? sql`exists (select from ${directorySql(caller.companyId)} m where m.id = p.member_id
        and ${containsSql(sql`m.full_name`, search)})`
    : sql`true`
  const matching = sql`from courses.proof p join courses.course c on c.id = p.course_id
    where ${auditsSql(caller)} and p.member_id <> ${caller.memberId} and ${ofCourseSql(query.courseId)} and ${inStateSql(state)} and ${name}`
  const { rows } = await sql<Counted<ProofRow>>`
    with ${foundSql(sql`p.id`, sql`p.handed_in_at ${way}, p.id`, matching, query)},
    proofs as (select ${proofColumns} from ${proofSources(caller, pageOfProofs)})
    select found.record_count, f.* from found left join proofs f on true order by f.handed_in_at ${way}, f.id`.execute(
    db,
  )
  return countedPage<ProofRow, HandedInProof>(rows, withMember)
}

/** Proof with its files, for its member and its auditors; to all others it is not there. */
export async function proofDetail(db: CoursesDb, caller: Caller, id: string, now: number) {
  const { rows } = await sql<ProofRow & { guide: string | null }>`
    select ${proofColumns}, (select s.review_guide from courses.section s
        where s.id = p.section_id and s.course_id = p.course_id order by s.version_id desc limit 1) as guide
    from ${proofSources(caller, sql`courses.proof p`)}
    where p.id = ${id} and p.company_id = ${caller.companyId}
      and (p.member_id = ${caller.memberId} or ${auditsSql(caller)})`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  return { ...withMember(row), guide: row.guide ?? '', files: await filesOf(db, caller, row.file_ids, now) }
}

async function filesOf(db: CoursesDb, caller: Caller, fileIds: readonly string[], now: number) {
  const { companyId, memberId } = caller
  const known = await filesByIds(db, companyId, fileIds)
  const files = []
  for (const id of fileIds) {
    const file = known.get(id)
    const url = file ? await grantAccess(db, { companyId, fileId: id, memberId, seconds: addressSeconds, now }) : null
    files.push({ id, name: file?.name ?? '', sizeBytes: file?.sizeBytes ?? 0, url })
  }
  return files
}

/** What is to be handed in for a section, and what the caller has handed in. */
export async function sectionProof(
  db: CoursesDb,
  caller: Caller,
  ids: { courseId: string; sectionId: string },
  now: number,
) {
  const section = await reviewedSection(db, caller, ids)
  const { rows } = await sql<ProofRow>`
    select ${proofColumns} from ${proofSources(caller, sql`courses.proof p`)}
    where p.member_id = ${caller.memberId} and p.course_id = ${ids.courseId} and p.section_id = ${ids.sectionId}
    order by p.handed_in_at desc, p.id limit 50`.execute(db)
  const progress = await db
    .selectFrom('courses.section_progress')
    .select(['status', 'finished_at'])
    .where('member_id', '=', caller.memberId)
    .where('course_id', '=', ids.courseId)
    .where('section_id', '=', ids.sectionId)
    .executeTakeFirst()
  const { review_deadline: deadline, review_guide: guide } = section
  const open = progress === undefined || (progress.finished_at === null && progress.status !== 5)
  return {
    guide,
    deadline,
    canHandIn: open && (deadline === null || now <= deadline),
    status: (progress?.status ?? 0) as StudyStatus,
    items: rows.map(proofOf),
  }
}
