/** What members hear of attendance. */
import { type MessageText, notify, wordedMessage } from '#modules/platform/messages/server.ts'
import type { AttendanceDb } from './db.ts'

const variables = {
  class: { cn: '培训班名称', en: 'Class', example: { cn: '新任经理训练营', en: 'New managers' } },
  session: { cn: '签到场次', en: 'Session', example: { cn: '3月1日上午', en: '1 Mar, morning' } },
  time: { cn: '时间', en: 'Time', example: { cn: '2026年3月1日 08:30', en: '1 Mar 2026, 08:30' } },
  reason: { cn: '原因', en: 'Reason', example: { cn: '临时出差', en: 'A business trip' } },
}

const news = (code: string, cn: MessageText, en: MessageText) =>
  wordedMessage({ code, group: 'learning', variables, defaultChannels: [], changesTodos: true }, cn, en)

export const attendanceMessages = [
  news(
    'attendance.opens-soon',
    { label: '签到即将开始', title: '培训班《{class}》即将签到', body: '{session}，签到开始时间：{time}' },
    { label: 'Check-in opens soon', title: 'The check-in of “{class}” opens soon', body: '{session}. Opens: {time}' },
  ),
  news(
    'attendance.corrected',
    { label: '考勤已更正', title: '您在培训班《{class}》的考勤已更正', body: '{session}，原因：{reason}' },
    {
      label: 'Attendance corrected',
      title: 'Your attendance of “{class}” was corrected',
      body: '{session}. Reason: {reason}',
    },
  ),
  news(
    'attendance.leave-asked',
    { label: '请假待处理', title: '培训班《{class}》有新的请假申请', body: '{session}' },
    { label: 'Leave to decide', title: 'A request for leave from “{class}” waits for you', body: '{session}' },
  ),
  news(
    'attendance.leave-agreed',
    { label: '请假已同意', title: '您在培训班《{class}》的请假已同意', body: '{session}' },
    { label: 'Leave agreed', title: 'Your leave from “{class}” is agreed', body: '{session}' },
  ),
  news(
    'attendance.leave-refused',
    { label: '请假未同意', title: '您在培训班《{class}》的请假未同意', body: '{session}，原因：{reason}' },
    { label: 'Leave refused', title: 'Your leave from “{class}” was refused', body: '{session}. Reason: {reason}' },
  ),
  news(
    'attendance.leave-ended',
    {
      label: '请假未处理，培训班已关闭',
      title: '培训班《{class}》已关闭，您的请假申请已撤回',
      body: '{session}：关闭前无人处理，考勤按实际签到计算。',
    },
    {
      label: 'Leave not decided, class closed',
      title: 'The class “{class}” is closed, and your request for leave is withdrawn',
      body: '{session}. Nobody had decided on it, and your attendance counts as it was recorded.',
    },
  ),
]

interface NamedClass {
  readonly id: string
  readonly companyId: string
  readonly name: string
}

interface News {
  readonly type:
    | 'attendance.opens-soon'
    | 'attendance.corrected'
    | 'attendance.leave-asked'
    | 'attendance.leave-agreed'
    | 'attendance.leave-refused'
    | 'attendance.leave-ended'
  readonly session: string
  readonly recipients: Parameters<typeof notify>[1]['recipients']
  readonly at?: number
  readonly reason?: string
  readonly actorId?: string
  readonly link?: string
  readonly now: number
}

export async function announce(
  db: AttendanceDb,
  { id, companyId, name }: NamedClass,
  { session, reason = '', at, link = `/train-new/class-detail/${id}`, ...rest }: News,
): Promise<void> {
  if (Array.isArray(rest.recipients) && rest.recipients.length === 0) return
  const said = { class: name, session, reason, time: at === undefined ? '' : { instant: at } }
  await notify(db, { ...rest, companyId, variables: said, link })
}
