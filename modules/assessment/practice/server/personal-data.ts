/** What practice keeps of a member: runs, what is known of each question, every evaluated answer, and the sets that were written. */
import { sql } from 'kysely'
import type { PersonalData } from '#server/personal-data.ts'
import { practiceTables } from './db.ts'

type Rows = Record<string, unknown>

export const practiceData: PersonalData = {
  module: 'practice',
  async collect(connection, { companyId, memberId }) {
    const db = practiceTables(connection)
    const own = sql`t.company_id = ${companyId} and t.member_id = ${memberId}`
    const practices = await sql<Rows>`
      select t.name, t.source, t.started_at, t.finished_at, i.place, i.answer::text as answer, i.verdict, i.share,
        i.answered_at
      from practice.practice t left join practice.item i on i.practice_id = t.id and i.is_answered
      where ${own} order by t.id, i.place`.execute(db)
    const cards = await sql<Rows>`
      select t.excerpt, t.kind, t.answered_count, t.wrong_count, t.streak, t.book, t.last_answered_at, t.last_wrong_at,
        t.last_wrong_answer::text as last_wrong_answer, t.source_name, t.note
      from practice.card t where ${own} order by t.last_answered_at, t.question_id`.execute(db)
    const reviews = await sql<Rows>`
      select c.excerpt, t.rating, t.share, t.reviewed_at from practice.review t
      left join practice.card c on c.member_id = t.member_id and c.question_id = t.question_id
      where ${own} order by t.id`.execute(db)
    const preferences = await sql<Rows>`
      select t.master_after, t.daily_max from practice.preference t where ${own}`.execute(db)
    const sets = await db
      .selectFrom('practice.practice_set')
      .select(['name', 'summary', 'status', 'published_at'])
      .where('company_id', '=', companyId)
      .where('author_id', '=', memberId)
      .orderBy('updated_at')
      .execute()
    return [
      { name: 'practice', title: { cn: '练习记录', en: 'Practice' }, rows: practices.rows },
      { name: 'wrong-answers', title: { cn: '错题与掌握情况', en: 'Wrong answers and mastery' }, rows: cards.rows },
      { name: 'practice-answers', title: { cn: '练习作答历史', en: 'Answers in practice' }, rows: reviews.rows },
      { name: 'practice-preferences', title: { cn: '练习设置', en: 'Practice settings' }, rows: preferences.rows },
      { name: 'authored-practice-sets', title: { cn: '练习（本人创建）', en: 'Authored practice sets' }, rows: sets },
    ]
  },
  /** The sets that the member has written stay for others, under a member without a name. */
  async erase(connection, { companyId, memberId }) {
    const db = practiceTables(connection)
    const tables = ['practice', 'card', 'review', 'collected_attempt', 'preference']
    const deletions = tables.map(
      (table) =>
        sql`delete from ${sql.table(`practice.${table}`)} where company_id = ${companyId} and member_id = ${memberId}`,
    )
    for (const deletion of deletions) await deletion.execute(db)
  },
}
