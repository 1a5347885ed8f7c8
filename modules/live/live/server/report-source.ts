/** What reports read of live sessions: who was there. */
import { sql } from 'kysely'
import { reportSource } from '#modules/insight/reports/server.ts'

export const liveReports = reportSource({
  key: 'live-attendance',
  label: { cn: '直播参与', en: 'Live attendance' },
  hint: { cn: '每位学员参加的每场直播一行', en: 'One row for each member and live session attended' },
  scope: 'member',
  permission: ['course.progress', 'live.manage'],
  forSuperiors: true,
  columns: [
    { key: 'live', label: { cn: '直播', en: 'Live session' }, type: 'text' },
    { key: 'started_at', label: { cn: '直播时间', en: 'Begins' }, type: 'instant' },
    { key: 'first_at', label: { cn: '首次进入', en: 'First joined' }, type: 'instant' },
    { key: 'signed', label: { cn: '签到', en: 'Checked in' }, type: 'number' },
  ],
  rows: ({ companyId }) => sql`(select a.member_id, l.subject as live, l.start_time as started_at, a.first_at,
      (a.signed_at is not null)::int as signed, '/learning-record/' || a.member_id as evidence
    from live.attendee a join live.live l on l.id = a.live_id where a.company_id = ${companyId})`,
})
