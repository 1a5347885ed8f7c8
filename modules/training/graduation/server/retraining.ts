/** Graduations that end: members hear that they are due, and the managers of the class have to arrange it. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { closeTodo, openTodo } from '#modules/platform/messages/server.ts'
import { businessType } from '#modules/training/classes/contract.ts'
import { enrolledSql, findClass, runClass } from '#modules/training/classes/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { ClassRef } from './conditions.ts'
import { currentSql, type GraduationDb, graduationTables } from './db.ts'
import { announceRetraining } from './news.ts'

const atOnce = 500
const kind = 'class.retraining'

interface Due {
  readonly classId: string
  readonly companyId: string
  readonly memberIds: string[]
}

/** Each hour; each graduation once, because the transaction that tells of it marks it. */
export const retrainingJob = job({
  name: 'graduation.retraining',
  payload: Type.Object({}),
  cron: '23 * * * *',
  async run(connection, _payload, { now }) {
    const db = graduationTables(connection)
    const { rows } = await sql<Due>`
      with due as (
        update graduation.graduate set retraining_announced_at = ${now} where id in (
          select g.id from graduation.graduate g
          where g.retrain_at <= ${now} and g.retrain_at is not null and g.retraining_announced_at is null
            and g.retraining_settled_at is null and ${currentSql}
          order by g.retrain_at limit ${atOnce} for update skip locked)
        returning class_id, company_id, member_id)
      select class_id as "classId", company_id as "companyId", array_agg(member_id) as "memberIds" from due
      group by class_id, company_id`.execute(db)
    for (const due of rows) await tell(db, due, now)
    if (rows.reduce((sum, { memberIds }) => sum + memberIds.length, 0) === atOnce)
      await enqueue(connection, retrainingJob, {})
  },
})

async function tell(db: GraduationDb, { classId, companyId, memberIds }: Due, now: number): Promise<void> {
  const found = await findClass(db, { id: classId, companyId })
  if (!found) return
  await announceRetraining(db, found, memberIds, now)
  await openTodo(db, {
    ...{ companyId, kind, businessType, businessId: classId, title: found.name, now },
    memberIds: found.managerIds.length > 0 ? found.managerIds : [found.authorId],
    link: `/admin/classes/${classId}/graduation?outcome=retraining`,
  })
  // Of those who have left the class, or have come back and not graduated again, there is nothing to arrange here.
  await endWhereNoneIsDue(db, { id: classId, companyId }, now)
}

const dueSql = ({ id, companyId }: ClassRef, now: number) => sql`g.class_id = ${id} and g.company_id = ${companyId}
  and g.retrain_at <= ${now} and g.retraining_settled_at is null and ${currentSql}`

/** Ends the to-do where nobody is left on the list of those due, which holds the graduates who take part. */
export async function endWhereNoneIsDue(db: GraduationDb, one: ClassRef, now: number): Promise<void> {
  const { id, companyId } = one
  const { rows: left } = await sql`
    select from graduation.graduate g join ${enrolledSql(companyId, id)} e on e."memberId" = g.member_id and e.graduation = 2
    where ${dueSql(one, now)} limit 1`.execute(db)
  if (left.length === 0) await closeTodo(db, { companyId, kind, businessId: id, isDone: true, now })
}

/** A note about the list of those due, also of a closed class: most are closed by then. The last one ends the to-do. */
export async function settleRetraining(
  db: GraduationDb,
  caller: Caller,
  id: string,
  memberIds: readonly string[],
  now: number,
): Promise<{ settled: number; left: number }> {
  const { companyId } = await runClass(db, caller, id)
  const { rows: settled } = await sql`update graduation.graduate g set retraining_settled_at = ${now}
    where ${dueSql({ id, companyId }, now)} and g.member_id = any(${[...memberIds]}::uuid[]) returning g.id`.execute(db)
  await endWhereNoneIsDue(db, { id, companyId }, now)
  return { settled: settled.length, left: memberIds.length - settled.length }
}
