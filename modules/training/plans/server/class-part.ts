/** A copy of a class is planned with the same costs; what the class has cost stays with it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type ClassCopies, classPart } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { plansTables } from './db.ts'

async function copyPlannedCosts(
  connection: Connection,
  { companyId, originalId, copies, by, now }: ClassCopies,
): Promise<void> {
  const db = plansTables(connection)
  const { rows: lines } = await sql<{ id: string }>`
    select id from plans.cost_line
    where class_id = ${originalId} and company_id = ${companyId} and kind = 'planned'`.execute(db)
  const copied = copies.flatMap(({ classId }) =>
    lines.map(({ id }) => ({ id: uuid(), line_id: id, class_id: classId })),
  )
  await sql`
    insert into plans.cost_line (id, class_id, company_id, kind, category, label, cost_hundredths, note, entered_by, entered_at)
    select n.id, n.class_id, l.company_id, l.kind, l.category, l.label, l.cost_hundredths, l.note, ${by}, ${now}
    from jsonb_to_recordset(${JSON.stringify(copied)}::jsonb) as n(id uuid, line_id uuid, class_id uuid)
    join plans.cost_line l on l.id = n.line_id`.execute(db)
}

export const plansPart = classPart({ copied: copyPlannedCosts })
