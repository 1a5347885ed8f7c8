/** Figures by which circles and what stands in them are found; decision 148 has the formulas. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { figuresOfAllSql, itemKind } from '#modules/content/topics/server.ts'
import { job } from '#server/module.ts'
import { communityTables } from './db.ts'

const freshMs = 30 * 86_400_000

/** Writes only what has changed, in the order of the ids. */
export const scoreCircles = job({
  name: 'community.score-circles',
  payload: Type.Object({}),
  cron: '17 * * * *',
  async run(connection, _payload, { now }) {
    const db = communityTables(connection)
    const since = now - freshMs
    await sql`
      with scored as (
        select c.id, 5 * shared.amount + coalesce(members.points, 0) as points
        from community.circle c
        cross join lateral (select count(*)::int as amount from community.circle_share s
          where s.circle_id = c.id and s.created_at > ${since}) shared
        cross join lateral (select sum(case when m.joined_at > ${since} then 3 else 0 end
            + case when m.read_until > ${since} then 1 else 0 end)::int as points
          from community.circle_member m where m.circle_id = c.id) members
        where c.removed_at is null
      ), changed as (
        select c.id, scored.points from community.circle c join scored on scored.id = c.id
        where c.popular_num <> scored.points order by c.id for no key update of c
      )
      update community.circle c set popular_num = changed.points from changed where c.id = changed.id`.execute(db)
    for (const { businessType } of itemKind.all()) {
      await sql`
        with scored as (
          select s.id, s.created_at / 45000000.0
            + log(1 + 3 * coalesce(f.comment_count, 0)) as score
          from community.circle_share s left join ${figuresOfAllSql(businessType)} f
            on f.business_id = s.item_id and f.company_id = s.company_id
          where s.item_type = ${businessType} and s.created_at > ${since}
        ), changed as (
          select s.id, scored.score from community.circle_share s join scored on scored.id = s.id
          where abs(s.hot_score - scored.score) > 0.001 order by s.id for no key update of s
        )
        update community.circle_share s set hot_score = changed.score from changed where s.id = changed.id`.execute(db)
    }
  },
})
