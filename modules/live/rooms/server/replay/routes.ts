/** Binds the calls of replays and attendance to their functions. */
import type { Routes } from '#server/module.ts'
import type { replayCalls } from '../../contract/replay.ts'
import { assertManages } from '../admission.ts'
import type { DB } from '../tables.ts'
import { recordHeartbeat, startReplay } from './playbacks.ts'
import { attendanceCurve, timelinesOf } from './presences.ts'
import { downloadReplay, showReplay, talkOf } from './replay-details.ts'
import { changeReplay, deleteReplay, makeAgain, replaceReplay, setChapters } from './replay-management.ts'

export const replayRoutes: Routes<DB, typeof replayCalls> = {
  async replay(db, { params }, context) {
    return showReplay(db, params.id, context)
  },
  async startReplay(db, { params }, context) {
    return startReplay(db, params.id, context)
  },
  async replayHeartbeat(db, { params, body }, context) {
    const { positionMs: position, ...claim } = body
    return recordHeartbeat(db, { ...claim, position, playbackId: params.playbackId }, context)
  },
  async replayTalk(db, { params, query }, context) {
    return talkOf(db, params.id, query, context)
  },
  async changeReplay(db, { params, body }, context) {
    await changeReplay(db, params.id, body, context)
    return {}
  },
  async setChapters(db, { params, body }, context) {
    return { items: await setChapters(db, params.id, body.chapters, context) }
  },
  async retryReplay(db, { params }, context) {
    await makeAgain(db, params.id, context)
    return {}
  },
  async replaceReplay(db, { params, body }, context) {
    await replaceReplay(db, params.id, body.fileId, context)
    return {}
  },
  async deleteReplay(db, { params }, context) {
    await deleteReplay(db, params.id, context)
    return {}
  },
  async downloadReplay(db, { params }, context) {
    return downloadReplay(db, params.id, context)
  },
  async attendanceTimelines(db, { params, query }, context) {
    const room = await assertManages(db, params.id, context)
    return { items: await timelinesOf(db, room, query.participantIds, context.now) }
  },
  async attendanceCurve(db, { params }, context) {
    return attendanceCurve(db, await assertManages(db, params.id, context), context.now)
  },
}
