/** Going on from one section to the next, where they are answered in their order. */
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { endGraceMs } from '../contract/answering.ts'
import { NO_NEXT_SECTION } from '../contract/codes.ts'
import { openedAt } from '../contract/sections.ts'
import type { exams } from '../contract.ts'
import { assertGoesOn, clockOf, lockOwnAttempt, positionColumns, positionOf } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { finishWhenOver } from './finishing.ts'
import { assertStored } from './journal.ts'

/** A section that is closed already, by the examinee or by its time, is not closed again. */
export async function closeSection(
  db: ExamsDb,
  caller: Caller,
  { id, number }: Input<typeof exams.closeSection>['params'],
  last: Input<typeof exams.closeSection>['body'],
  now: number,
) {
  const attempt = await lockOwnAttempt(db, caller, id, now)
  assertGoesOn(attempt, now)
  const position = positionOf(attempt, now)
  const { sectionNumber } = position ?? { sectionNumber: null }
  if (sectionNumber !== null && number < sectionNumber) return clockOf(attempt, now, position)
  if (number !== sectionNumber || number >= attempt.paper.length) throw refuse(NO_NEXT_SECTION, { sectionNumber })
  await assertStored(db, id, last)
  const next = openedAt(attempt.paper, number + 1, now, attempt.endsAt)
  await db.updateTable('exams.attempt').set(positionColumns(next, attempt.endsAt)).where('id', '=', id).execute()
  if (next.endsAt < attempt.endsAt)
    await enqueue(db, finishWhenOver, { attemptId: id }, { runAt: next.endsAt + endGraceMs + 1 })
  return clockOf(attempt, now, next)
}
