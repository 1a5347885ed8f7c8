/** The decision about a submission: made once, by a reviewer, never by its member. */
import { sql } from 'kysely'
import { type ErrorCode, INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { SubmissionState } from '#kit/submissions.ts'
import { todosChanged } from '#modules/platform/messages/server.ts'
import { recordAction } from '#modules/platform/operations/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { SUBMISSION_DECIDED } from '../contract.ts'
import { submissionsTables } from './db.ts'
import { type Decision, getKind, type SubmissionRecord } from './kinds.ts'

/**
 * Decides about the submission and calls the kind. A caller who does not review it gets NOT_FOUND. Of several decisions at
 * the same moment the first is made; the others get `decided`.
 */
export async function decide(
  connection: Connection,
  id: string,
  { isAccepted, opinion: typed }: Decision,
  context: Context,
  decided: ErrorCode = SUBMISSION_DECIDED,
): Promise<void> {
  const opinion = typed.trim()
  if (!isAccepted && opinion === '') {
    throw refuse(INVALID_INPUT, { fields: [{ path: 'opinion', rule: 'required', message: 'is needed to return' }] })
  }
  const { caller, now } = context
  await assertClean(connection, caller.companyId, { opinion })
  const db = submissionsTables(connection)
  const found = await db
    .selectFrom('submissions.submission')
    .select('kind')
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  const kind = getKind(found.kind)
  const { rows } = await sql<SubmissionRecord & { state: SubmissionState }>`
    select s.id, s.company_id as "companyId", s.subject_id as "subjectId", s.part_id as "partId",
      s.member_id as "memberId", s.title, s.state
    from submissions.submission s join ${kind.subjects} subject on subject.id = s.subject_id
    where s.id = ${id} and s.member_id <> ${caller.memberId} and ${kind.isPresentSql} and ${kind.reviewsSql(caller)}
    for no key update of s`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  const { state: before, ...submission } = rows[0]
  if (before !== 'waiting') throw refuse(decided, { state: before })
  const state = isAccepted ? 'accepted' : 'returned'
  await db
    .updateTable('submissions.submission')
    .set({ state, opinion, decided_by: caller.memberId, decided_at: now })
    .where('id', '=', id)
    .execute()
  await kind.decided(connection, submission, { isAccepted, opinion }, now)
  // The kind's message notifies the member.
  await todosChanged(connection, caller.companyId, [caller.memberId])
  await recordDecision(connection, submission, { state, opinion }, context)
}

/** The call asks for no permission, because the kind says who reviews; the audit log holds the decision all the same. */
async function recordDecision(
  connection: Connection,
  { id, title }: SubmissionRecord,
  after: { readonly state: SubmissionState; readonly opinion: string },
  { caller, now, ip, userAgent }: Context,
): Promise<void> {
  const { companyId, memberId: actorId, roles: actorRoles } = caller
  const subjects = [{ type: 'submission', id, name: title, before: { state: 'waiting' }, after }]
  const action = 'submissions.decideSubmission'
  await recordAction(connection, { action, companyId, actorId, actorRoles, subjects, ip, userAgent, now })
}
