/** Handing in: the same checks for every kind, one waiting submission at a time. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { type ErrorCode, INVALID_INPUT, refuse } from '#kit/errors.ts'
import { type SubmissionState, submissionFilesMax } from '#kit/submissions.ts'
import { ownsFile } from '#modules/platform/files/server.ts'
import { todosChanged } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { type SubmissionsDb, submissionsTables } from './db.ts'
import type { SubmissionKind, SubmissionPart } from './kinds.ts'

interface SubmissionInput {
  readonly text: string
  readonly fileIds: readonly string[]
  /** The name of the text in the call, for refusals that name a field. */
  readonly textField: string
}

interface Key extends SubmissionPart {
  readonly kind: string
  readonly memberId: string
}

/**
 * Hands in for the caller. Several calls for the same part wait for each other at a lock, so that one of them submits and
 * the others are refused. Answers the id and what the kind answers.
 */
export async function submit<Opened extends { readonly title: string }, Answer>(
  connection: Connection,
  kind: SubmissionKind<Opened, Answer>,
  { subjectId, partId }: SubmissionPart,
  { text, fileIds, textField }: SubmissionInput,
  context: Context,
): Promise<Answer & { id: string }> {
  const db = submissionsTables(connection)
  const { caller, now } = context
  const { companyId, memberId } = caller
  const key = { kind: kind.key, subjectId, partId, memberId }
  await lockNames(connection, `submission ${kind.key} ${subjectId} ${partId} ${memberId}`)
  const opened = await kind.assertOpen(connection, { subjectId, partId }, context)
  const content = text.trim()
  assertSomething(content, fileIds, textField)
  await assertOwnFiles(connection, caller, fileIds, kind.refusals.file)
  await assertClean(connection, companyId, { [textField]: content })
  const latest = await findLatest(db, key)
  if (latest?.state === 'waiting') throw refuse(kind.refusals.waiting, { state: latest.state })
  const submission = { id: uuid(), companyId, subjectId, partId, memberId, title: opened.title }
  await db
    .insertInto('submissions.submission')
    .values({
      ...{ id: submission.id, company_id: companyId, kind: kind.key, subject_id: subjectId, part_id: partId },
      ...{ member_id: memberId, round: (latest?.round ?? 0) + 1, title: opened.title, content },
      ...{ file_ids: [...fileIds], submitted_at: now },
    })
    .execute()
  // What was returned is handed in again; the kind's message notifies the reviewers.
  if (latest?.state === 'returned') await todosChanged(connection, companyId, [memberId])
  return { ...(await kind.submitted(connection, submission, opened, context)), id: submission.id }
}

function assertSomething(content: string, fileIds: readonly string[], path: string): void {
  if (fileIds.length > submissionFilesMax) {
    const message = `at most ${submissionFilesMax} files`
    throw refuse(INVALID_INPUT, { fields: [{ path: 'fileIds', rule: 'maxItems', message }] })
  }
  if (content === '' && fileIds.length === 0) {
    throw refuse(INVALID_INPUT, { fields: [{ path, rule: 'required', message: 'or a file is needed' }] })
  }
}

async function assertOwnFiles(
  connection: Connection,
  caller: Caller,
  fileIds: readonly string[],
  refusal: ErrorCode,
): Promise<void> {
  for (const id of fileIds) if (!(await ownsFile(connection, caller, id))) throw refuse(refusal, { reason: 'missing' })
}

async function findLatest(db: SubmissionsDb, { kind, subjectId, partId, memberId }: Key) {
  return db
    .selectFrom('submissions.submission')
    .select(['id', 'state', 'round'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('part_id', '=', partId)
    .where('member_id', '=', memberId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The id of the newest submission of a member for a part; undefined where the member has not handed in. */
export async function findLatestSubmission(connection: Connection, key: Key): Promise<string | undefined> {
  return (await findLatest(submissionsTables(connection), key))?.id
}

/** The state of the newest submission for a part, in a statement of the kind's own module; null where there is none. */
export function latestStateSql(
  kind: string,
  { subjectId, partId, memberId }: Readonly<Record<'subjectId' | 'partId' | 'memberId', RawBuilder<unknown>>>,
): RawBuilder<SubmissionState | null> {
  return sql`(select latest.state from submissions.submission latest
    where latest.kind = ${kind} and latest.subject_id = ${subjectId} and latest.part_id = ${partId}
      and latest.member_id = ${memberId}
    order by latest.round desc limit 1)`
}

/** Accepts what waits for a decision about a part that became finished in another way. */
export async function acceptWaiting(
  connection: Connection,
  { kind, subjectId, partId, memberId }: Key,
  { decidedBy, now }: { readonly decidedBy: string; readonly now: number },
): Promise<void> {
  await submissionsTables(connection)
    .updateTable('submissions.submission')
    .set({ state: 'accepted', decided_by: decidedBy, decided_at: now })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('part_id', '=', partId)
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Deletes all submissions about a subject that is deleted for good. */
export async function purgeSubmissions(connection: Connection, kind: string, subjectId: string): Promise<void> {
  await submissionsTables(connection)
    .deleteFrom('submissions.submission')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .execute()
}
