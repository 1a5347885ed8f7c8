/** The attendance of a room as a spreadsheet, at any time. */

import type { Language } from '#kit/caller.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { type AttendanceRow, attendanceOf } from './attendance.ts'
import { roomsTables } from './db.ts'
import { getRoom } from './rooms.ts'

const rowsMax = 20_000

const words = {
  cn: {
    heading: [
      '姓名',
      '身份',
      '直播时长（分钟）',
      '回放时长（分钟）',
      '首次进入',
      '最后离开',
      '进入次数',
      '签到次数',
      '发言数',
      '出勤',
      '直播加回放达标',
    ],
    roles: { host: '主持人', lecturer: '讲师', assistant: '助教', viewer: '学员' },
    guest: '（外部）',
    yes: '是',
    no: '否',
    file: '考勤',
  },
  en: {
    heading: [
      'Name',
      'Role',
      'Live minutes',
      'Replay minutes',
      'First in',
      'Last out',
      'Visits',
      'Signed in',
      'Messages',
      'AttendanceRow',
      'Live and replay suffice',
    ],
    roles: { host: 'Host', lecturer: 'Lecturer', assistant: 'Assistant', viewer: 'Learner' },
    guest: ' (outside)',
    yes: 'Yes',
    no: 'No',
    file: 'Attendance',
  },
} as const

const minutes = (seconds: number) => (Math.floor((seconds / 60) * 10) / 10).toFixed(1)

export interface SheetQuery {
  readonly companyId: string
  readonly roomId: string
  readonly now: number
  readonly language: Language
}

export async function attendanceSheet(connection: Connection, input: SheetQuery): Promise<StreamAnswer> {
  const { language, companyId, roomId } = input
  const texts = words[language]
  const room = await getRoom(roomsTables(connection), companyId, roomId)
  const { items } = await attendanceOf(connection, { ...input, page: 1, pageSize: rowsMax })
  const at = await instantText(connection, companyId, 'second')
  const row = (one: AttendanceRow) => [
    one.name + (one.memberId === null ? texts.guest : ''),
    texts.roles[one.role],
    ...[minutes(one.liveSeconds), minutes(one.replaySeconds), at(one.firstIn), at(one.lastOut)],
    ...[String(one.visits), String(one.signed), String(one.messages)],
    ...[one.attended ? texts.yes : texts.no, one.completed ? texts.yes : texts.no],
  ]
  const options = { sheetName: texts.file, plainName: 'attendance' }
  return sheetAnswer(`${room.title}-${texts.file}`, [texts.heading, ...items.map(row)], options)
}
