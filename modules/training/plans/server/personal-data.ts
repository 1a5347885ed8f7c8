/** What plans keep of a member: scores in classes. Costs say who has entered them, which stays with the class. */
import { sql } from 'kysely'
import type { PersonalData } from '#server/personal-data.ts'
import { plansTables } from './db.ts'
import { classNames } from './named-classes.ts'

interface ScoreRow {
  readonly class_id: string
  readonly score_tenths: number
  readonly entered_at: number
}

export const plansData: PersonalData = {
  module: 'plans',
  async collect(connection, { companyId, memberId }) {
    const { rows } = await sql<ScoreRow>`
      select s.class_id, s.score_tenths, s.entered_at from plans.member_score s
      where s.company_id = ${companyId} and s.member_id = ${memberId} order by s.entered_at`.execute(
      plansTables(connection),
    )
    const names = await classNames(
      connection,
      companyId,
      rows.map((row) => row.class_id),
    )
    const named = rows.map(({ class_id, ...row }) => ({ name: names.get(class_id) ?? '', ...row }))
    const changes = await sql<Record<string, unknown>>`
      select c.before_tenths, c.after_tenths, c.changed_at from plans.score_change c
      where c.company_id = ${companyId} and c.member_id = ${memberId} order by c.changed_at, c.id`.execute(
      plansTables(connection),
    )
    return [
      { name: 'class-scores', title: { cn: '培训班成绩', en: 'Scores in classes' }, rows: named },
      { name: 'class-score-changes', title: { cn: '成绩变更', en: 'Changes of scores' }, rows: changes.rows },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = plansTables(connection)
    const own = sql`company_id = ${companyId} and member_id = ${memberId}`
    await sql`delete from plans.member_score where ${own}`.execute(db)
    await sql`delete from plans.score_change where ${own}`.execute(db)
  },
}
