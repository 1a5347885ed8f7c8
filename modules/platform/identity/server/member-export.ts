/** Members as a spreadsheet in the format of the import; importing it unchanged changes nothing. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { StreamAnswer } from '#server/module.ts'

import { type ImportField, importFields, importRowsMax } from '../contract/member-import.ts'
import type { IdentityDb } from './db.ts'
import { headingRow, memberSheet, sexText } from './import-columns.ts'
import { type MemberFilter, memberCondition } from './members.ts'
import { organizationPaths } from './organization-paths.ts'

type ExportRow = Record<Exclude<ImportField, 'organization' | 'sex'>, string> & { organizationId: string; sex: number }

export async function exportMembers(
  db: IdentityDb,
  caller: Caller,
  filter: MemberFilter,
  language: Language,
): Promise<StreamAnswer> {
  const condition = await memberCondition(db, caller, filter)
  const { rows } = await sql<ExportRow>`
    select m.name as "memberName", m.full_name as "fullName", m.organization_id as "organizationId",
      coalesce(m.staff_number, '') as "staffNumber", coalesce(m.phone, '') as phone, coalesce(m.email, '') as email,
      m.sex, coalesce(p.name, '') as position, coalesce(m.job_name, '') as "jobName",
      coalesce(s.name, '') as superior, coalesce(m.hired_on::text, '') as "hiredOn"
    from identity.member m left join identity.position p on p.id = m.position_id
    left join identity.member s on s.id = m.superior_id
    where ${condition}
    order by m.created_at, m.id limit ${importRowsMax}`.execute(db)
  const paths = new Map((await organizationPaths(db, caller)).map((entry) => [entry.id, entry.path]))
  const lines = rows.map((row) => {
    const cells = { ...row, organization: paths.get(row.organizationId) ?? '', sex: sexText(row.sex, language) }
    return importFields.map((field) => cells[field])
  })
  return memberSheet({ cn: '成员', en: 'members' }, [headingRow(language), ...lines], language)
}
