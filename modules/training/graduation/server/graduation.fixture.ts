/** Graduations for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { type Conditions, newConditions } from '../contract/conditions.ts'
import { storeConditions } from './conditions.ts'
import { graduationTables } from './db.ts'

interface BuiltConditions extends Partial<Conditions> {
  readonly classId: string
  readonly companyId: string
  readonly now: number
}

export async function buildConditions(connection: Connection, { classId, companyId, now, ...rest }: BuiltConditions) {
  const db = graduationTables(connection)
  await storeConditions(db, { id: classId, companyId }, { ...newConditions, ...rest }, now)
}

interface BuiltGraduates {
  readonly classId: string
  readonly companyId: string
  /** Who take part in the class and stand there as graduated. */
  readonly memberIds: readonly string[]
  readonly by: string
  readonly reason?: string
  readonly retrainAt?: number
  readonly now: number
}

/** A batch that has ended, and what it has given. */
export async function buildGraduates(connection: Connection, input: BuiltGraduates): Promise<void> {
  const { classId, companyId, memberIds, by, reason = '', retrainAt = null, now } = input
  const db = graduationTables(connection)
  const batchId = uuid()
  await db
    .insertInto('graduation.batch')
    .values({
      ...{ id: batchId, class_id: classId, company_id: companyId, task_id: uuid(), is_forced: reason !== '', reason },
      ...{ member_count: memberIds.length, created_by: by, created_at: now, ended_at: now },
    })
    .execute()
  const rows = memberIds.map((memberId) => ({ batch_id: batchId, member_id: memberId, company_id: companyId }))
  await db
    .insertInto('graduation.candidate')
    .values(rows.map((row) => ({ ...row, state: 'graduated' })))
    .execute()
  await db
    .insertInto('graduation.graduate')
    .values(
      memberIds.map((memberId) => ({
        ...{ id: uuid(), class_id: classId, member_id: memberId, company_id: companyId, graduated_at: now },
        ...{ graduated_by: by, reason, retrain_at: retrainAt },
      })),
    )
    .execute()
}
