/** Personal data in subjects: its export and erasure. */
import { sql } from 'kysely'
import { topicNames } from '#modules/content/topics/server.ts'
import { personalData } from '#server/personal-data.ts'
import { subjectsTables } from './db.ts'

export const subjectsPersonalData = personalData({
  module: 'subjects',
  async collect(connection, { companyId, memberId }) {
    const db = subjectsTables(connection)
    const registrations = await sql<Record<string, unknown>>`
      select s.name as subject, r.status, r.registered_at, r.started_at, r.touched_at, r.finished_at
      from subjects.registration r join subjects.subject s on s.id = r.subject_id
      where r.member_id = ${memberId} and r.company_id = ${companyId} order by r.registered_at`.execute(db)
    const { rows: interests } = await sql<{ topic_id: string; chosen_at: number }>`
      select topic_id, chosen_at from subjects.interest
      where member_id = ${memberId} and company_id = ${companyId} order by chosen_at, topic_id`.execute(db)
    const names = await topicNames(
      db,
      companyId,
      interests.map(({ topic_id }) => topic_id),
    )
    const authored = await sql<Record<string, unknown>>`
      select name, summary, status, created_at, published_at from subjects.subject
      where author_id = ${memberId} and company_id = ${companyId} order by created_at`.execute(db)
    return [
      { name: 'subjects', title: { cn: '参加的专题', en: 'Subjects' }, rows: registrations.rows },
      {
        name: 'interests',
        title: { cn: '感兴趣的话题', en: 'Interests' },
        rows: interests.map(({ topic_id, chosen_at }) => ({ topic: names.get(topic_id) ?? null, chosen_at })),
      },
      { name: 'authored-subjects', title: { cn: '创建的专题', en: 'Created subjects' }, rows: authored.rows },
    ]
  },
  /**
   * Registrations and results stay for the counters of the subject, under a member without a name. Subjects by the
   * member stay for their learners.
   */
  async erase(connection, { companyId, memberId }) {
    const db = subjectsTables(connection)
    const own = sql`member_id = ${memberId} and company_id = ${companyId}`
    await sql`delete from subjects.interest where ${own}`.execute(db)
    await sql`update subjects.registration set last_content_id = null where ${own}`.execute(db)
  },
})
