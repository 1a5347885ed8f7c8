/** What lotteries keep of a member: draws, attendance, and the lotteries that the member has written. */
import { sql } from 'kysely'
import type { PersonalData } from '#server/personal-data.ts'
import { lotteriesTables } from './db.ts'

export const lotteriesData: PersonalData = {
  module: 'lotteries',
  async collect(connection, { companyId, memberId }) {
    const db = lotteriesTables(connection)
    const draws = await sql<Record<string, unknown>>`
      select l.name as lottery, d.number, p.name as prize, d.is_win, d.paid_hundredths, d.drawn_at, d.delivered_at
      from lotteries.draw d join lotteries.lottery l on l.id = d.lottery_id
      join lotteries.prize p on p.lottery_id = d.lottery_id and p.place = d.place
      where d.company_id = ${companyId} and d.member_id = ${memberId} order by d.drawn_at`.execute(db)
    const attendance = await sql<Record<string, unknown>>`
      select l.name as lottery, a.joined_at from lotteries.attendance a join lotteries.lottery l on l.id = a.lottery_id
      where a.company_id = ${companyId} and a.member_id = ${memberId} order by a.joined_at`.execute(db)
    const written = await db
      .selectFrom('lotteries.lottery')
      .select(['name', 'description', 'status', 'published_at'])
      .where('company_id', '=', companyId)
      .where('author_id', '=', memberId)
      .orderBy('updated_at')
      .execute()
    return [
      { name: 'lottery-draws', title: { cn: '抽奖记录', en: 'Lottery draws' }, rows: draws.rows },
      { name: 'lottery-attendance', title: { cn: '抽奖签到', en: 'Lottery attendance' }, rows: attendance.rows },
      { name: 'authored-lotteries', title: { cn: '抽奖（本人创建）', en: 'Authored lotteries' }, rows: written },
    ]
  },
  /** Draws stay, under a member without a name: without them nobody could draw the others again. */
  async erase(connection, { companyId, memberId }) {
    await lotteriesTables(connection)
      .deleteFrom('lotteries.attendance')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
