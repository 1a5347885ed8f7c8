/** Subjects as a kind of content (businessType 2): found, opened, studied, discussed. */
import { sql } from 'kysely'
import { sold } from '#modules/commerce/entitlements/server.ts'
import { contentKind, hasStarted, tableContent } from '#modules/content/catalog/server.ts'
import { studied } from '#modules/content/study/server.ts'
import { discussed } from '#modules/content/topics/server.ts'
import { businessType, type SubjectType } from '../contract/wire.ts'
import { progressOf, type RegistrationFacts } from './completion-rules.ts'
import { contentsOf, progressOfMembers as studiedContents } from './content-progress.ts'
import { subjectsTables } from './db.ts'
import { visibleSql } from './filters.ts'
import { subjectGrades } from './grades.ts'
import { mayEdit } from './policy.ts'
import { insertRegistrations } from './registrations.ts'
import { subjectLifecycle } from './subject-lifecycle.ts'
import { searchedSubject } from './subject-search.ts'

interface StateRow extends RegistrationFacts {
  readonly member_id: string
  readonly subject_id: string
  readonly subject_type: SubjectType
}

const subjectContent = {
  businessType,
  label: { cn: '专题', en: 'Subject' },
  ...tableContent({
    table: 'subjects.subject',
    alias: 's',
    link: (id) => `/study/subject/detail/${id}`,
    /** `openingOf` of policy.ts in one statement. */
    openSql: (caller) => sql`(s.status = 'on-shelf' and ${visibleSql(caller)} or exists (
      select from subjects.registration r where r.member_id = ${caller.memberId} and r.subject_id = s.id))`,
    choosableSql: visibleSql,
    newestFirst: 'published_at',
  }),
}

const study = studied({
  async states(connection, companyId, memberIds, ids) {
    const db = subjectsTables(connection)
    const { rows } = await sql<StateRow>`
      select r.member_id, r.subject_id, s.subject_type, r.status, r.last_content_id, r.registered_at, r.started_at,
        r.touched_at, r.finished_at
      from subjects.registration r join subjects.subject s on s.id = r.subject_id
      where r.company_id = ${companyId} and r.member_id = any(${[...memberIds]}::uuid[])
        and r.subject_id = any(${[...ids]}::uuid[])`.execute(db)
    const open = rows.filter(({ status }) => status !== 2)
    const study = await studiedContents(db, companyId, {
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
  grades: subjectGrades,
})

const discussion = discussed({
  mayScore: hasStarted({ table: 'subjects.registration', itemColumn: 'subject_id', startedColumn: 'started_at' }),
  async mayModerate(connection, caller, id) {
    return mayEdit(caller, await subjectLifecycle.get(subjectsTables(connection), caller, id))
  },
})

/** A subject is sold with its contents. */
const selling = sold({
  tradeType: 8,
  async mayPrice(connection, caller, id) {
    return mayEdit(caller, await subjectLifecycle.get(subjectsTables(connection), caller, id))
  },
  async started(connection, _companyId, memberIds, ids) {
    const rows = await subjectsTables(connection)
      .selectFrom('subjects.registration')
      .select('member_id')
      .where('subject_id', 'in', [...ids])
      .where('member_id', 'in', [...memberIds])
      .where('started_at', 'is not', null)
      .execute()
    return rows.map((row) => row.member_id)
  },
  async entitled(connection, companyId, memberIds, id, now) {
    await insertRegistrations(subjectsTables(connection), companyId, memberIds, [id], now)
  },
  async contains(connection, companyId, id) {
    const rows = await contentsOf(subjectsTables(connection), companyId, [id], 'shelf')
    return rows.map((row) => ({ businessType: row.business_type, itemId: row.business_id }))
  },
})

export const subjectKind = contentKind(subjectContent, [study, discussion, selling, searchedSubject])
