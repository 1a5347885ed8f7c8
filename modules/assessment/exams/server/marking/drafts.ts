/** What markers have written and not given yet. It is theirs alone, and counts nowhere. */
import { sql } from 'kysely'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { exams } from '../../contract.ts'
import type { ExamsDb } from '../db.ts'
import type { AnswerRow } from './answers.ts'
import { assertAssigned, openDesk } from './settings.ts'
import { findMarked } from './sheets.ts'

type Draft = Input<typeof exams.saveMarkDraft>['body']

const isEmpty = ({ tenths, levels, comment }: Draft) =>
  tenths === null && comment.trim() === '' && (levels ?? []).every((level) => level < 0)

/** The answer that a draft is about, for who may mark it. */
async function findAnswer(db: ExamsDb, caller: Caller, shownId: string, place: number) {
  const attempt = await findMarked(db, caller, shownId)
  const desk = await openDesk(db, caller, attempt.examId)
  assertNotSelf(caller, [attempt.memberId])
  const mark = await db
    .selectFrom('exams.mark')
    .select('version_id')
    .where('attempt_id', '=', attempt.id)
    .where('place', '=', place)
    .where('verdict', '=', 'needs-marking')
    .executeTakeFirst()
  if (!mark) throw refuse(NOT_FOUND)
  assertAssigned(desk, mark.version_id)
  return attempt.id
}

export async function saveMarkDraft(
  db: ExamsDb,
  caller: Caller,
  { id, place }: Input<typeof exams.saveMarkDraft>['params'],
  draft: Draft,
  now: number,
) {
  const attemptId = await findAnswer(db, caller, id, place)
  if (isEmpty(draft)) await dropDrafts(db, caller.memberId, [{ id: attemptId, place }])
  else
    await sql`
      insert into exams.mark_draft (attempt_id, place, member_id, company_id, tenths, levels, comment, saved_at)
      values (${attemptId}, ${place}, ${caller.memberId}, ${caller.companyId}, ${draft.tenths}::int,
        ${draft.levels === null ? null : [...draft.levels]}::int[], ${draft.comment}, ${now})
      on conflict (attempt_id, place, member_id) do update set tenths = excluded.tenths, levels = excluded.levels,
        comment = excluded.comment, saved_at = excluded.saved_at`.execute(db)
  return { savedAt: now }
}

/** Of a member, for these answers: the mark is given. */
export async function dropDrafts(
  db: ExamsDb,
  memberId: string,
  answers: readonly Pick<AnswerRow, 'id' | 'place'>[],
): Promise<void> {
  await sql`
    delete from exams.mark_draft d using jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a(id uuid, place int)
    where d.attempt_id = a.id and d.place = a.place and d.member_id = ${memberId}`.execute(db)
}
