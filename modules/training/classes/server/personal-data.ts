/** What classes keep of a member: enrollments with their answers, what was opened, and what the member has written. */
import { sql } from 'kysely'
import { together } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { classesTables } from './db.ts'
import { endOffers } from './waiting-list.ts'
import { collectWorkspace, eraseWorkspace } from './workspace-data.ts'

export const classesData: PersonalData = {
  module: 'classes',
  async collect(connection, owner) {
    const { companyId, memberId } = owner
    const db = classesTables(connection)
    const enrollments = await sql<Record<string, unknown>>`
      select s.name, e.state, e.source, e.queued_at, e.decided_at, e.reason, e.answers::text as answers, e.opened_at,
        e.graduation, e.graduated_at
      from classes.enrollment e join classes.class s on s.id = e.class_id
      where e.company_id = ${companyId} and e.member_id = ${memberId} order by e.queued_at`.execute(db)
    const visits = await sql<Record<string, unknown>>`
      select s.name, a.title, v.opened_at from classes.visit v
      join classes.activity a on a.id = v.activity_id join classes.class s on s.id = v.class_id
      where v.company_id = ${companyId} and v.member_id = ${memberId} order by v.opened_at`.execute(db)
    const written = await db
      .selectFrom('classes.class')
      .select(['name', 'summary', 'status', 'published_at'])
      .where('company_id', '=', companyId)
      .where('author_id', '=', memberId)
      .orderBy('updated_at')
      .execute()
    return [
      { name: 'classes', title: { cn: '培训班报名与结业', en: 'Class enrollments' }, rows: enrollments.rows },
      { name: 'class-visits', title: { cn: '培训班学习记录', en: 'Class activities opened' }, rows: visits.rows },
      ...(await collectWorkspace(connection, owner)),
      { name: 'authored-classes', title: { cn: '培训班（本人创建）', en: 'Authored classes' }, rows: written },
    ]
  },
  /** What the member has written stays for others, under a member without a name; a place in a class goes to whoever waits. */
  async erase(connection, owner) {
    const { companyId, memberId } = owner
    await eraseWorkspace(connection, owner)
    const db = classesTables(connection)
    const own = sql`company_id = ${companyId} and member_id = ${memberId}`
    await sql`delete from classes.visit where ${own}`.execute(db)
    const { rows } = await sql<{ id: string }>`
      with gone as (delete from classes.enrollment where ${own} returning class_id, state, quota_organization_id),
      freed as (select * from gone where state in ('pending', 'offered', 'enrolled')),
      quotas as (update classes.quota q set taken = q.taken - 1 from freed f
        where q.class_id = f.class_id and q.organization_id = f.quota_organization_id)
      update classes.class c set places_taken = c.places_taken - 1 from freed f where c.id = f.class_id
      returning c.id`.execute(db)
    await together(db, (shared) => rows.map(({ id: classId }) => enqueue(shared, endOffers, { classId })))
  },
}
