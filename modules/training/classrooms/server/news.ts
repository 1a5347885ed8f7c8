/** What members hear of rooms and bookings. */
import { sql } from 'kysely'
import { holdersOfPermission } from '#modules/platform/identity/server.ts'
import { type MessageText, notify, wordedMessage } from '#modules/platform/messages/server.ts'
import { managesRooms } from '../contract/access.ts'
import type { BookedRoom } from './booking-record.ts'
import type { ClassroomsDb } from './db.ts'

const variables = {
  room: { cn: '教室', en: 'Room', example: { cn: '301 培训室', en: 'Room 301' } },
  title: { cn: '预订事项', en: 'Purpose', example: { cn: '新任经理训练营', en: 'New managers' } },
  time: { cn: '时间', en: 'Time', example: { cn: '2026年12月1日 09:00', en: '1 Dec 2026, 09:00' } },
  reason: { cn: '原因', en: 'Reason', example: { cn: '当天设备检修', en: 'The room is repaired that day' } },
}

const news = (code: string, cn: MessageText, en: MessageText) =>
  wordedMessage({ code, group: 'training', variables, defaultChannels: [], changesTodos: true }, cn, en)

export const bookingMessages = [
  news(
    'classroom.requested',
    { label: '教室预订待处理', title: '{room} 有新的预订待处理', body: '预订事项：{title}' },
    { label: 'Booking to decide', title: 'A booking of {room} waits for you', body: 'Purpose: {title}' },
  ),
  news(
    'classroom.accepted',
    { label: '教室预订已通过', title: '您预订的 {room} 已通过', body: '预订事项：{title}，开始时间：{time}' },
    {
      label: 'Booking accepted',
      title: 'Your booking of {room} is accepted',
      body: 'Purpose: {title}. Begins: {time}',
    },
  ),
  news(
    'classroom.refused',
    { label: '教室预订未通过', title: '您预订的 {room} 未通过', body: '预订事项：{title}，原因：{reason}' },
    {
      label: 'Booking refused',
      title: 'Your booking of {room} was refused',
      body: 'Purpose: {title}. Reason: {reason}',
    },
  ),
  news(
    'classroom.canceled',
    {
      label: '教室预订被取消',
      title: '您预订的 {room} 被取消',
      body: '预订事项：{title}，时间：{time}，原因：{reason}',
    },
    {
      label: 'Booking canceled',
      title: 'Your booking of {room} was canceled',
      body: 'Purpose: {title}. Time: {time}. Reason: {reason}',
    },
  ),
  news(
    'classroom.moved',
    { label: '教室预订被调整', title: '您的预订已调整到 {room}', body: '预订事项：{title}，开始时间：{time}' },
    { label: 'Booking moved', title: 'Your booking was moved to {room}', body: 'Purpose: {title}. Begins: {time}' },
  ),
]

interface Booked {
  readonly companyId: string
  /** Of the room. */
  readonly name: string
  readonly title: string
}

interface News {
  readonly type: 'classroom.accepted' | 'classroom.refused' | 'classroom.canceled' | 'classroom.moved'
  readonly recipients: readonly string[]
  /** When the first of the bookings begins. */
  readonly from: number
  readonly reason?: string
  readonly now: number
}

/** Whoever has booked the room hears it. */
export async function announce(
  db: ClassroomsDb,
  { companyId, name, title }: Booked,
  { from, reason = '', ...rest }: News,
): Promise<void> {
  const said = { room: name, title, time: { instant: from }, reason }
  await notify(db, { ...rest, companyId, variables: said, link: '/classroom-book' })
}

/** The room managers hear of a booking that waits for them; where there are none, those who administer the room do. */
export async function announceRequest(
  db: ClassroomsDb,
  { id, companyId, organizationId, name }: BookedRoom,
  { actorId, title, now }: { readonly actorId: string; readonly title: string; readonly now: number },
): Promise<void> {
  const { rows } = await sql<{ managerIds: string[] }>`
    select manager_ids as "managerIds" from classrooms.room where id = ${id}`.execute(db)
  const named = rows[0]?.managerIds ?? []
  const { permission } = managesRooms
  const recipients = named.length > 0 ? named : await holdersOfPermission(db, { companyId, permission, organizationId })
  await notify(db, {
    ...{ companyId, type: 'classroom.requested', recipients, actorId, now },
    variables: { room: name, title },
    link: '/classroom-book?tab=managed',
  })
}
