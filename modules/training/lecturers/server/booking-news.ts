/** What lecturers with an account hear of the times that are booked. */
import { sql } from 'kysely'
import { instantText } from '#modules/platform/identity/server.ts'
import { type MessageText, notify, wordedMessage } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { lecturersTables } from './db.ts'

const variables = {
  title: { cn: '授课内容', en: 'Session', example: { cn: '新任经理训练营：目标与辅导', en: 'New managers: goals' } },
  time: { cn: '时间', en: 'Time', example: { cn: '2026-12-04 10:00 – 12:00', en: '2026-12-04 10:00 – 12:00' } },
}

const news = (code: string, cn: MessageText, en: MessageText) =>
  wordedMessage({ code, group: 'training', variables, defaultChannels: [] }, cn, en)

export const bookingMessages = [
  news(
    'lecturer.booked',
    { label: '授课安排', title: '您被安排授课：{title}', body: '时间：{time}' },
    { label: 'Booked to teach', title: 'You are booked to teach: {title}', body: 'Time: {time}' },
  ),
  news(
    'lecturer.moved',
    { label: '授课时间变更', title: '授课时间有变：{title}', body: '新的时间：{time}' },
    { label: 'Session moved', title: 'The time has changed: {title}', body: 'New time: {time}' },
  ),
  news(
    'lecturer.released',
    { label: '授课取消', title: '您不再授课：{title}', body: '原定时间：{time}' },
    { label: 'Session canceled', title: 'You no longer teach: {title}', body: 'It was planned for {time}' },
  ),
]

export interface BookingNews {
  readonly type: 'lecturer.booked' | 'lecturer.moved' | 'lecturer.released'
  readonly companyId: string
  readonly lecturerIds: readonly string[]
  readonly title: string
  readonly link: string
  readonly from: number
  readonly to: number
  /** Whoever made the change hears nothing of it. */
  readonly byMemberId?: string
  readonly now: number
}

/** Nobody hears of what is over, and nobody without an account. */
export async function announceBooking(connection: Connection, news: BookingNews): Promise<void> {
  const { type, companyId, lecturerIds, title, link, from, to, byMemberId, now } = news
  if (lecturerIds.length === 0 || to <= now) return
  const { rows } = await sql<{ memberId: string }>`
    select l.member_id as "memberId" from lecturers.lecturer l
    where l.id = any(${[...lecturerIds]}::uuid[]) and l.member_id is not null`.execute(lecturersTables(connection))
  const at = await instantText(connection, companyId, 'minute')
  await notify(connection, {
    ...{ type, companyId, now, variables: { title, time: `${at(from)} – ${at(to)}` } },
    recipients: rows.map(({ memberId }) => memberId),
    link: link === '' ? '/teaching' : link,
    ...(byMemberId !== undefined && { actorId: byMemberId }),
  })
}
