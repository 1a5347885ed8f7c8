/** What rankings keep of a member: what counts, and how they want to appear. An erasure subtracts what they counted. */
import { personalData } from '#server/personal-data.ts'
import { eraseEntries } from './counting.ts'
import { rankingsTables } from './db.ts'

export const rankingsPersonalData = personalData({
  module: 'rankings',
  async collect(connection, { companyId, memberId }) {
    const db = rankingsTables(connection)
    const entries = await db
      .selectFrom('rankings.entry')
      .select(['ranking', 'source', 'label', 'amount', 'at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('at')
      .execute()
    const appearance = await db
      .selectFrom('rankings.appearance')
      .select(['is_hidden', 'alias'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
    return [
      { name: 'ranking-figures', title: { cn: '排行榜计入明细', en: 'What counts in rankings' }, rows: entries },
      { name: 'ranking-appearance', title: { cn: '排行榜显示方式', en: 'Appearance in rankings' }, rows: appearance },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = rankingsTables(connection)
    await eraseEntries(db, companyId, memberId)
    await db
      .deleteFrom('rankings.appearance')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
})
