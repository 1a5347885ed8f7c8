/** What news keeps of a member: which articles the member has read. */
import type { PersonalData } from '#server/personal-data.ts'
import { newsTables } from './db.ts'

export const newsData: PersonalData = {
  module: 'news',
  async collect(db, { companyId, memberId }) {
    const rows = await newsTables(db)
      .selectFrom('news.receipt as r')
      .innerJoin('news.article as a', 'a.id', 'r.article_id')
      .select(['a.title', 'r.read_at'])
      .where('r.company_id', '=', companyId)
      .where('r.member_id', '=', memberId)
      .orderBy('r.read_at')
      .execute()
    return [{ name: 'news-read', title: { cn: '已读新闻', en: 'News read' }, rows }]
  },
  async erase(db, { companyId, memberId }) {
    await newsTables(db)
      .deleteFrom('news.receipt')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
