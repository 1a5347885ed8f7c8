/** Enrollments that approvers decide about, in place of those who run the class. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { type ApprovalOutcome, approvalSubject, withdraw } from '#modules/platform/approvals/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { enrollmentApproval } from '../contract.ts'
import { type ClassesDb, classesTables } from './db.ts'
import { findEnrollments } from './enrollments.ts'
import { findPlacedClass } from './placed-class.ts'
import { acceptEnrollments, endEnrollments } from './roster.ts'

/** Approvers have decided, or the member has withdrawn there. */
async function decidedByApprovers(connection: Connection, outcome: ApprovalOutcome): Promise<void> {
  const db = classesTables(connection)
  const { businessId, companyId, result, decidedBy, opinion, now } = outcome
  const { rows } = await sql<{ classId: string; memberId: string }>`
    select class_id as "classId", member_id as "memberId" from classes.enrollment
    where id = ${businessId} and company_id = ${companyId} and state = 'pending'`.execute(db)
  const [row] = rows
  if (!row) return
  const found = await findPlacedClass(db, { id: row.classId, companyId }, { lock: true })
  const ours = (await findEnrollments(db, row.classId, [row.memberId])).filter(({ state }) => state === 'pending')
  if (result === 'agreed') await acceptEnrollments(db, found, ours, { decidedBy, now })
  else await endEnrollments(db, found, ours, { state: result, by: decidedBy, reason: opinion, now })
}

export const enrollmentSubject = approvalSubject({
  businessType: enrollmentApproval,
  key: 'class-enrollment',
  label: { cn: '培训班报名', en: 'Class enrollment' },
  decided: decidedByApprovers,
  link: () => '',
  reviseLink: () => '/train-new',
})

/** So many applications are withdrawn in one go. */
const withdrawnAtOnceMax = 100

/**
 * Withdraws the applications for a class that was closed. A job, because an application is locked before its class, and whoever
 * closes the class has locked that.
 */
export const endApplications = job({
  name: 'classes.end-applications',
  payload: Type.Object({ classId: Id }),
  async run(connection, { classId }, { now }) {
    const db = classesTables(connection)
    const { rows } = await sql<{ id: string; companyId: string; memberId: string }>`
      select e.id, e.company_id as "companyId", coalesce(s.closed_by, e.member_id) as "memberId"
      from classes.enrollment e join classes.class s on s.id = e.class_id
      where e.class_id = ${classId} and e.is_in_approval and s.closed_at is not null
      order by e.id limit ${withdrawnAtOnceMax}`.execute(db)
    for (const { id: businessId, companyId, memberId } of rows)
      await withdraw(db, { companyId, businessType: enrollmentApproval, businessId, memberId, now })
    await sql`update classes.enrollment set is_in_approval = false
      where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
    if (rows.length === withdrawnAtOnceMax) await endApplicationsOf(db, classId)
  },
})

export async function endApplicationsOf(db: ClassesDb, classId: string): Promise<void> {
  await enqueue(db, endApplications, { classId })
}
