/** The caller's notification center. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { publish } from '#server/realtime/publish.ts'
import type { Notification, UnreadCount } from '../contract/notifications.ts'
import type { MessagesDb } from './db.ts'
import { groupLabel } from './message-types.ts'

/** The count stops here, because the bell shows 99+ and a full count would read every row. */
const unreadCountMax = 1000

interface NotificationRow {
  readonly id: string
  readonly type: string
  readonly group: string
  readonly title: string
  readonly body: string
  readonly link: string | null
  readonly repeats: number
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly actor_avatar: string | null
  readonly at: number
  readonly read_at: number | null
}

export interface NotificationQuery extends Paging {
  readonly group?: string
  readonly state?: 'unread' | 'read'
}

function answer({ actor_id, actor_name, actor_avatar, read_at, ...row }: NotificationRow): Notification {
  const actor =
    actor_id === null || actor_name === null ? null : { id: actor_id, name: actor_name, avatarPath: actor_avatar ?? '' }
  return { ...row, actor, readAt: read_at }
}

/** Newest first, in the language of the reader. */
export async function listNotifications(
  db: MessagesDb,
  caller: Caller,
  query: NotificationQuery,
  language: Language,
): Promise<{ items: Notification[]; recordCount: number }> {
  const state = { unread: sql`n.read_at is null`, read: sql`n.read_at is not null`, all: sql`true` }
  const matching = sql`messages.notification n
    where n.member_id = ${caller.memberId} and n.company_id = ${caller.companyId} and ${state[query.state ?? 'all']}
      and (${query.group ?? null}::text is null or n.group_key = ${query.group ?? null})`
  const title = language === 'cn' ? sql`m.title_cn` : sql`m.title_en`
  const body = language === 'cn' ? sql`m.body_cn` : sql`m.body_en`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from ${matching}`,
    rows: (window) => sql<NotificationRow>`
      select n.message_id as id, m.type, n.group_key as group, ${title} as title, ${body} as body, m.link, n.repeats,
        m.actor_id, p.full_name as actor_name, p.avatar_path as actor_avatar, n.at, n.read_at
      from (select n.* from ${matching} order by n.at desc, n.message_id desc ${window}) n
      join messages.message m on m.id = n.message_id
      left join ${directorySql(caller.companyId)} p on p.id = m.actor_id
      order by n.at desc, n.message_id desc`,
  })
  return { items: rows.map(answer), recordCount }
}

/** Unread notifications in all and by group, counted up to 1000. */
export async function countUnread(db: MessagesDb, caller: Caller): Promise<UnreadCount> {
  const { rows } = await sql<{ group: string; count: number }>`
    select group_key as group, count(*) as count
    from (select group_key from messages.notification
      where member_id = ${caller.memberId} and read_at is null limit ${unreadCountMax}) unread
    group by group_key order by group_key`.execute(db)
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    groups: rows.map(({ group, count }) => ({ group, label: groupLabel(group), count })),
  }
}

/** Updates the member's other tabs and devices. */
async function publishToOtherTabs(db: MessagesDb, caller: Caller, changed: bigint): Promise<void> {
  if (changed === 0n) return
  await publish(db, { topic: `member:${caller.memberId}`, name: 'notification', data: {} })
}

export async function readNotifications(db: MessagesDb, caller: Caller, ids: readonly string[], now: number) {
  const done = await sql`
    update messages.notification set read_at = ${now}
    where message_id = any(${ids}::uuid[]) and member_id = ${caller.memberId} and read_at is null`.execute(db)
  await publishToOtherTabs(db, caller, done.numAffectedRows ?? 0n)
  return countUnread(db, caller)
}

export async function readAllNotifications(db: MessagesDb, caller: Caller, group: string | undefined, now: number) {
  const done = await sql`
    update messages.notification set read_at = ${now}
    where member_id = ${caller.memberId} and read_at is null
      and (${group ?? null}::text is null or group_key = ${group ?? null})`.execute(db)
  await publishToOtherTabs(db, caller, done.numAffectedRows ?? 0n)
  return countUnread(db, caller)
}

export async function deleteNotification(db: MessagesDb, caller: Caller, id: string): Promise<void> {
  const done = await sql`
    delete from messages.notification where message_id = ${id} and member_id = ${caller.memberId}`.execute(db)
  if (done.numAffectedRows === 0n) throw refuse(NOT_FOUND)
  await publishToOtherTabs(db, caller, 1n)
}
