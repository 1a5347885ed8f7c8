/** The results of an exam by organization: each with everyone below it, so that the company is the sum of all. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { directorySql, organizationsAboveSql } from '#modules/platform/identity/server.ts'
import type { OrganizationResult } from '../../contract/results.ts'
import { audienceMembersSql } from '../audience.ts'
import type { ExamsDb } from '../db.ts'
import type { ExamRecord } from '../exam-lifecycle.ts'
import { getOwnExam } from './access.ts'

const organizationsMax = 2000

/** Members count where they are today. Whoever has a record is assigned, also after the audience has changed. */
export async function organizationsOf(db: ExamsDb, exam: ExamRecord): Promise<OrganizationResult[]> {
  const { id, companyId } = exam
  const { rows } = await sql<OrganizationResult>`
    with people as (
      select audience.id from ${audienceMembersSql(companyId, exam)} audience
      union select member_id from exams.record where exam_id = ${id}),
    counted as (
      select p.organization_id, count(*)::int as assigned, count(r.opened_at)::int as started,
        count(r.result)::int as scored, count(*) filter (where r.result <> 'fail')::int as passed,
        sum(r.score_hundredths)::float8 as earned
      from people join ${directorySql(companyId)} p on p.id = people.id
      left join exams.record r on r.exam_id = ${id} and r.member_id = people.id group by p.organization_id)
    select o.id, o.parent_id as "parentId", o.name, sum(c.assigned)::int as assigned, sum(c.started)::int as started,
      sum(c.scored)::int as scored, sum(c.passed)::int as passed, sum(c.earned) / nullif(sum(c.scored), 0) as mean
    from counted c join ${organizationsAboveSql(companyId)} o on o.below_id = c.organization_id
    group by o.id, o.parent_id, o.name, o.sort, o.level order by o.level, o.sort, o.name, o.id
    limit ${organizationsMax}`.execute(db)
  return rows
}

export async function organizationResults(db: ExamsDb, caller: Caller, id: string): Promise<OrganizationResult[]> {
  return organizationsOf(db, await getOwnExam(db, caller, id))
}
