/** What the overview tells of courses: who studies today, and what waits for a review. */
import { sql } from 'kysely'
import { coversCompany } from '#kit/caller.ts'
import { reviewsWaiting } from '#modules/content/submissions/server.ts'
import { directorySql, organizationsBelowSql, timeZoneSql } from '#modules/platform/identity/server.ts'
import { overviewFigure } from '#modules/platform/operations/server.ts'
import { followsLearners, reviewsCourseProofs } from '../../contract/access.ts'
import { coursesTables } from '../db.ts'
import { proofKind } from '../proofs/proof-kind.ts'

const followed = followsLearners.permission

export const courseFigures = [
  overviewFigure({
    key: 'courses.learnersToday',
    section: 'learning',
    order: 10,
    label: { cn: '今日学习人数', en: 'Learners today' },
    hint: { cn: '今天学习过课程的成员', en: 'Members who have studied a course today' },
    access: followsLearners,
    link: '/admin/course-progress',
    async count(connection, caller, now) {
      const { companyId } = caller
      const granted = [...new Set(followed.flatMap((code) => caller.permissions.get(code) ?? []))]
      const inScope = followed.some((code) => coversCompany(caller, code))
        ? sql`true`
        : sql`exists (select from ${directorySql(companyId)} p
            where p.id = t.member_id and p.organization_id in ${organizationsBelowSql(granted)})`
      const { rows } = await sql<{ value: number }>`
        select count(distinct t.member_id)::int as value from courses.study_time t
        where t.company_id = ${companyId} and ${inScope}
          and t.day = (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::date`.execute(
        coursesTables(connection),
      )
      return { value: rows[0]?.value ?? 0 }
    },
  }),
  overviewFigure({
    key: 'courses.proofs',
    section: 'waiting',
    order: 10,
    label: { cn: '待审学习证明', en: 'Course proofs to review' },
    hint: { cn: '学员在课程中提交、等您审核的证明', en: 'Proofs submitted for courses that wait for your review' },
    access: reviewsCourseProofs,
    link: '/admin/course-proofs',
    count: (connection, caller) => reviewsWaiting(connection, caller, proofKind.key),
  }),
]
