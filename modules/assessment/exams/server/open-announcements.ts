/** What an examinee has to read while answering. */
import { sql } from 'kysely'
import { type Announcement, announcementAgeMsMax } from '../contract/announcing.ts'
import type { ExamsDb } from './db.ts'

/** Announcements `a` that stand on the screen of attempts `t`, acknowledged or not. */
export const meantForSql = sql`(a.attempt_id is null or a.attempt_id = t.id)
  and a.sent_at >= t.started_at - ${announcementAgeMsMax}::bigint`

export const notAcknowledgedSql = sql`not exists (
  select from exams.acknowledgement k where k.announcement_id = a.id and k.attempt_id = t.id)`

/** What the examinee has not acknowledged yet, the oldest first. */
export async function openAnnouncements(
  db: ExamsDb,
  { id, announcedAt }: { readonly id: string; readonly announcedAt: number | null },
): Promise<Announcement[]> {
  if (announcedAt === null) return []
  const { rows } = await sql<Announcement>`
    select a.id, a.text, a.sent_at as "sentAt"
    from exams.attempt t join exams.announcement a on a.exam_id = t.exam_id
    where t.id = ${id} and ${meantForSql} and ${notAcknowledgedSql} order by a.id`.execute(db)
  return rows
}
