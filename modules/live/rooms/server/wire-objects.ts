/** Rows in their wire form, read in one statement for each kind. */
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type PageOf, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { ChatMessage, Deck, Person, Poll, Question, Seat, SignRound, Slides, Stroke } from '../contract/shapes.ts'
import type { RoomsDb } from './db.ts'
import { heartbeatStaleMs } from './presence.ts'

type Sql = ReturnType<typeof sql>
export type SignRoundWire = Static<typeof SignRound>

const onlineSql = (now: number) => sql`exists (select from rooms.presence c
  join rooms.beat b on b.room_id = c.room_id and b.process_id = c.process_id
  where c.participant_id = p.id and c.ended_at is null and b.at > ${now - heartbeatStaleMs}::bigint)`

const personColumns = (now: number) => sql`p.id, p.name, p.role, p.member_id is null as guest,
  p.avatar_path as "avatarPath", ${onlineSql(now)} as online, p.hand_at as "handAt",
  p.invited_at is not null as invited, p.silenced`

export async function personsById(db: RoomsDb, ids: readonly string[], now: number): Promise<Person[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Person>`select ${personColumns(now)} from rooms.participant p
    where p.id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return rows
}

export interface Attendees {
  readonly online: number
  /** Everybody in a small room; else the staff, the stage and raised hands. */
  readonly people: readonly Person[]
}

/** The people in the room: their number, and the persons that the room shows. */
export async function attendees(db: RoomsDb, roomId: string, shownMax: number, now: number): Promise<Attendees> {
  const { rows } = await sql<{ online: number }>`
    select count(distinct c.participant_id)::int as online from rooms.presence c
    join rooms.beat b on b.room_id = c.room_id and b.process_id = c.process_id
    where c.room_id = ${roomId} and c.ended_at is null and b.at > ${now - heartbeatStaleMs}::bigint`.execute(db)
  const online = rows[0]?.online ?? 0
  const isSmall = online <= shownMax
  const chosen = isSmall
    ? sql`(p.role <> 'viewer' or p.id in (select participant_id from rooms.presence
        where room_id = ${roomId} and ended_at is null) or p.id in (select participant_id from rooms.seat
        where room_id = ${roomId}))`
    : sql`(p.id in (select id from rooms.participant where room_id = ${roomId} and role <> 'viewer'
        union select participant_id from rooms.seat where room_id = ${roomId}
        union select id from rooms.participant where room_id = ${roomId} and hand_at is not null))`
  const { rows: people } = await sql<Person>`select ${personColumns(now)} from rooms.participant p
    where p.room_id = ${roomId} and p.removed_at is null and ${chosen}
    order by p.hand_at nulls last, p.id limit ${shownMax + 50}`.execute(db)
  return { online, people: people.filter((one) => one.online || one.role !== 'viewer' || one.handAt !== null) }
}

const peoplePageSize = 50

export async function listPeople(
  db: RoomsDb,
  input: { roomId: string; now: number; page: number; name?: string; handsOnly?: boolean },
): Promise<PageOf<Person>> {
  const { roomId, now, page, name, handsOnly = false } = input
  const matching = sql`from rooms.participant p where p.room_id = ${roomId} and p.removed_at is null
    and ${containsSql(sql`p.name`, name)} and (not ${handsOnly}::boolean or p.hand_at is not null)
    and (p.role <> 'viewer' or ${onlineSql(now)})`
  return sqlPage(
    db,
    { page, pageSize: peoplePageSize },
    {
      matching,
      rows: (window) => sql<Person>`select ${personColumns(now)} ${matching} order by p.name, p.id ${window}`,
    },
  )
}

export async function seatsOfRoom(db: RoomsDb, roomId: string, now: number): Promise<Seat[]> {
  const { rows } = await sql<Seat>`
    select s.number, p.id as "participantId", p.name, p.role, p.avatar_path as "avatarPath",
      ${onlineSql(now)} as online, s.audio_muted as "audioMuted", s.video_muted as "videoMuted",
      s.microphone, s.camera, s.screen
    from rooms.seat s join rooms.participant p on p.id = s.participant_id
    where s.room_id = ${roomId} order by s.number`.execute(db)
  return rows
}

const messageColumns = sql`m.id, m.participant_id as "participantId", coalesce(p.name, '') as name,
  coalesce(p.role, 'viewer') as role, coalesce(p.avatar_path, '') as "avatarPath", m.text, m.at,
  m.pinned_at is not null as pinned`

async function messagesWhere(db: RoomsDb, condition: Sql): Promise<ChatMessage[]> {
  const { rows } = await sql<ChatMessage>`select ${messageColumns}
    from rooms.message m left join rooms.participant p on p.id = m.participant_id where ${condition}`.execute(db)
  return rows
}

export function messagesById(db: RoomsDb, ids: readonly string[]): Promise<ChatMessage[]> {
  return messagesWhere(db, sql`m.id = any(${ids}::uuid[]) and m.removed_at is null order by m.id`)
}

/** The newest fifty messages (before a given one), and the pinned messages; oldest first. */
export async function chatOf(db: RoomsDb, roomId: string, before?: string): Promise<ChatMessage[]> {
  const newest = await messagesWhere(
    db,
    sql`m.room_id = ${roomId} and m.removed_at is null and (${before ?? null}::uuid is null or m.id < ${before ?? null})
      order by m.id desc limit 50`,
  )
  const pinned =
    before === undefined
      ? await messagesWhere(db, sql`m.room_id = ${roomId} and m.pinned_at is not null and m.removed_at is null`)
      : []
  const known = new Set(newest.map(({ id }) => id))
  return [...pinned.filter(({ id }) => !known.has(id)), ...newest].sort((a, b) => (a.id < b.id ? -1 : 1))
}

const questionColumns = sql`q.id, q.participant_id as "participantId", coalesce(p.name, '') as name, q.text, q.votes,
  q.at, q.answered_at as "answeredAt"`

export async function questionsById(db: RoomsDb, ids: readonly string[]): Promise<Question[]> {
  const { rows } = await sql<Question>`select ${questionColumns} from rooms.question q
    left join rooms.participant p on p.id = q.participant_id
    where q.id = any(${ids}::uuid[]) and q.removed_at is null`.execute(db)
  return rows
}

/** Most votes first. */
export async function questionsOf(db: RoomsDb, roomId: string, page = 1): Promise<Question[]> {
  const { rows } = await sql<Question>`select ${questionColumns} from rooms.question q
    left join rooms.participant p on p.id = q.participant_id
    where q.room_id = ${roomId} and q.removed_at is null
    order by q.votes desc, q.id limit 50 offset ${(page - 1) * 50}`.execute(db)
  return rows
}

/** With everything for the staff; `forAll` hides what is not public yet. */
export async function pollsOf(db: RoomsDb, roomId: string, ids?: readonly string[]): Promise<Poll[]> {
  const { rows } = await sql<Poll>`
    select o.id, o.kind, o.question, o.options, o.multiple, o.state, o.opened_at as "openedAt", o.correct,
      (select count(*) from rooms.poll_answer a where a.poll_id = o.id)::int as answered, c.counts
    from rooms.poll o cross join lateral (
      select array_agg(coalesce(n.count, 0)::int order by i) as counts
      from generate_series(0, cardinality(o.options) - 1) i
      left join (select option, count(*) as count from rooms.poll_answer a, unnest(a.options) option
        where a.poll_id = o.id group by option) n on n.option = i
    ) c
    where o.room_id = ${roomId} and (${ids ?? null}::uuid[] is null or o.id = any(${ids ?? null}::uuid[]))
    order by o.opened_at desc limit 50`.execute(db)
  return rows
}

export function forAll(poll: Poll): Poll {
  return poll.state === 'published' ? poll : { ...poll, counts: null, correct: null }
}

export async function roundsOf(db: RoomsDb, roomId: string, now: number): Promise<SignRoundWire[]> {
  const { rows } = await sql<SignRoundWire>`
    select s.id, s.number, s.opened_at as "openedAt", s.closes_at as "closesAt",
      s.closed_at is not null or coalesce(s.closes_at <= ${now}::bigint, false) as closed,
      (select count(*) from rooms.signature g where g.round_id = s.id)::int as signed
    from rooms.sign_round s where s.room_id = ${roomId} and s.number > 0 order by s.number desc limit 50`.execute(db)
  return rows
}

export async function slidesOf(db: RoomsDb, roomId: string): Promise<Slides> {
  const { rows } = await sql<{ fileId: string | null; page: number; decks: Deck[] }>`
    select r.shown_file_id as "fileId", r.shown_page as page, coalesce((select json_agg(json_build_object(
      'fileId', d.file_id, 'name', d.name, 'pages', d.pages) order by d.added_at) from rooms.deck d
      where d.room_id = r.id), '[]') as decks
    from rooms.room r where r.id = ${roomId}`.execute(db)
  const { fileId = null, page = 1, decks = [] } = rows[0] ?? {}
  return { fileId, page, decks }
}

interface StrokeRow {
  id: string
  file_id: string | null
  page: number
  shape: Omit<Stroke, 'id' | 'fileId' | 'page'>
  participant_id: string | null
}

const strokeOf = ({ id, file_id: fileId, page, shape }: StrokeRow): Stroke => ({ ...shape, id, fileId, page })

/** The lines on one page, in drawing order. */
export async function strokesOf(db: RoomsDb, roomId: string, fileId: string | null, page: number): Promise<Stroke[]> {
  const { rows } = await sql<StrokeRow>`select id, file_id, page, shape, participant_id from rooms.stroke
    where room_id = ${roomId} and file_id is not distinct from ${fileId}::uuid and page = ${page} and cleared_at is null
    order by sequence`.execute(db)
  return rows.map(strokeOf)
}

export async function strokesById(db: RoomsDb, roomId: string, ids: readonly string[]) {
  const { rows } = await sql<StrokeRow>`select id, file_id, page, shape, participant_id from rooms.stroke
    where room_id = ${roomId} and id = any(${ids}::uuid[]) and cleared_at is null`.execute(db)
  return rows.map((row) => ({ stroke: strokeOf(row), by: row.participant_id }))
}
