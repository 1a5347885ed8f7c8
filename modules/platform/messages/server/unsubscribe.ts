/** Unsubscribe links in e-mails. A link can only switch off its own type. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { contactsSql } from '#modules/platform/identity/server.ts'
import type { MessagesDb } from './db.ts'
import { allTypes, isGenuine, readUnsubscribeToken } from './links.ts'
import { type Bilingual, findType } from './message-types.ts'
import { changePreferences, partlyHidden } from './preferences.ts'

interface Subject {
  readonly memberId: string
  readonly companyId: string
  /** undefined: all e-mails. */
  readonly type: string | undefined
}

/** Refuses every wrong token with 900005, so that nobody learns whether a member exists. */
async function subjectOf(db: MessagesDb, token: string): Promise<Subject> {
  const read = readUnsubscribeToken(token)
  if (!read) throw refuse(NOT_FOUND)
  const row = await db
    .selectFrom('messages.member_setting')
    .select(['company_id', 'link_key'])
    .where('member_id', '=', read.memberId)
    .executeTakeFirst()
  if (!row || !isGenuine(row.link_key, read)) throw refuse(NOT_FOUND)
  const type = read.type === allTypes ? undefined : findType(read.type)
  if (read.type !== allTypes && (!type || type.mandatory)) throw refuse(NOT_FOUND)
  return { memberId: read.memberId, companyId: row.company_id, type: type?.code }
}

export async function unsubscribeSubject(
  db: MessagesDb,
  token: string,
): Promise<{ label: Bilingual | null; address: string | null; unsubscribed: boolean }> {
  const { memberId, companyId, type } = await subjectOf(db, token)
  const { rows } = await sql<{ email: string | null; all_off: boolean; type_off: boolean }>`
    select c.email, coalesce('mail' = any(s.channels_off), false) as all_off,
      exists (select from messages.preference p where p.member_id = c.id and p.type = ${type ?? ''}
        and p.channel = 'mail' and not p.enabled) as type_off
    from ${contactsSql(companyId)} c left join messages.member_setting s on s.member_id = c.id
    where c.id = ${memberId}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  return {
    label: type === undefined ? null : (findType(type)?.label ?? null),
    address: row.email === null ? null : partlyHidden(row.email),
    unsubscribed: row.all_off || row.type_off,
  }
}

/** Unsubscribes, or subscribes again. Repeating it changes nothing. */
export async function setSubscription(db: MessagesDb, token: string, enabled: boolean, now: number): Promise<void> {
  const { memberId, companyId, type } = await subjectOf(db, token)
  const change =
    type === undefined
      ? { channels: [{ channel: 'mail' as const, enabled }] }
      : { choices: [{ type, channel: 'mail' as const, enabled }] }
  await changePreferences(db, { memberId, companyId }, change, { byLink: !enabled, now })
}
