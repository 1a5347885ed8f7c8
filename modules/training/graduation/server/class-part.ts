/** A copy of a class asks for the same as the class, and gives the same. */
import { sql } from 'kysely'
import { copyCompletionAwards } from '#modules/learning/certificates/server.ts'
import { type ClassCopies, type ClassCopy, classPart } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Conditions } from '../contract/conditions.ts'
import { findConditions, refOf } from './conditions.ts'
import { graduationTables } from './db.ts'

/** Conditions name the activities of the copy; what has left the class is in none. */
const namedIn = ({ activities: named }: Conditions, { activities }: ClassCopy) =>
  named.flatMap(({ activityId, ...rest }) => {
    const id = activities[activityId]
    return id === undefined ? [] : [{ ...rest, activityId: id }]
  })

async function copyConditions(
  connection: Connection,
  { companyId, originalId, copies, now }: ClassCopies,
): Promise<void> {
  const to = copies.map(({ classId }) => refOf(classId))
  await copyCompletionAwards(connection, { companyId, from: refOf(originalId), to, now })
  const conditions = await findConditions(connection, { id: originalId, companyId })
  if (!conditions) return
  const written = copies.map((copy) => ({ class_id: copy.classId, activities: namedIn(conditions, copy) }))
  await sql`
    insert into graduation.rule (class_id, company_id, attendance_percent, requires_activities, activities, credits,
      retraining_months, updated_at)
    select n.class_id, r.company_id, r.attendance_percent, r.requires_activities, n.activities, r.credits,
      r.retraining_months, ${now}
    from graduation.rule r
    cross join jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as n(class_id uuid, activities jsonb)
    where r.class_id = ${originalId} and r.company_id = ${companyId}`.execute(graduationTables(connection))
}

export const graduationPart = classPart({ copied: copyConditions })
