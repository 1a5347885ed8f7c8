/** What contests keep of a member: works with their versions, votes, reviews, and the contests that the member has written. */
import { sql } from 'kysely'
import { deleteFiles } from '#modules/platform/files/server.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { contestsTables } from './db.ts'

export const contestsData: PersonalData = {
  module: 'contests',
  async collect(connection, { companyId, memberId }) {
    const db = contestsTables(connection)
    const works = await sql<Record<string, unknown>>`
      select c.name as contest, w.number, w.title, w.text, w.state, w.reason, v.number as version, v.file_name,
        v.handed_in_at, w.rank, w.score, w.award_key as award, w.award_taken_back
      from contests.work w join contests.contest c on c.id = w.contest_id join contests.version v on v.work_id = w.id
      where w.company_id = ${companyId} and w.member_id = ${memberId} order by v.handed_in_at`.execute(db)
    const votes = await sql<Record<string, unknown>>`
      select c.name as contest, w.number, v.voted_at, v.address, v.suspicion, v.voided_at, v.reason
      from contests.vote v join contests.work w on w.id = v.work_id join contests.contest c on c.id = v.contest_id
      where v.company_id = ${companyId} and v.member_id = ${memberId} order by v.voted_at`.execute(db)
    const days = await sql<Record<string, unknown>>`
      select c.name as contest, d.day::text as day, d.used from contests.vote_day d join contests.contest c on c.id = d.contest_id
      where d.company_id = ${companyId} and d.member_id = ${memberId} order by d.day`.execute(db)
    // The number of the work, never its author: the member reviews it without names.
    const reviews = await sql<Record<string, unknown>>`
      select c.name as contest, w.number, r.total, r.scores::text as scores, r.comment, r.assigned_at, r.reviewed_at
      from contests.review r join contests.work w on w.id = r.work_id join contests.contest c on c.id = r.contest_id
      where r.company_id = ${companyId} and r.reviewer_id = ${memberId} order by r.assigned_at`.execute(db)
    const written = await db
      .selectFrom('contests.contest')
      .select(['name', 'summary', 'status', 'published_at'])
      .where('company_id', '=', companyId)
      .where('author_id', '=', memberId)
      .orderBy('updated_at')
      .execute()
    return [
      { name: 'contest-works', title: { cn: '大赛作品', en: 'Contest works' }, rows: works.rows },
      { name: 'contest-votes', title: { cn: '大赛投票', en: 'Contest votes' }, rows: votes.rows },
      { name: 'contest-vote-days', title: { cn: '大赛每日投票数', en: 'Contest votes a day' }, rows: days.rows },
      { name: 'contest-reviews', title: { cn: '大赛评审', en: 'Contest reviews' }, rows: reviews.rows },
      { name: 'authored-contests', title: { cn: '大赛（本人创建）', en: 'Authored contests' }, rows: written },
    ]
  },
  /**
   * Works go with their files, and votes, unless the results are published: then the ranking stays as it was, under a member
   * without a name; of votes the address goes. Scores that the member has given stay, for others were ranked by them; what waits for the member does not.
   */
  async erase(connection, { companyId, memberId }) {
    const db = contestsTables(connection)
    const { rows: copies } = await sql<{ id: string }>`
      select v.copy_file_id as id from contests.version v join contests.work w on w.id = v.work_id
      where w.company_id = ${companyId} and w.member_id = ${memberId} and v.copy_file_id is not null`.execute(db)
    await deleteFiles(
      connection,
      companyId,
      copies.map(({ id }) => id),
    )
    const own = sql`company_id = ${companyId} and member_id = ${memberId}`
    await sql`delete from contests.work w using contests.contest c
      where c.id = w.contest_id and c.results_at is null and w.company_id = ${companyId}
        and w.member_id = ${memberId}`.execute(db)
    await sql`delete from contests.vote v using contests.contest c
      where c.id = v.contest_id and c.results_at is null and v.company_id = ${companyId}
        and v.member_id = ${memberId}`.execute(db)
    await sql`update contests.vote set address = '' where ${own}`.execute(db)
    await sql`delete from contests.vote_day where ${own}`.execute(db)
    await sql`delete from contests.review where company_id = ${companyId} and reviewer_id = ${memberId}
      and reviewed_at is null`.execute(db)
  },
}
