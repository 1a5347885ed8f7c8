/** The details of a replay, for its viewers. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { grantAccess, grantedItem } from '#modules/platform/files/server.ts'
import type { Context } from '#server/module.ts'
import {
  type Chapter,
  REPLAY_NO_DOWNLOAD,
  REPLAY_NOT_READY,
  type Replay,
  type TalkItem,
} from '../../contract/replay.ts'
import { type RoomsDb, roomsTables } from '../db.ts'
import { kindOf } from '../kinds.ts'
import { getRoom } from '../rooms.ts'
import { liveSecondsOf } from './presences.ts'

const downloadSeconds = 4 * 3600
const talkLimit = 100
/** By what name grants say that they were given for a replay. */
export const replayItem = 'replay'

/** Whoever loses the replay loses what was granted of it. */
export const replayGrants = grantedItem({
  kind: replayItem,
  async isOpen(connection, caller, roomId, now) {
    const room = await getRoom(roomsTables(connection), caller.companyId, roomId)
    const question = { companyId: caller.companyId, roomId, caller, now, isStarting: false }
    return !(await kindOf(room.kind).replayEnds?.(connection, question))
  },
})

export function findReplay(db: RoomsDb, companyId: string, roomId: string) {
  return db
    .selectFrom('rooms.replay')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

/** The room and its replay, for a caller who may watch it; the owner's module refuses others with its own codes. */
export async function findWatchableRoom(db: RoomsDb, roomId: string, { caller, now }: Context) {
  const { companyId } = caller
  const room = await getRoom(db, companyId, roomId)
  const question = { companyId, roomId, caller, now }
  await kindOf(room.kind).admitReplay(db, question)
  const mayManage = await kindOf(room.kind).mayManage(db, question)
  return { room, replay: await findReplay(db, companyId, roomId), mayManage }
}

export async function chaptersOfReplay(db: RoomsDb, roomId: string): Promise<Chapter[]> {
  const rows = await db
    .selectFrom('rooms.replay_chapter')
    .select(['id', 'at_ms', 'kind', 'title'])
    .where('room_id', '=', roomId)
    .orderBy('at_ms')
    .orderBy('id')
    .execute()
  return rows.map(({ id, at_ms: atMs, kind, title }) => ({ id, atMs, kind: kind as Chapter['kind'], title }))
}

export async function showReplay(db: RoomsDb, roomId: string, context: Context): Promise<Replay> {
  const { caller, now } = context
  const { room, replay, mayManage } = await findWatchableRoom(db, roomId, context)
  const watched = await db
    .selectFrom('rooms.replay_watch')
    .select(['covered_ms', 'position_ms'])
    .where('room_id', '=', roomId)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirst()
  const isReady = replay?.state === 'ready'
  return {
    state: (replay?.state ?? 'none') as Replay['state'],
    failure: (replay?.state === 'failed' ? replay.failure : null) as Replay['failure'],
    progressPermille: replay?.permille ?? 0,
    title: room.title,
    beginsAt: replay?.begins_at ?? null,
    durationMs: replay?.duration_ms ?? 0,
    ...{ watermark: replay?.watermark ?? false, downloadable: replay?.downloadable ?? false },
    replaced: replay?.replaced ?? false,
    chapters: isReady ? await chaptersOfReplay(db, roomId) : [],
    watched: { coveredMs: watched?.covered_ms ?? 0, positionMs: watched?.position_ms ?? 0 },
    liveSeconds: await liveSecondsOf(db, room, caller.memberId, now),
    minimumMinutes: room.minimum_minutes,
    mayManage,
    mayDownload: isReady && (mayManage || replay.downloadable),
  }
}

export async function downloadReplay(db: RoomsDb, roomId: string, context: Context): Promise<{ url: string }> {
  const { companyId, memberId } = context.caller
  const { replay, mayManage } = await findWatchableRoom(db, roomId, context)
  if (replay?.state !== 'ready') throw refuse(REPLAY_NOT_READY)
  if (!mayManage && !replay.downloadable) throw refuse(REPLAY_NO_DOWNLOAD)
  const grant = {
    companyId,
    fileId: replay.file_id,
    memberId,
    seconds: downloadSeconds,
    now: context.now,
    item: { kind: replayItem, id: roomId },
  }
  return { url: `${await grantAccess(db, grant)}&download=1` }
}

interface TalkRow extends Omit<TalkItem, 'atMs'> {
  readonly at: number
}

/** Messages and questions from a given time of the video on. An uploaded video has no relation to these times. */
export async function talkOf(
  db: RoomsDb,
  roomId: string,
  { fromMs = 0, after, limit = talkLimit }: { fromMs?: number; after?: string; limit?: number },
  context: Context,
): Promise<{ items: TalkItem[]; more: boolean }> {
  const { replay } = await findWatchableRoom(db, roomId, context)
  const beginsAt = replay?.begins_at
  if (replay?.state !== 'ready' || beginsAt == null) return { items: [], more: false }
  const from = beginsAt + fromMs
  const { rows } = await sql<TalkRow>`
    select said.id, said.kind, said.at, coalesce(p.name, '') as name, coalesce(p.role, 'viewer') as role, said.text,
      said.votes, said.answered
    from (
      (select id, 'message' as kind, at, participant_id, text, 0 as votes, false as answered from rooms.message
        where room_id = ${roomId} and removed_at is null
          and (at, id) > (${from}::bigint, ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid)
        order by at, id limit ${limit + 1})
      union all
      (select id, 'question', at, participant_id, text, votes, answered_at is not null from rooms.question
        where room_id = ${roomId} and removed_at is null
          and (at, id) > (${from}::bigint, ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid)
        order by at, id limit ${limit + 1})
    ) said left join rooms.participant p on p.id = said.participant_id
    where said.at < ${beginsAt + replay.duration_ms}::bigint
    order by said.at, said.id limit ${limit + 1}`.execute(db)
  return {
    items: rows.slice(0, limit).map(({ at, ...said }) => ({ ...said, atMs: at - beginsAt })),
    more: rows.length > limit,
  }
}
