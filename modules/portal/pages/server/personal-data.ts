/** What pages keep of a member: visits, chosen columns, and branches that are closed for the member. */
import type { PersonalData } from '#server/personal-data.ts'
import { pagesTables } from './db.ts'

export const pagesData: PersonalData = {
  module: 'pages',
  async collect(connection, { companyId, memberId }) {
    const db = pagesTables(connection)
    const visits = await db
      .selectFrom('pages.visit as v')
      .leftJoin('pages.page as p', 'p.id', 'v.page_id')
      .select(['p.name_cn', 'v.visited_at'])
      .where('v.company_id', '=', companyId)
      .where('v.member_id', '=', memberId)
      .orderBy('v.visited_at')
      .execute()
    const columns = await db
      .selectFrom('pages.chosen_columns')
      .select(['list', 'columns'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('list')
      .execute()
    const closed = await db
      .selectFrom('pages.disabled_member as d')
      .innerJoin('pages.page as p', 'p.id', 'd.page_id')
      .select(['p.name_cn', 'd.disabled_at'])
      .where('d.company_id', '=', companyId)
      .where('d.member_id', '=', memberId)
      .orderBy('d.disabled_at')
      .execute()
    return [
      { name: 'page-visits', title: { cn: '首页访问记录', en: 'Visits to home pages' }, rows: visits },
      { name: 'chosen-columns', title: { cn: '列表中选择的列', en: 'Chosen columns of lists' }, rows: columns },
      { name: 'closed-branches', title: { cn: '被停用的分院', en: 'Branches closed for the member' }, rows: closed },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = pagesTables(connection)
    for (const table of ['pages.visit', 'pages.chosen_columns', 'pages.disabled_member'] as const)
      await db.deleteFrom(table).where('company_id', '=', companyId).where('member_id', '=', memberId).execute()
  },
}
