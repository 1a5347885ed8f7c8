/** What classes keep of a member: what the member has opened, and what the member has written. */
import type { PersonalData } from '#server/personal-data.ts'
import { classesTables } from './db.ts'

export const classesData: PersonalData = {
  module: 'classes',
  async collect(connection, { companyId, memberId }) {
    const db = classesTables(connection)
    const opened = await db
      .selectFrom('classes.progress as p')
      .innerJoin('classes.class as s', 's.id', 'p.class_id')
      .select(['s.name', 'p.opened_at', 'p.finished_at'])
      .where('p.company_id', '=', companyId)
      .where('p.member_id', '=', memberId)
      .orderBy('p.opened_at')
      .execute()
    const written = await db
      .selectFrom('classes.class')
      .select(['name', 'summary', 'status', 'published_at'])
      .where('company_id', '=', companyId)
      .where('author_id', '=', memberId)
      .orderBy('updated_at')
      .execute()
    return [
      { name: 'classes', title: { cn: '培训班学习记录', en: 'Class records' }, rows: opened },
      { name: 'authored-classes', title: { cn: '培训班（本人创建）', en: 'Authored classes' }, rows: written },
    ]
  },
  /** What the member has written stays for its learners, under a member without a name. */
  async erase(connection, { companyId, memberId }) {
    await classesTables(connection)
      .deleteFrom('classes.progress')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
