/** What specimens keep of a member: what the member has opened, and what the member has written. */
import type { PersonalData } from '#server/personal-data.ts'
import { specimensTables } from './db.ts'

export const specimensData: PersonalData = {
  module: 'specimens',
  async collect(connection, { companyId, memberId }) {
    const db = specimensTables(connection)
    const opened = await db
      .selectFrom('specimens.progress as p')
      .innerJoin('specimens.specimen as s', 's.id', 'p.specimen_id')
      .select(['s.name', 'p.opened_at', 'p.finished_at'])
      .where('p.company_id', '=', companyId)
      .where('p.member_id', '=', memberId)
      .orderBy('p.opened_at')
      .execute()
    const written = await db
      .selectFrom('specimens.specimen')
      .select(['name', 'summary', 'status', 'published_at'])
      .where('company_id', '=', companyId)
      .where('author_id', '=', memberId)
      .orderBy('updated_at')
      .execute()
    return [
      { name: 'specimens', title: { cn: '样品学习记录', en: 'Specimen records' }, rows: opened },
      { name: 'authored-specimens', title: { cn: '样品（本人创建）', en: 'Authored specimens' }, rows: written },
    ]
  },
  /** What the member has written stays for its learners, under a member without a name. */
  async erase(connection, { companyId, memberId }) {
    await specimensTables(connection)
      .deleteFrom('specimens.progress')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
