/** The complete state of the room for a browser: the shared part, and the person's own part. */
import { sql } from 'kysely'
import { mayDo } from '../../contract/policy.ts'
import { type Feed, type Person, peopleShownMax, type RoomSnapshot } from '../../contract/shapes.ts'
import type { RoomsDb } from '../db.ts'
import { hostAwaySince } from '../ops/leading.ts'
import { getRoom } from '../rooms.ts'
import { seatsOf, settingsOf } from '../settings.ts'
import {
  attendees,
  chatOf,
  forAll,
  personsById,
  pollsOf,
  questionsOf,
  roundsOf,
  seatsOfRoom,
  slidesOf,
  strokesOf,
} from '../wire-objects.ts'
import type { RoomKey } from './deliveries.ts'

export type Shared = Omit<RoomSnapshot, 'me' | 'may' | 'voted' | 'answers' | 'signed'>

/**
 * The sequence number is read first. A later change in the parts arrives once more as an event, and changes nothing.
 */
export async function readShared(
  db: RoomsDb,
  key: RoomKey,
  servedRoom: { readonly feeds: readonly Feed[]; readonly viewing: 'rtc' | 'stream' },
  now: number,
): Promise<Shared> {
  const { companyId, roomId } = key
  const room = await getRoom(db, companyId, roomId)
  const present = await attendees(db, roomId, peopleShownMax, now)
  const rounds = await roundsOf(db, roomId, now)
  const slides = await slidesOf(db, roomId)
  return {
    ...{ id: roomId, kind: room.kind, title: room.title, mode: room.mode as Shared['mode'], now },
    ...{ state: room.state as Shared['state'], plannedEndAt: room.planned_end_at, startedAt: room.started_at },
    ...{ endedAt: room.ended_at, sequence: room.sequence, settings: settingsOf(room.settings) },
    ...{ seatsMax: seatsOf(room.mode), hostId: room.host_participant_id, likes: room.likes },
    hostAwaySince: await hostAwaySince({ db, room, place: { ...key, now } }),
    seats: await seatsOfRoom(db, roomId, now),
    feeds: [...servedRoom.feeds],
    viewing: servedRoom.viewing,
    online: present.online,
    onlinePeak: Math.max(room.online_peak, present.online),
    people: [...present.people],
    chat: await chatOf(db, roomId),
    questions: await questionsOf(db, roomId),
    polls: await pollsOf(db, roomId),
    sign: rounds.find(({ closed }) => !closed) ?? null,
    slides,
    strokes: await strokesOf(db, roomId, slides.fileId, slides.page),
  }
}

interface Own {
  readonly voted: string[]
  readonly answers: { pollId: string; options: number[] }[]
  readonly signed: boolean
}

/** The snapshot of one person. */
export async function snapshotFor(
  db: RoomsDb,
  shared: Shared,
  participantId: string,
  now: number,
): Promise<RoomSnapshot | undefined> {
  const [me] = await personsById(db, [participantId], now)
  if (!me) return undefined
  const { rows } = await sql<Own>`select
    coalesce((select json_agg(v.question_id) from rooms.question_vote v join rooms.question q on q.id = v.question_id
      where v.participant_id = ${participantId} and q.room_id = ${shared.id}), '[]') as voted,
    coalesce((select json_agg(json_build_object('pollId', a.poll_id, 'options', a.options)) from rooms.poll_answer a
      join rooms.poll o on o.id = a.poll_id
      where a.participant_id = ${participantId} and o.room_id = ${shared.id}), '[]') as answers,
    exists (select from rooms.signature s where s.participant_id = ${participantId}
      and s.round_id = ${shared.sign?.id ?? null}::uuid) as signed`.execute(db)
  const own = rows[0] ?? { voted: [], answers: [], signed: false }
  const polls = me.role === 'viewer' ? shared.polls.map(forAll) : shared.polls
  return { ...shared, ...own, polls, me, may: mayFor(me, shared.state) }
}

export function mayFor(me: Pick<Person, 'role'>, state: Shared['state']): string[] {
  return mayDo(me.role, state)
}
