/** The frame of every change of a process: its lock, and the update of to-dos and notifications. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { approvalsTables } from './db.ts'
import { deciders, updateDeciders } from './notifications.ts'
import { type Flow, lockForEdit } from './process-records.ts'

export interface ProcessKey {
  readonly companyId: string
  readonly processId: string
  readonly now: number
}

/** Runs the change on the locked process, then updates the to-dos of its deciders. */
export async function changeProcess<T>(
  connection: Connection,
  which: ProcessKey,
  change: (flow: Flow) => Promise<T>,
): Promise<T> {
  const flow = await lockForEdit(connection, which)
  const before = await deciders(flow)
  const answer = await change(flow)
  await updateDeciders(flow, before)
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

/** Inserts the process with its steps; undefined if one for the same object is pending. */
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
      // Pairs, because jsonb reorders the keys of an object.
      summary: JSON.stringify(Object.entries(process.summary)),
      applicant_id: process.applicantId,
      template_id: process.template.id,
      template_version: process.template.version,
      started_at: process.now,
    })
    // A literal, because a prepared statement with a parameter would not match the partial index.
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'business_type', 'business_id']).where(sql<boolean>`result = 4`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  if (process.template.steps.length === 0) return inserted.id
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
