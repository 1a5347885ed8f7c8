/**
 * Attendance of lives on BigBlueButton: the server is asked each minute who is there, for it tells nobody who comes and
 * goes. A minute is the grain of what comes of it.
 */

import { Type } from 'typebox'
import { Id, idPattern } from '#kit/schema.ts'
import { endExternalAttendance, recordExternalAttendance } from '#modules/live/rooms/server.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { liveStatus } from '../../contract/states.ts'
import { liveTables } from '../db.ts'
import { ask, listAt, textAt } from './bigbluebutton-api.ts'
import { ProviderError, ProviderMissing, ProviderUnreachable } from './provider.ts'

/** A question that was missed, or came late, breaks no presence; two in a row do. */
const gapMaxMs = 150_000
/** What has ended so long ago has been asked for the last time. */
const endedMs = 15 * 60_000
const batch = 200

export const pollAttendance = job({
  name: 'live.poll-attendance',
  payload: Type.Object({ companyId: Id, id: Id }),
  outside: true,
  async run(connection, { companyId, id: liveId }, { outside }) {
    const db = liveTables(connection)
    const row = await db
      .selectFrom('live.live')
      .select(['status', 'started_at', 'ended_at', 'provider'])
      .where('id', '=', liveId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    const config = outside.config.live.bigBlueButton
    if (row?.provider !== 'bigbluebutton' || !config) return
    const now = outside.clock.now()
    const room = { companyId, roomId: liveId }
    if (row.status === liveStatus.ended) {
      await inTransaction(db, (within) => endExternalAttendance(within, { ...room, now: row.ended_at ?? now }))
      return
    }
    try {
      const info = await ask(config, 'getMeetingInfo', { meetingID: liveId })
      const people = listAt(info, 'attendees', 'attendee').map((one) => {
        // The id is the member's where we made the address, and the server's own for everybody else.
        const userId = textAt(one, 'userID')
        return { memberId: idPattern.test(userId) ? userId : null, name: textAt(one, 'fullName') }
      })
      await inTransaction(db, (within) =>
        recordExternalAttendance(within, { ...room, startedAt: row.started_at ?? now, people, gapMaxMs, now }),
      )
    } catch (error) {
      // It is asked again in a minute.
      const isKnown = [ProviderUnreachable, ProviderError, ProviderMissing].some((kind) => error instanceof kind)
      if (!isKnown) throw error
    }
  },
})

export const pollAttendances = job({
  name: 'live.poll-attendances',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { outside, now }) {
    if (!outside.config.live.bigBlueButton) return
    const lives = await liveTables(connection)
      .selectFrom('live.live')
      .select(['id', 'company_id'])
      .where('provider', '=', 'bigbluebutton')
      .where((e) =>
        e.or([
          e('status', '=', liveStatus.inProgress),
          e.and([e('status', '=', liveStatus.ended), e('ended_at', '>=', now - endedMs)]),
        ]),
      )
      .orderBy('planned_end_at')
      .limit(batch)
      .execute()
    for (const live of lives) {
      const payload = { companyId: live.company_id, id: live.id }
      await enqueue(connection, pollAttendance, payload, { key: `live.poll-attendance:${live.id}` })
    }
  },
})
