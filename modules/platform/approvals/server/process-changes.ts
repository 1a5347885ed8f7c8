/** The frame of everything that changes a process: its lock, and the telling of what came of it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { approvalsTables } from './db.ts'
import { deciders, tellDeciders } from './notifications.ts'
import { type Flow, lockFlow } from './process-records.ts'

export interface Which {
  readonly companyId: string
  readonly processId: string
  readonly now: number
}

/** Runs the change on the locked process, then opens and closes the to-dos of who may decide now. */
export async function changeFlow<T>(
  connection: Connection,
  which: Which,
  change: (flow: Flow) => Promise<T>,
): Promise<T> {
  const flow = await lockFlow(connection, which)
  const before = await deciders(flow)
  const answer = await change(flow)
  await tellDeciders(flow, before)
  return answer
}

export interface NewProcess {
  readonly companyId: string
  readonly organizationId: string
  readonly businessType: number
  readonly businessId: string
  readonly name: string
  readonly applicantId: string
  readonly summary: Readonly<Record<string, string>>
  readonly template: { readonly id: string; readonly version: number; readonly steps: readonly { name: string }[] }
  readonly now: number
}

/** Writes the process with its steps; undefined where one for the same thing is in progress. */
export async function insertProcess(connection: Connection, process: NewProcess): Promise<string | undefined> {
  const db = approvalsTables(connection)
  const inserted = await db
    .insertInto('approvals.process')
    .values({
      id: uuid(),
      company_id: process.companyId,
      organization_id: process.organizationId,
      business_type: process.businessType,
      business_id: process.businessId,
      name: process.name,
      // As pairs: jsonb puts the keys of an object into an order of its own.
      summary: JSON.stringify(Object.entries(process.summary)),
      applicant_id: process.applicantId,
      template_id: process.template.id,
      template_version: process.template.version,
      started_at: process.now,
    })
    // Written out: a prepared statement doesn't know that a parameter will be 4, and finds no index.
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'business_type', 'business_id']).where(sql<boolean>`result = 4`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  await db
    .insertInto('approvals.step')
    .values(
      process.template.steps.map((definition, at) => ({
        id: uuid(),
        company_id: process.companyId,
        process_id: inserted.id,
        position: at + 1,
        name: definition.name,
        definition: JSON.stringify(definition),
      })),
    )
    .execute()
  return inserted.id
}
