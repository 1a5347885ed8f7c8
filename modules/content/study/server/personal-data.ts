/** What study keeps of a member: handed out to them. Records stay when a member is erased: they carry ids, not names. */
import { personalData } from '#server/personal-data.ts'
import { studyTables } from './db.ts'

export const studyPersonalData = personalData({
  module: 'study',
  async collect(connection, { companyId, memberId }) {
    const rows = await studyTables(connection)
      .selectFrom('study.credit_record')
      .select(['kind', 'business_type', 'business_id', 'source', 'score', 'max_score', 'available_score', 'created_at'])
      .where('member_id', '=', memberId)
      .where('company_id', '=', companyId)
      .orderBy('created_at')
      .execute()
    return [{ name: 'class-hours-and-credits', title: { cn: '学时与学分', en: 'Class hours and credits' }, rows }]
  },
  /** What was entered by hand has a reason that a person typed. */
  async erase(connection, { companyId, memberId }) {
    await studyTables(connection)
      .updateTable('study.credit_record')
      .set({ source: '' })
      .where('member_id', '=', memberId)
      .where('company_id', '=', companyId)
      .where('business_type', '=', 0)
      .execute()
  },
})
