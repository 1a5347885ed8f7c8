/** Lecturers of live sessions. */
import { sql } from 'kysely'
import { lecturerDuty } from '#modules/platform/identity/server.ts'
import { liveTables } from '../db.ts'

/** A lecturer keeps the role while an unfinished live session needs them (LIVE-247). */
export const lecturerCommitments = lecturerDuty({
  async isOnDuty(connection, { companyId, memberId }) {
    const { rows } = await sql`select 1 from live.live l
      where l.company_id = ${companyId} and l.status in (0, 1, 2) and (l.host_id = ${memberId}
        or exists (select from live.lecturer t where t.live_id = l.id and t.member_id = ${memberId}))
      limit 1`.execute(liveTables(connection))
    return rows.length > 0
  },
})
