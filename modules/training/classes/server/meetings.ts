/** The rooms and lecturers of the meetings of a class: booked from its publication on, and released when it does not take place. */
import { sql } from 'kysely'
import { bookRoom, releaseRooms } from '#modules/training/classrooms/server.ts'
import { bookLecturers, releaseLecturers } from '#modules/training/lecturers/server.ts'
import type { ClassesDb } from './db.ts'

const refKind = 'class-activity'

export interface Meeting {
  readonly id: string
  readonly title: string
  readonly startsAt: number
  readonly endsAt: number
  readonly roomId: string | null
  readonly lecturerIds: readonly string[]
}

interface MetClass {
  readonly id: string
  readonly companyId: string
  readonly name: string
}

interface Planning {
  readonly byMemberId: string
  readonly now: number
}

/** Those that have a time. */
export async function findMeetings(db: ClassesDb, classId: string): Promise<Meeting[]> {
  const { rows } = await sql<Meeting>`
    select a.id, a.title, a.starts_at as "startsAt", a.ends_at as "endsAt", a.room_id as "roomId",
      a.lecturer_ids as "lecturerIds"
    from classes.activity a
    where a.class_id = ${classId} and a.kind = 'offline' and a.starts_at is not null and a.ends_at > a.starts_at
    order by a.starts_at, a.id`.execute(db)
  return rows
}

const isSame = (one: Meeting, other: Meeting | undefined): boolean =>
  other !== undefined &&
  one.title === other.title &&
  one.startsAt === other.startsAt &&
  one.endsAt === other.endsAt &&
  one.roomId === other.roomId &&
  one.lecturerIds.join() === other.lecturerIds.join()

/** Always in one order: two who plan at once never wait for each other. */
const byRoom = (a: Meeting, b: Meeting) => (a.roomId ?? '').localeCompare(b.roomId ?? '') || a.id.localeCompare(b.id)

/**
 * Books what the class needs now, in place of what it needed before. Refuses with ROOM_TAKEN, and says who has the room then.
 * All rooms are given up before the first is booked: meetings may change places.
 */
export async function bookMeetings(
  db: ClassesDb,
  { id, companyId, name }: MetClass,
  before: readonly Meeting[],
  { byMemberId, now }: Planning,
): Promise<void> {
  const after = await findMeetings(db, id)
  const known = new Map(before.map((one) => [one.id, one]))
  const wanted = new Set(after.map((one) => one.id))
  const gone = before.filter((one) => !wanted.has(one.id))
  const changed = after.filter((one) => !isSame(one, known.get(one.id)))
  const ref = (refId: string) => ({ companyId, refKind, refId })
  const common = (one: Meeting) => ({
    ...ref(one.id),
    ...{ from: one.startsAt, to: one.endsAt, title: `${name} · ${one.title}`, byMemberId, now },
  })
  for (const one of [...gone, ...changed].filter((each) => known.get(each.id)?.roomId))
    await releaseRooms(db, ref(one.id))
  for (const one of changed.toSorted(byRoom))
    if (one.roomId !== null) await bookRoom(db, { ...common(one), roomId: one.roomId })
  for (const one of gone) await releaseLecturers(db, { ...ref(one.id), byMemberId, now })
  const link = `/train-new/class-detail/${id}`
  for (const one of changed)
    if (one.lecturerIds.length > 0 || (known.get(one.id)?.lecturerIds.length ?? 0) > 0)
      await bookLecturers(db, { ...common(one), lecturerIds: one.lecturerIds, link })
}

/**
 * Gives up what the class has booked and is still to come, and of a meeting that goes on the rest of its room: what has been keeps
 * its place in the logs of rooms and lecturers.
 */
export async function releaseMeetings(
  db: ClassesDb,
  { id, companyId }: Omit<MetClass, 'name'>,
  planning: Planning,
): Promise<void> {
  const { now } = planning
  const meetings = await findMeetings(db, id)
  for (const one of meetings.filter(({ endsAt }) => endsAt > now)) {
    const ref = { companyId, refKind, refId: one.id }
    if (one.roomId !== null) await releaseRooms(db, { ...ref, from: now })
    if (one.lecturerIds.length > 0 && one.startsAt >= now) await releaseLecturers(db, { ...ref, ...planning })
  }
}
