/** Rooms of the demonstration company, with bookings around today: some booked, one that waits, one that was refused. */
import { type BuiltBooking, buildBooking, buildRoom } from '#modules/training/classrooms/server/rooms.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const zoneMs = 8 * hourMs

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 480, until: 1260 }))
const workdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 510, until: 1080 }))

export async function seedClassrooms(connection: Connection, now: number): Promise<void> {
  const author = { id: memberIdOf('guanli'), companyId: demoCompanyId, organizationId: demoCompanyId }
  const managerIds = [memberIdOf('guanli')]
  const room = (key: string, input: Omit<Parameters<typeof buildRoom>[1], 'id' | 'author' | 'now'>) =>
    buildRoom(connection, { id: idOf(`room ${key}`), author, now: now - 30 * dayMs, managerIds, ...input })
  const training = await room('training', {
    ...{ name: '301 培训室', building: '总部大楼', seats: 40, hours: everyDay },
    ...{ equipment: ['投影仪', '白板', '无线话筒'], note: '桌椅可移动，用后请恢复原位' },
  })
  const hall = await room('hall', {
    ...{ name: '报告厅', building: '总部大楼', seats: 200, hours: everyDay, isReviewed: true },
    ...{ equipment: ['投影仪', '音响', '录播'], note: '请提前一天联系行政部调试设备' },
  })
  const studio = await room('studio', {
    ...{
      name: '2 楼录播室',
      building: '总部大楼',
      seats: 6,
      hours: workdays,
      isReviewed: true,
      equipment: ['录播', '提词器'],
    },
  })
  const small = await room('small', {
    name: '208 会议室',
    building: '总部大楼',
    seats: 8,
    hours: workdays,
    equipment: ['电视'],
  })
  await room('workshop', {
    name: '实训工位',
    building: '分厂',
    seats: 24,
    hours: workdays,
    isEnabled: false,
    note: '改造中',
  })

  const today = Math.floor((now + zoneMs) / dayMs) * dayMs - zoneMs
  const member = (name: string) => ({ id: memberIdOf(name), companyId: demoCompanyId })
  const book = (
    [roomId, name, title]: readonly [string, string, string],
    [day, from, to]: readonly [number, number, number],
    rest: Pick<BuiltBooking, 'state' | 'attendees' | 'seriesId' | 'reason' | 'decidedBy'> = {},
  ) =>
    buildBooking(connection, {
      ...{ id: idOf(`booking ${title} ${day}`), roomId, member: member(name), title, now: now - 3 * dayMs, ...rest },
      ...{ from: today + day * dayMs + from * hourMs, to: today + day * dayMs + to * hourMs },
    })
  const seriesId = idOf('booking 新人带教周会 -6')
  for (const day of [-6, 1, 8, 15])
    await book([small, 'xueyuan', '新人带教周会'], [day, 14, 15], { attendees: 6, ...(day !== -6 && { seriesId }) })
  await book([training, 'guanli', '新任经理训练营（第 12 期）'], [0, 9, 12], { attendees: 30 })
  await book([training, 'jiangshi', '课程试讲'], [0, 14, 16], { attendees: 12 })
  await book([training, 'yanfa', '安全演练复盘'], [1, 10, 11.5], { attendees: 18 })
  await book([small, 'yanfa', '产品评审'], [0, 10, 11])
  await book([studio, 'jiangshi', '微课录制'], [2, 9, 12], { attendees: 2 })
  await book([hall, 'xueyuan', '部门年会彩排'], [3, 18, 20.5], { state: 'pending', attendees: 120 })
  const weekly = { state: 'pending', attendees: 80, seriesId: idOf('booking 销售周复盘 4') } as const
  for (const day of [4, 11, 18]) await book([hall, 'sales', '销售周复盘'], [day, 13, 15], weekly)
  const refused = { state: 'refused', reason: '当晚报告厅检修音响，请改用 301 培训室', decidedBy: author.id } as const
  await book([hall, 'xueyuan', '读书分享会'], [1, 19, 20], { ...refused, attendees: 60 })
}
