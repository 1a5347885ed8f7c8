/** Announcements of an administrator to the members of organizations. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { organizationNames, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { announcementType } from './built-in-types.ts'
import type { MessagesDb } from './db.ts'
import { notify } from './notify.ts'

export interface Announcement {
  readonly title: string
  readonly content: string
  readonly organizationIds: readonly string[]
}

/** Whether the caller's grants for messages cover all of these organizations. */
async function coversAll(db: MessagesDb, caller: Caller, organizationIds: readonly string[]): Promise<boolean> {
  const granted = caller.permissions.get('message.manage') ?? []
  const { rows } = await sql<{ outside: number }>`
    select count(*) as outside from unnest(${[...organizationIds]}::uuid[]) as o (id)
    where o.id not in ${organizationsBelowSql(granted)}`.execute(db)
  return rows[0]?.outside === 0
}

/** Sends an announcement to organizations that the caller's grants cover. Answers the message's id. */
export async function announce(
  db: MessagesDb,
  caller: Caller,
  { title, content, organizationIds }: Announcement,
  now: number,
): Promise<string> {
  const known = await organizationNames(db, caller.companyId, organizationIds)
  if (known.size !== organizationIds.length) throw refuse(NOT_FOUND)
  if (!(await coversAll(db, caller, organizationIds))) throw refuse(NO_PERMISSION)
  await assertClean(db, caller.companyId, { title, content })
  const id = await notify(db, {
    companyId: caller.companyId,
    type: announcementType.code,
    recipients: organizationIds.includes(caller.companyId) ? { everybody: true } : { organizationIds },
    variables: { title, content },
    // The texts carry the announcement, because a variable is cut to the length of a name.
    texts: { title, body: content },
    actorId: caller.memberId,
    now,
  })
  return id as string
}
