/**
 * Attendance of live sessions on BigBlueButton. A job polls the server each minute, because it sends no arrivals and
 * departures. The precision is one minute.
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

/** One missed or late poll breaks no presence; two in a row do. */
const gapMaxMs = 150_000
/** A live session that ended longer ago is not polled any more. */
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
        // The id is the member's if we made the address, else the server's own.
        const userId = textAt(one, 'userID')
        return { memberId: idPattern.test(userId) ? userId : null, name: textAt(one, 'fullName') }
      })
      await inTransaction(db, (within) =>
        recordExternalAttendance(within, { ...room, startedAt: row.started_at ?? now, people, gapMaxMs, now }),
      )
    } catch (error) {
      // The next poll follows in a minute.
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
