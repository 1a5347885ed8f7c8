/** Certificates in a member's timeline. */
import { sql } from 'kysely'
import { learningEvents } from '#modules/content/study/server.ts'
import { certificatesTables } from './db.ts'

export const certificateEvents = learningEvents({
  async before(db, { companyId, memberId, beforeAt, beforeKey, limit }) {
    const { rows } = await sql<{ key: string; at: number; business_type: number | null; title: string }>`
      select 'awarded:' || id as key, issued_at as at, business_type, content->>'titleCn' as title
      from certificates.certificate
      where member_id = ${memberId} and company_id = ${companyId} and issued_at <= ${beforeAt}
        and (issued_at < ${beforeAt} or ('awarded:' || id) collate "C" < ${beforeKey})
      order by issued_at desc, ('awarded:' || id) collate "C" desc limit ${limit}`.execute(certificatesTables(db))
    return rows.map(({ key, at, business_type, title }) => ({
      ...{ key, at, kind: 'awarded' as const, businessType: business_type ?? 0, name: title },
      link: '/center/my/certificates',
    }))
  },
})
