/** The changes that the managers of a room make to its replay. */
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { deleteFile, fileById, ownsFile } from '#modules/platform/files/server.ts'
import { finishTask } from '#modules/platform/operations/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/module.ts'
import { type Chapter, REPLAY_FILE_REFUSED, REPLAY_NOT_READY } from '../../contract/replay.ts'
import { assertManages } from '../admission.ts'
import type { RoomsDb } from '../db.ts'
import { chaptersOfReplay, findReplay } from './replay-details.ts'
import { removePieces } from './replay-job.ts'
import { retryReplay } from './replay-requests.ts'

async function lockManagedReplay(db: RoomsDb, roomId: string, context: Context) {
  const room = await assertManages(db, roomId, context)
  await db.selectFrom('rooms.replay').select('room_id').where('room_id', '=', roomId).forUpdate().execute()
  return { room, replay: await findReplay(db, context.caller.companyId, roomId) }
}

export async function changeReplay(
  db: RoomsDb,
  roomId: string,
  change: { watermark?: boolean; downloadable?: boolean },
  context: Context,
): Promise<void> {
  const { replay } = await lockManagedReplay(db, roomId, context)
  if (!replay) throw refuse(NOT_FOUND)
  const { watermark = replay.watermark, downloadable = replay.downloadable } = change
  await db.updateTable('rooms.replay').set({ watermark, downloadable }).where('room_id', '=', roomId).execute()
}

interface NewChapter {
  readonly id?: string
  readonly atMs: number
  readonly title: string
}

/** A chapter with a known id keeps its kind; all others belong to the host. */
export async function setChapters(
  db: RoomsDb,
  roomId: string,
  chapters: readonly NewChapter[],
  context: Context,
): Promise<Chapter[]> {
  const { replay } = await lockManagedReplay(db, roomId, context)
  if (replay?.state !== 'ready') throw refuse(REPLAY_NOT_READY)
  const before = new Map((await chaptersOfReplay(db, roomId)).map((chapter) => [chapter.id, chapter.kind]))
  await db.deleteFrom('rooms.replay_chapter').where('room_id', '=', roomId).execute()
  const used = new Set<string>()
  const rows = chapters.map(({ id, atMs, title }) => {
    const isKnown = id !== undefined && before.has(id) && !used.has(id)
    if (isKnown) used.add(id)
    return {
      ...{ id: isKnown ? id : uuid(), company_id: context.caller.companyId, room_id: roomId, title: title.trim() },
      ...{ at_ms: Math.min(atMs, replay.duration_ms), kind: (isKnown && before.get(id)) || 'own' },
    }
  })
  if (rows.length > 0) await db.insertInto('rooms.replay_chapter').values(rows).execute()
  return chaptersOfReplay(db, roomId)
}

/** Without a failed replay, nothing happens. */
export async function makeAgain(db: RoomsDb, roomId: string, context: Context): Promise<void> {
  const { caller, now } = context
  const { replay } = await lockManagedReplay(db, roomId, context)
  if (!replay) throw refuse(NOT_FOUND)
  await retryReplay(db, { companyId: caller.companyId, roomId, now })
}

export async function replaceReplay(db: RoomsDb, roomId: string, fileId: string, context: Context): Promise<void> {
  const { caller, now } = context
  const { companyId, memberId } = caller
  const { room, replay } = await lockManagedReplay(db, roomId, context)
  const isOwn = await ownsFile(db, { companyId, memberId }, fileId)
  const file = isOwn ? await fileById(db, companyId, fileId) : undefined
  if (room.state !== 'ended' || !file?.contentType.startsWith('video/') || !file.durationMs)
    throw refuse(REPLAY_FILE_REFUSED)
  if (replay?.file_id === fileId) return
  const video = {
    ...{ state: 'ready', failure: null, replaced: true, file_id: fileId, owner_id: memberId, begins_at: null },
    ...{ duration_ms: file.durationMs, permille: 1000, run_id: null, finished_at: now },
  }
  await db
    .insertInto('rooms.replay')
    .values({ ...video, room_id: roomId, company_id: companyId, title: room.title, requested_at: now })
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet(video))
    .execute()
  await db.deleteFrom('rooms.replay_chapter').where('room_id', '=', roomId).execute()
  if (!replay) return
  if (replay.task_id && replay.state === 'making') await finishTask(db, replay.task_id, {}, now)
  await deleteFile(db, companyId, replay.file_id)
  await enqueue(db, removePieces, { companyId, roomId }, { key: `rooms.remove-pieces:${roomId}` })
}

/** Deletes the video and its recordings; the watched minutes stay. */
export async function deleteReplay(db: RoomsDb, roomId: string, context: Context): Promise<void> {
  const { caller, now } = context
  const { companyId } = caller
  const { replay } = await lockManagedReplay(db, roomId, context)
  if (!replay) throw refuse(NOT_FOUND)
  await db
    .updateTable('rooms.replay')
    .set({
      ...{ state: 'none', failure: null, file_id: uuid(), begins_at: null, replaced: false, permille: 0 },
      ...{ run_id: null, finished_at: now },
    })
    .where('room_id', '=', roomId)
    .execute()
  await db.deleteFrom('rooms.replay_chapter').where('room_id', '=', roomId).execute()
  if (replay.task_id && replay.state === 'making') await finishTask(db, replay.task_id, {}, now)
  await deleteFile(db, companyId, replay.file_id)
  await enqueue(db, removePieces, { companyId, roomId }, { key: `rooms.remove-pieces:${roomId}` })
}
