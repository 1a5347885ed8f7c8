/** A member's settings of messages. These defaults apply to a member without settings. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { MessagesDb } from './db.ts'

export const defaultSettings = {
  quietHours: { enabled: false, from: '22:00', to: '08:00' },
  digest: { frequency: 'off', hour: 8, weekday: 1 },
} as const

/** Adds missing rows of settings, which hold the key of the unsubscribe links. */
export async function ensureSettings(
  db: MessagesDb,
  members: readonly { readonly memberId: string; readonly companyId: string }[],
  now: number,
): Promise<void> {
  const distinct = [...new Map(members.map((member) => [member.memberId, member])).values()]
  if (distinct.length === 0) return
  await sql`
    insert into messages.member_setting (member_id, company_id, link_key, changed_at)
    select n.member_id, n.company_id, n.link_key, ${now}
    from unnest(${distinct.map((one) => one.memberId)}::uuid[], ${distinct.map((one) => one.companyId)}::uuid[],
      ${distinct.map(() => randomBytes(32))}::bytea[]) as n (member_id, company_id, link_key)
    on conflict (member_id) do nothing`.execute(db)
}
