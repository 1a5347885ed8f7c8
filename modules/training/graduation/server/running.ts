/** Whether a batch of a class runs. Whoever starts one or takes graduations back asks here, one after the other. */
import { refuse } from '#kit/errors.ts'
import { lockNames } from '#server/db/transaction.ts'
import { GRADUATION_RUNNING } from '../contract/codes.ts'
import type { GraduationDb } from './db.ts'

/** Refuses while one runs (TRAINING-021); none begins until the transaction ends. */
export async function assertNoneRuns(db: GraduationDb, classId: string): Promise<void> {
  if (await isRunning(db, classId)) throw refuse(GRADUATION_RUNNING)
}

/** What it answers holds until the transaction ends. */
export async function isRunning(db: GraduationDb, classId: string): Promise<boolean> {
  await lockNames(db, `graduation ${classId}`)
  const running = await db
    .selectFrom('graduation.batch')
    .select('id')
    .where('class_id', '=', classId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return running !== undefined
}
