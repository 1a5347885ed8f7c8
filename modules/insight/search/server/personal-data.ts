/** What the search keeps of a member: the searches of the last month, and which hits were opened. */
import { type PersonalData, personalData } from '#server/personal-data.ts'
import { searchTables } from './db.ts'

const data: PersonalData = {
  module: 'search',
  async collect(connection, { companyId, memberId }) {
    const db = searchTables(connection)
    const searches = await db
      .selectFrom('search.searched')
      .select(['text', 'filter', 'found', 'at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('at')
      .execute()
    const clicks = await db
      .selectFrom('search.click as k')
      .innerJoin('search.searched as s', 's.id', 'k.searched_id')
      .select(['s.text', 'k.kind', 'k.item_id', 'k.at'])
      .where('s.company_id', '=', companyId)
      .where('s.member_id', '=', memberId)
      .orderBy('k.at')
      .execute()
    return [
      { name: 'searches', title: { cn: '搜索记录', en: 'Searches' }, rows: searches },
      { name: 'opened-hits', title: { cn: '打开的搜索结果', en: 'Opened search results' }, rows: clicks },
    ]
  },
  /** What was searched may say who did: it goes. Synonyms belong to the company. */
  async erase(connection, { companyId, memberId }) {
    const db = searchTables(connection)
    await db
      .deleteFrom('search.searched')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}

export const searchPersonalData = personalData(data)
