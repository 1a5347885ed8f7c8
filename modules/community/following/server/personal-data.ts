/** What following keeps of a member: handed out to them, and erased with them. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { followingTables } from './db.ts'

export const followingPersonalData = personalData({
  module: 'following',
  async collect(connection, { memberId }) {
    const rows = await followingTables(connection)
      .selectFrom('following.follow')
      .select(['business_type', 'business_id', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    return [{ name: 'follows', title: { cn: '我的关注', en: 'What I follow' }, rows }]
  },
  /** The counters are those of the others afterwards. Rows are locked in one order, because others count there as well. */
  async erase(connection, { memberId }) {
    await sql`
      with gone as (
        delete from following.follow where member_id = ${memberId} returning company_id, business_type, business_id
      ), locked as (
        select f.company_id, f.business_type, f.business_id from following.followed f join gone using
          (company_id, business_type, business_id)
        order by f.business_type, f.business_id for no key update of f
      )
      update following.followed f set follower_count = f.follower_count - 1 from locked
      where f.company_id = locked.company_id and f.business_type = locked.business_type
        and f.business_id = locked.business_id`.execute(followingTables(connection))
  },
})
