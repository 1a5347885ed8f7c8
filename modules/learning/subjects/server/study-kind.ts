/** Subjects as something that learning paths and pushes put together (businessType 2). */
import { sql } from 'kysely'
import { type StudyItem, studyKind } from '#modules/content/study/server.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { businessType, type SubjectType } from '../contract/wire.ts'
import { subjectsTables } from './db.ts'
import { visibleSql } from './filters.ts'
import { progressOf, type RegistrationFacts } from './judging.ts'
import { insertRegistrations } from './registrations.ts'
import { studied } from './studied.ts'
import { visibleSubjects } from './subject-item.ts'

interface ItemRow {
  readonly id: string
  readonly name: string
  readonly cover_file_id: string | null
  readonly available: boolean
}

function studyItem({ id, name, cover_file_id, available }: ItemRow): StudyItem {
  return { id, name, link: `/study/subject/detail/${id}`, coverFileId: cover_file_id, isAvailable: available }
}

const itemColumns = sql`s.id, s.name, s.cover_file_id, s.status = 'on-shelf' and s.deleted_at is null as available`

interface StateRow extends RegistrationFacts {
  readonly member_id: string
  readonly subject_id: string
  readonly subject_type: SubjectType
}

export const subjectStudy = studyKind({
  businessType,
  label: { cn: '专题', en: 'Subject' },
  async items(connection, companyId, ids) {
    const { rows } = await sql<ItemRow>`
      select ${itemColumns} from subjects.subject s
      where s.company_id = ${companyId} and s.id = any(${[...ids]}::uuid[])`.execute(subjectsTables(connection))
    return rows.map(studyItem)
  },
  async visible(connection, caller, ids) {
    return new Set((await visibleSubjects(connection, caller, ids)).map(({ id }) => id))
  },
  async search(connection, caller, search, limit) {
    const { rows } = await sql<ItemRow>`
      select ${itemColumns} from subjects.subject s
      where s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null
        and ${visibleSql(caller)} and ${containsWordsSql(sql`s.name`, search)}
      order by s.published_at desc, s.id limit ${limit}`.execute(subjectsTables(connection))
    return rows.map(studyItem)
  },
  async states(connection, companyId, memberIds, ids) {
    const db = subjectsTables(connection)
    const { rows } = await sql<StateRow>`
      select r.member_id, r.subject_id, s.subject_type, r.status, r.last_content_id, r.registered_at, r.started_at,
        r.touched_at, r.finished_at
      from subjects.registration r join subjects.subject s on s.id = r.subject_id
      where r.company_id = ${companyId} and r.member_id = any(${[...memberIds]}::uuid[])
        and r.subject_id = any(${[...ids]}::uuid[])`.execute(db)
    const open = rows.filter(({ status }) => status !== 2)
    const study = await studied(db, companyId, {
      memberIds: [...new Set(open.map((row) => row.member_id))],
      subjectIds: [...new Set(open.map((row) => row.subject_id))],
    })
    return rows.map((row) => {
      const progress = progressOf(row, row.subject_type, study.of(row.member_id, row.subject_id))
      return {
        memberId: row.member_id,
        businessId: row.subject_id,
        isRegistered: true,
        finishStatus: row.status,
        isStarted: row.started_at !== null,
        isFinished: progress.finished,
        percent: progress.percent,
        finishedAt: row.finished_at,
      }
    })
  },
  async register(connection, companyId, memberIds, ids, now) {
    await insertRegistrations(subjectsTables(connection), companyId, memberIds, ids, now)
  },
})
