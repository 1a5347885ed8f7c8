/** What lecturers keep of a member: the own entry of the directory, and what was taught. */
import { sql } from 'kysely'
import type { PersonalData } from '#server/personal-data.ts'
import { newAvailability } from '../contract/availability.ts'
import { lecturersTables } from './db.ts'

export const lecturersData: PersonalData = {
  module: 'lecturers',
  async collect(connection, { companyId, memberId }) {
    const db = lecturersTables(connection)
    const own = sql`l.company_id = ${companyId} and l.member_id = ${memberId}`
    const entries = await sql<Record<string, unknown>>`
      select l.level, l.job_title, array_to_string(l.subjects, ', ') as subjects, l.introduction, l.phone, l.email,
        l.fee_hundredths, l.contract_from::text as contract_from, l.contract_until::text as contract_until, l.remark,
        l.availability::text as availability, l.is_enabled, l.created_at
      from lecturers.lecturer l where ${own}`.execute(db)
    const taught = await sql<Record<string, unknown>>`
      select b.title, b.starts_at, b.ends_at from lecturers.booking b join lecturers.lecturer l on l.id = b.lecturer_id
      where ${own} order by b.starts_at`.execute(db)
    return [
      { name: 'lecturer', title: { cn: '讲师档案', en: 'Lecturer entry' }, rows: entries.rows },
      { name: 'teaching', title: { cn: '授课记录', en: 'Teaching log' }, rows: taught.rows },
    ]
  },
  /** What was taught stays for those who took part, by a lecturer without a name. */
  async erase(connection, { companyId, memberId, now }) {
    await lecturersTables(connection)
      .updateTable('lecturers.lecturer')
      .set({
        ...{ introduction: '', subjects: [], picture_file_id: null, job_title: '', employer: '', phone: '', email: '' },
        ...{ remark: '', fee_hundredths: null, contract_from: null, contract_until: null, is_enabled: false },
        ...{ availability: JSON.stringify(newAvailability), updated_at: now },
      })
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
