/**
 * New rows of rooms.event as wire events. The process reads the named objects once for each kind, for all its sockets.
 */
import { sql } from 'kysely'
import type { Person, Seat } from '../../contract/shapes.ts'
import type { RoomEvent } from '../../contract/socket.ts'
import type { RoomsDb } from '../db.ts'
import type { EventName } from '../events.ts'
import { hostAwaySince } from '../ops/leading.ts'
import { getRoom } from '../rooms.ts'
import {
  forAll,
  messagesById,
  personsById,
  pollsOf,
  questionsById,
  roundsOf,
  seatsOfRoom,
  slidesOf,
  strokesById,
  strokesOf,
} from '../wire-objects.ts'

/** An event and its recipients; `staff` may differ from `all`. */
export interface Delivery {
  readonly all?: RoomEvent
  readonly staff?: RoomEvent
  readonly one?: { readonly participantId: string; readonly event: RoomEvent }
  /** A change of this person, for the staff, the person, and everybody in a small room. */
  readonly person?: Person
  readonly seats?: readonly Seat[]
}

export interface EventRow {
  readonly sequence: number
  readonly name: EventName
  readonly participant_id: string | null
  readonly data: Readonly<Record<string, unknown>>
}

export interface RoomKey {
  readonly companyId: string
  readonly roomId: string
}

/** The limit of one batch; the rest comes with the next. */
export const eventsMax = 500

export async function readEvents(db: RoomsDb, { companyId, roomId }: RoomKey, after: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`select sequence, name, participant_id, data from rooms.event
    where room_id = ${roomId} and company_id = ${companyId} and sequence > ${after}
    order by sequence limit ${eventsMax}`.execute(db)
  return rows
}

const idsOf = (rows: readonly EventRow[], name: EventName) =>
  rows.filter((row) => row.name === name).map((row) => String(row.data.id))

async function readById<T extends { readonly id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<Map<string, T>> {
  return ids.length === 0 ? new Map() : new Map((await read(ids)).map((one) => [one.id, one]))
}

/** The objects that the rows name, read before delivery. */
async function readNamedObjects(db: RoomsDb, key: RoomKey, rows: readonly EventRow[], now: number) {
  const { roomId } = key
  const named = (row: EventRow) => [row.participant_id, row.data.by, row.data.to].filter((id) => typeof id === 'string')
  const people = rows.filter(({ name }) => ['person', 'invited', 'reward'].includes(name)).flatMap(named)
  return {
    persons: await readById(people, (ids) => personsById(db, ids, now)),
    messages: await readById(idsOf(rows, 'chat'), (ids) => messagesById(db, ids)),
    questions: await readById(idsOf(rows, 'question'), (ids) => questionsById(db, ids)),
    polls: await readById(idsOf(rows, 'poll'), (ids) => pollsOf(db, roomId, ids)),
    strokes: new Map(
      (await readStrokes(db, roomId, idsOf(rows, 'stroke'))).map((drawn) => [drawn.stroke.id, drawn] as const),
    ),
  }
}

async function readStrokes(db: RoomsDb, roomId: string, ids: readonly string[]) {
  return ids.length === 0 ? [] : strokesById(db, roomId, ids)
}

type NamedObjects = Awaited<ReturnType<typeof readNamedObjects>>

/** Parts that are sent complete: once a batch, however often they changed. */
async function completePart(db: RoomsDb, key: RoomKey, name: EventName, now: number): Promise<Delivery[]> {
  const { roomId, companyId } = key
  if (name === 'stage') {
    const seats = await seatsOfRoom(db, roomId, now)
    return [{ all: { e: 'stage', seats }, seats }]
  }
  if (name === 'slides') {
    const slides = await slidesOf(db, roomId)
    return [{ all: { e: 'slides', slides, strokes: await strokesOf(db, roomId, slides.fileId, slides.page) } }]
  }
  if (name === 'host') {
    const room = await getRoom(db, companyId, roomId)
    const away = await hostAwaySince({ db, room, place: { ...key, now } })
    return [{ all: { e: 'host', hostId: room.host_participant_id, hostAwaySince: away } }]
  }
  const [round] = await roundsOf(db, roomId, now)
  return round ? [{ all: { e: 'sign', round } }] : []
}

function singleEvent(row: EventRow, read: NamedObjects, now: number): Delivery[] {
  const { name, data, participant_id: participantId } = row
  const id = String(data.id)
  const person = (of: unknown) => read.persons.get(String(of))
  switch (name) {
    case 'state':
      return [{ all: { e: 'state', ...data, now } as RoomEvent }]
    case 'room':
      return [{ all: { e: 'room', ...data } as RoomEvent }]
    case 'person': {
      const found = person(participantId)
      return found ? [{ person: found }] : []
    }
    case 'invited':
      return participantId === null
        ? []
        : [{ one: { participantId, event: { e: 'invited', by: person(data.by)?.name ?? '' } } }]
    case 'chat': {
      const message = read.messages.get(id)
      return message ? [{ all: { e: 'chat', message } }] : []
    }
    case 'question': {
      const question = read.questions.get(id)
      return question ? [{ all: { e: 'question', question } }] : []
    }
    case 'poll': {
      const poll = read.polls.get(id)
      return poll ? [{ all: { e: 'poll', poll: forAll(poll) }, staff: { e: 'poll', poll } }] : []
    }
    case 'reward':
      return [
        {
          all: {
            e: 'reward',
            ...{ name: person(participantId)?.name ?? '', to: person(data.to)?.name ?? '', coins: Number(data.coins) },
          },
        },
      ]
    case 'stroke': {
      const drawn = read.strokes.get(id)
      return drawn ? [{ all: { e: 'stroke', ...drawn } }] : []
    }
    case 'bye':
      return participantId === null
        ? []
        : [{ one: { participantId, event: { e: 'bye', reason: String(data.reason) } as RoomEvent } }]
    case 'chat.removed':
    case 'question.removed':
      return [{ all: { e: name, id } }]
    case 'board.undone':
    case 'board.cleared':
      return [{ all: { e: name, ...data } as RoomEvent }]
    default:
      return []
  }
}

const wholeParts: readonly EventName[] = ['stage', 'slides', 'host', 'sign']

/** The deliveries in order; a complete part takes the position of its first change. */
export async function deliveriesOf(
  db: RoomsDb,
  key: RoomKey,
  rows: readonly EventRow[],
  now: number,
): Promise<Delivery[]> {
  const read = await readNamedObjects(db, key, rows, now)
  const done = new Set<string>()
  const deliveries: Delivery[] = []
  for (const row of rows) {
    const once = wholeParts.includes(row.name)
      ? row.name
      : row.name === 'person'
        ? `person ${row.participant_id}`
        : null
    if (once !== null && done.has(once)) continue
    if (once !== null) done.add(once)
    deliveries.push(
      ...(wholeParts.includes(row.name) ? await completePart(db, key, row.name, now) : singleEvent(row, read, now)),
    )
  }
  return deliveries
}
