/**
 * The events of a room, in order. An event names the change and its recipients; each server process reads new events
 * once and sends messages to its sockets. Writing an event locks the room's row, so sequence numbers have no gaps and
 * become visible in order.
 */
import { sql } from 'kysely'
import { realtimeChannel } from '#server/realtime/publish.ts'
import type { RoomsDb } from './db.ts'

export type EventName =
  | 'state'
  | 'room'
  | 'host'
  | 'person'
  | 'invited'
  | 'stage'
  | 'chat'
  | 'chat.removed'
  | 'question'
  | 'question.removed'
  | 'poll'
  | 'sign'
  | 'reward'
  | 'slides'
  | 'stroke'
  | 'board.undone'
  | 'board.cleared'
  | 'bye'

export interface NewEvent {
  readonly name: EventName
  /** `staff`: host, lecturers and assistants. `one`: the participant alone. */
  readonly audience?: 'all' | 'staff' | 'one'
  readonly participantId?: string
  /** The ids of the changed objects; never a name or a text. */
  readonly data?: Readonly<Record<string, unknown>>
}

export const roomTopic = (roomId: string) => `room:${roomId}`

/** Counters that are read again at most once a second, however often they change. */
export type Counter = 'likes' | 'votes' | 'polls' | 'sign'

export interface Place {
  readonly companyId: string
  readonly roomId: string
  readonly now: number
}

/**
 * Adds events in the transaction of their change; processes receive a notification at its commit. Answers the last
 * number.
 */
export async function addEvents(db: RoomsDb, { companyId, roomId, now }: Place, events: readonly NewEvent[]) {
  const rows = events.map(({ name, audience = 'all', participantId = null, data = {} }) => ({
    ...{ name, audience, participant_id: participantId },
    data,
  }))
  const payload = JSON.stringify({ topic: roomTopic(roomId), name: 'events', data: {} })
  const { rows: written } = await sql<{ sequence: number }>`
    with numbered as (
      update rooms.room set sequence = sequence + ${rows.length}::int where id = ${roomId} and company_id = ${companyId}
      returning sequence
    ), written as (
      insert into rooms.event (room_id, sequence, company_id, name, audience, participant_id, data, at)
      select ${roomId}, n.sequence - ${rows.length}::int + e.number, ${companyId}, e.event->>'name', e.event->>'audience',
        (e.event->>'participant_id')::uuid, e.event->'data', ${now}
      from numbered n, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as e(event, number)
    )
    select sequence, pg_notify(${realtimeChannel}, ${payload}) from numbered`.execute(db)
  return written[0]?.sequence ?? 0
}
