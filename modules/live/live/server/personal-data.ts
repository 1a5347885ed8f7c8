/** The personal data of a member in live: own, reserved and attended live sessions. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { liveTables } from './db.ts'

const rowsMax = 20_000

export const livePersonalData = personalData({
  module: 'live',
  async collect(connection, { companyId, memberId }) {
    const db = liveTables(connection)
    const hosted = await sql<Record<string, unknown>>`select l.subject, l.description, l.lecturer_desc, l.start_time,
        l.status, case when l.host_id = ${memberId} then 'host' else 'lecturer' end as role, l.created_at
      from live.live l where l.company_id = ${companyId} and (l.host_id = ${memberId}
        or l.id in (select live_id from live.lecturer where company_id = ${companyId} and member_id = ${memberId}))
      order by l.created_at desc limit ${rowsMax}`.execute(db)
    const reserved = await sql<Record<string, unknown>>`select l.subject, r.created_at
      from live.reservation r join live.live l on l.id = r.live_id
      where r.company_id = ${companyId} and r.member_id = ${memberId} order by r.created_at limit ${rowsMax}`.execute(
      db,
    )
    const attended = await sql<Record<string, unknown>>`select l.subject, a.first_at, a.signed_at, a.last_signed_at,
        c.finished_at
      from live.attendee a join live.live l on l.id = a.live_id
      left join live.completion c on c.live_id = a.live_id and c.member_id = a.member_id
      where a.company_id = ${companyId} and a.member_id = ${memberId} order by a.first_at limit ${rowsMax}`.execute(db)
    const invited = await sql<Record<string, unknown>>`select l.subject, l.start_time
      from live.audience_member a join live.live l on l.id = a.live_id
      where a.company_id = ${companyId} and a.member_id = ${memberId} order by l.start_time limit ${rowsMax}`.execute(
      db,
    )
    return [
      {
        name: 'live-sessions-hosted',
        title: { cn: '主持与讲授的直播', en: 'Live sessions that you hosted or taught' },
        rows: hosted.rows,
      },
      {
        name: 'live-reservations',
        title: { cn: '预约的直播', en: 'Live sessions that you reserved' },
        rows: reserved.rows,
      },
      {
        name: 'live-attendance',
        title: { cn: '参加的直播', en: 'Live sessions that you attended' },
        rows: attended.rows,
      },
      {
        name: 'live-audience',
        title: { cn: '指定您观看的直播', en: 'Live sessions that were opened to you by name' },
        rows: invited.rows,
      },
    ]
  },
  /** The counters stay without the person; the live sessions stay without a named host. */
  async erase(connection, { companyId, memberId }) {
    const db = liveTables(connection)
    const tables = [
      'live.reservation',
      'live.attendee',
      'live.completion',
      'live.lecturer',
      'live.audience_member',
    ] as const
    for (const table of tables)
      await db.deleteFrom(table).where('company_id', '=', companyId).where('member_id', '=', memberId).execute()
    await sql`update live.live set lecturer_desc = '' where company_id = ${companyId} and host_id = ${memberId}`.execute(
      db,
    )
  },
})
