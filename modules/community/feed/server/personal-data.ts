/** What the feed keeps of a member: handed out to them, and erased with them. */
import { personalData } from '#server/personal-data.ts'
import { feedTables } from './db.ts'

export const feedPersonalData = personalData({
  module: 'feed',
  async collect(connection, { memberId }) {
    const rows = await feedTables(connection)
      .selectFrom('feed.hidden')
      .select(['kind', 'hidden_id', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    return [{ name: 'feed-hidden', title: { cn: '社区动态中隐藏的内容', en: 'Hidden in the feed' }, rows }]
  },
  async erase(connection, { memberId }) {
    await feedTables(connection).deleteFrom('feed.hidden').where('member_id', '=', memberId).execute()
  },
})
