/** What graduation keeps of a member: the own graduations, with the reasons that others wrote. */
import { sql } from 'kysely'
import { keyOf, studyItems } from '#modules/content/study/server.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { refOf } from './conditions.ts'
import { graduationTables } from './db.ts'

interface Row {
  readonly class_id: string
  readonly graduated_at: number
}

export const graduationData: PersonalData = {
  module: 'graduation',
  async collect(connection, { companyId, memberId }) {
    const { rows } = await sql<Row>`
      select class_id, graduated_at, reason, retrain_at, superseded_at, revoked_at, revocation from graduation.graduate
      where company_id = ${companyId} and member_id = ${memberId} order by graduated_at`.execute(
      graduationTables(connection),
    )
    const refs = rows.map((row) => refOf(row.class_id))
    const items = await studyItems(connection, companyId, refs)
    const named = rows.map(({ class_id: id, ...row }) => {
      const { businessType, businessId } = refOf(id)
      return { class: items.get(keyOf(businessType, businessId))?.name ?? '', ...row }
    })
    return [{ name: 'class-graduations', title: { cn: '培训班结业', en: 'Graduations' }, rows: named }]
  },
  async erase(connection, { companyId, memberId }) {
    const db = graduationTables(connection)
    const own = sql`company_id = ${companyId} and member_id = ${memberId}`
    await sql`delete from graduation.candidate where ${own}`.execute(db)
    await sql`delete from graduation.graduate where ${own}`.execute(db)
  },
}
