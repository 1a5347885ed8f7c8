/** What a participant has written and attached before handing it in. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { filesOfOwner } from '#modules/platform/files/server.ts'
import { NO_PARTICIPANT, NOT_RELEASED } from '#modules/training/classes/contract.ts'
import { enterClass } from '#modules/training/classes/server.ts'
import { HOMEWORK_FILE } from '../contract/codes.ts'
import type { HomeworkDb } from './db.ts'
import { getTask } from './rules.ts'

interface Draft {
  readonly text: string
  readonly fileIds: string[]
  readonly savedAt: number
}

export async function findDraft(db: HomeworkDb, activityId: string, memberId: string): Promise<Draft | undefined> {
  const { rows } = await sql<Draft>`
    select text, file_ids as "fileIds", saved_at as "savedAt" from homework.draft
    where activity_id = ${activityId} and member_id = ${memberId}`.execute(db)
  return rows[0]
}

export async function saveDraft(
  db: HomeworkDb,
  caller: Caller,
  { classId, activityId }: { readonly classId: string; readonly activityId: string },
  { text, fileIds }: { readonly text: string; readonly fileIds: readonly string[] },
  now: number,
) {
  const { found, isParticipant } = await enterClass(db, caller, classId, now, { forEdit: true })
  if (!isParticipant) throw refuse(NO_PARTICIPANT)
  const { releasedAt } = await getTask(db, found, activityId)
  if (releasedAt > now) throw refuse(NOT_RELEASED, { opensAt: releasedAt })
  const own = await filesOfOwner(db, caller, fileIds)
  if (own.size < fileIds.length) throw refuse(HOMEWORK_FILE)
  await sql`
    insert into homework.draft (activity_id, member_id, class_id, company_id, text, file_ids, saved_at)
    values (${activityId}, ${caller.memberId}, ${classId}, ${caller.companyId}, ${text}, ${[...fileIds]}::uuid[], ${now})
    on conflict (activity_id, member_id) do update set text = excluded.text, file_ids = excluded.file_ids,
      saved_at = excluded.saved_at`.execute(db)
  return { savedAt: now }
}

export async function dropDraft(db: HomeworkDb, activityId: string, memberId: string): Promise<void> {
  await sql`delete from homework.draft where activity_id = ${activityId} and member_id = ${memberId}`.execute(db)
}
