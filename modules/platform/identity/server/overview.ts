/** What the overview tells of members. */
import { sql } from 'kysely'
import { overviewFigure } from '#modules/platform/operations/server.ts'
import { managesMembers } from '../contract/access.ts'
import { identityTables } from './db.ts'
import { withinGrants } from './member-scope.ts'

export const memberFigure = overviewFigure({
  key: 'identity.members',
  section: 'company',
  order: 10,
  label: { cn: '成员', en: 'Members' },
  hint: { cn: '您所管理组织中可以登录的成员', en: 'Members of your organizations who may sign in' },
  access: managesMembers,
  link: '/admin/members?enabled=true',
  async count(connection, caller) {
    const { rows } = await sql<{ value: number }>`
      select count(*)::int as value from identity.member m
      where m.company_id = ${caller.companyId} and m.enabled
        and ${withinGrants(caller, 'member.manage', 'm.organization_id')}`.execute(identityTables(connection))
    return { value: rows[0]?.value ?? 0 }
  },
})
