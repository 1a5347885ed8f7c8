/** A copy of a class has homework with the same rules. */
import { sql } from 'kysely'
import { type ClassCopies, classPart } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { homeworkTables } from './db.ts'

async function copyRules(connection: Connection, { companyId, originalId, copies }: ClassCopies): Promise<void> {
  const copied = copies.flatMap(({ classId, activities }) =>
    Object.entries(activities).map(([from, to]) => ({ class_id: classId, from_id: from, to_id: to })),
  )
  await sql`
    insert into homework.task (activity_id, class_id, company_id, late_rule, versions_max, max_tenths, pass_tenths, rubric)
    select n.to_id, n.class_id, t.company_id, t.late_rule, t.versions_max, t.max_tenths, t.pass_tenths, t.rubric
    from homework.task t
    join jsonb_to_recordset(${JSON.stringify(copied)}::jsonb) as n(class_id uuid, from_id uuid, to_id uuid)
      on n.from_id = t.activity_id
    where t.class_id = ${originalId} and t.company_id = ${companyId}`.execute(homeworkTables(connection))
}

export const homeworkPart = classPart({ copied: copyRules })
