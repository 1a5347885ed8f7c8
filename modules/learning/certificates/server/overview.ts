/** What the overview tells of certificates: those that expire soon, by department. */
import { sql } from 'kysely'
import { directorySql, postsSql } from '#modules/platform/identity/server.ts'
import { overviewFigure } from '#modules/platform/operations/server.ts'
import { managesCertificates } from '../contract/access.ts'
import { certificatesTables } from './db.ts'
import { dayMs } from './validity.ts'

const soonDays = 30
const partsMax = 6

export const certificateFigure = overviewFigure({
  key: 'certificates.expiring',
  section: 'expiring',
  order: 10,
  label: { cn: '30 天内到期的证书', en: 'Certificates that expire within 30 days' },
  hint: { cn: '仍然有效，按持有人的部门', en: 'Still valid, by the department of the holder' },
  isAlarm: true,
  access: managesCertificates,
  link: '/manage/certificates?tab=compliance',
  async count(connection, { companyId }, now) {
    const { rows } = await sql<{ id: string; name: string; value: number; total: number }>`
      select d.organization_id as id, d.organization_name as name, count(*)::int as value, (sum(count(*)) over ())::int as total
      from certificates.certificate c join ${postsSql(companyId)} p on p.member_id = c.member_id
        join ${directorySql(companyId)} d on d.id = c.member_id
      where c.company_id = ${companyId} and c.status = 'current'
        and c.expires_at > ${now}::bigint and c.expires_at <= ${now + soonDays * dayMs}::bigint
      group by d.organization_id, d.organization_name order by 2 desc, 1 limit ${partsMax}`.execute(
      certificatesTables(connection),
    )
    return { value: rows[0]?.total ?? 0, parts: rows.map(({ id, name, value }) => ({ id, name, value })) }
  },
})
