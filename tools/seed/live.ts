/** Lives of the demonstration: one that can be started now, two to come, two that are over with those who were there. */
import { sql } from 'kysely'
import { liveTables } from '#modules/live/live/server/db.ts'
import { subjectKey } from '#modules/live/live/server/forms.ts'
import { ensureLinks } from '#modules/live/live/server/publication.ts'
import { openRoom } from '#modules/live/rooms/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { chanceOf, idOf } from './chance.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'
import { fileIdOf } from './courses.ts'
import { insertRows, type Row } from './rows.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const company_id = demoCompanyId

interface Plan {
  readonly key: string
  readonly subject: string
  readonly description: string
  readonly lecturerDesc: string
  readonly host: string
  readonly lecturers: readonly string[]
  readonly cover: string
  readonly liveMode: 1 | 2 | 3
  readonly minutes: number
  /** From now. */
  readonly startsInMs: number
  readonly reserved: number
  /** Of a live that is over. */
  readonly attended?: number
  /** The organizations and members that it is for; everybody where nothing is said. */
  readonly audience?: { readonly organizations: readonly string[]; readonly members: readonly string[] }
}

const plans: readonly Plan[] = [
  {
    key: 'writing',
    ...{
      subject: '把话说清楚：写好一封邮件',
      host: 'jiangshi',
      lecturers: [],
      cover: 'covers/communication.jpg',
    },
    description: '从一封真实的邮件改起：开头、请求、结尾各写一遍，现场改稿。',
    lecturerDesc: '陆明谦，十年内训经验，专讲把话说清楚、把邮件写明白。',
    ...{ liveMode: 3, minutes: 60, startsInMs: 10 * minuteMs, reserved: 46 },
  },
  {
    key: 'phishing',
    ...{ subject: '钓鱼邮件现场拆解', host: 'jiangshi', lecturers: ['guzhiyuan'], cover: 'covers/security.jpg' },
    description: '挑三封真实的钓鱼邮件，一步一步看它怎样骗人，怎样举报。',
    lecturerDesc: '顾知远，信息安全先锋队成员。',
    ...{ liveMode: 2, minutes: 90, startsInMs: dayMs, reserved: 88 },
  },
  {
    key: 'data',
    ...{ subject: '一张表讲清一个故事', host: 'hanqinghe', lecturers: [], cover: 'covers/data.jpg' },
    description: '用本月的销售数据做一张图，边做边讲为什么这样做。',
    lecturerDesc: '韩清和，数据分析同好会发起人。',
    ...{ liveMode: 2, minutes: 75, startsInMs: 6 * dayMs, reserved: 63 },
  },
  {
    key: 'newcomers',
    ...{ subject: '新员工第一周答疑', host: 'jiangshi', lecturers: ['guanli'], cover: 'covers/onboarding.jpg' },
    description: '报销、请假、门禁、内网：第一周的问题，一次问完。',
    lecturerDesc: '培训团队与行政同事一起回答。',
    ...{ liveMode: 3, minutes: 60, startsInMs: -5 * dayMs, reserved: 97, attended: 85 },
  },
  {
    key: 'fire',
    ...{ subject: '灭火器怎么用：安全月开讲', host: 'guzhiyuan', lecturers: [], cover: 'covers/fire.jpg' },
    description: '一只灭火器，四步动作；看完知道最近的一只在哪里。',
    lecturerDesc: '顾知远，安全月讲师。',
    ...{ liveMode: 2, minutes: 45, startsInMs: -19 * dayMs, reserved: 121, attended: 104 },
  },
  {
    key: 'review',
    ...{ subject: '研发部季度复盘', host: 'jiangshi', lecturers: [], cover: 'covers/data.jpg' },
    description: '只对研发部开放：三个项目各讲十分钟，说清做对了什么、下次改什么。',
    lecturerDesc: '陆明谦主持，各项目负责人轮流发言。',
    ...{ liveMode: 3, minutes: 60, startsInMs: 3 * dayMs, reserved: 0 },
    audience: { organizations: ['research'], members: ['guzhiyuan', 'guanli'] },
  },
]

const liveIdOf = (key: string) => idOf(`live ${key}`)
/** On the quarter of an hour, as people plan. */
const onQuarter = (time: number) => Math.ceil(time / (15 * minuteMs)) * 15 * minuteMs

function liveRow(plan: Plan, members: readonly DemoMember[], now: number): Row {
  const isOver = plan.attended !== undefined
  const startTime = onQuarter(now + plan.startsInMs)
  const host = members.find(({ id }) => id === memberIdOf(plan.host))
  return {
    ...{ id: liveIdOf(plan.key), company_id, organization_id: host?.organizationId ?? company_id },
    ...{ host_id: memberIdOf(plan.host), subject: plan.subject, subject_key: subjectKey(plan.subject) },
    ...{ live_type: 1, form_type: 2, supplier: 3, provider: 'built-in', live_mode: plan.liveMode },
    ...{ share_scope: plan.audience ? 4 : 1, execution_mode: 0, start_time: startTime, duration_minutes: plan.minutes },
    ...{ planned_end_at: startTime + plan.minutes * minuteMs, plan_number: plan.reserved + 50 },
    ...{ description: plan.description, lecturer_desc: plan.lecturerDesc, cover_file_id: fileIdOf(plan.cover) },
    ...{ auto_publish: true, status: isOver ? 3 : 1, request_status: 3, external_id: liveIdOf(plan.key) },
    ...{ sub_number: plan.reserved, attend_number: plan.attended ?? 0 },
    started_at: isOver ? startTime + minuteMs : null,
    ended_at: isOver ? startTime + (plan.minutes + 4) * minuteMs : null,
    created_at: now + Math.min(plan.startsInMs, 0) - 6 * dayMs,
    updated_at: now - dayMs,
  }
}

function audienceRows(plan: Plan, members: readonly DemoMember[], now: number) {
  const chance = chanceOf(`audience of ${plan.key}`)
  const live = { live_id: liveIdOf(plan.key), company_id }
  const ours = members.filter(({ companyId, id }) => companyId === company_id && id !== memberIdOf(plan.host))
  const drawn = ours
    .map((member) => ({ member, order: chance.next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ member }) => member)
  const begin = onQuarter(now + plan.startsInMs)
  const reservations = drawn.slice(0, plan.reserved).map(({ id }) => ({
    ...live,
    member_id: id,
    created_at: Math.min(begin, now) - chance.whole(1, 5 * 24 * 60) * minuteMs,
  }))
  // Most of those who reserved, and some who did not.
  const attended = plan.attended ?? 0
  const came = [...drawn.slice(0, Math.round(attended * 0.85)), ...drawn.slice(plan.reserved)].slice(0, attended)
  const attendees = came.map(({ id }) => ({
    ...live,
    member_id: id,
    first_at: begin + chance.whole(-4, 20) * minuteMs,
  }))
  return { reservations, attendees }
}

const banners = [
  { title: '今天开讲：把话说清楚', picture: 'covers/communication.jpg', live: 'writing' },
  { title: '明天见：钓鱼邮件现场拆解', picture: 'covers/security.jpg', live: 'phishing' },
] as const

/** The rooms of the lives that are over: who was there, from when until when. */
function pastRooms(plan: Plan, attendees: readonly Row[], members: readonly DemoMember[], now: number) {
  const chance = chanceOf(`room of ${plan.key}`)
  const roomId = liveIdOf(plan.key)
  const begin = onQuarter(now + plan.startsInMs) + minuteMs
  const end = begin + (plan.minutes + 3) * minuteMs
  const place = { company_id, room_id: roomId }
  const names = new Map(members.map(({ id, fullName }) => [id, fullName]))
  const staff = [plan.host, ...plan.lecturers].map((name) => ({ member_id: memberIdOf(name), first_at: begin }))
  const here = new Set(staff.map(({ member_id }) => member_id))
  const people = [...staff, ...attendees.filter(({ member_id }) => !here.has(String(member_id)))].map((one, index) => {
    const id = idOf(`person ${index} in ${plan.key}`)
    const memberId = String(one.member_id)
    const role = index === 0 ? 'host' : index < staff.length ? 'lecturer' : 'viewer'
    const joined = Math.max(begin, Number(one.first_at))
    const name = names.get(memberId) ?? ''
    return { ...place, id, member_id: memberId, name, role, joined_at: joined, created_at: begin }
  })
  const presences = people.map(({ id, role, joined_at }, index) => ({
    ...{ ...place, id: idOf(`presence ${index} in ${plan.key}`), participant_id: id, process_id: idOf('demo process') },
    ...{ device: 'browser', began_at: joined_at },
    // Most stay to the end; some leave on the way.
    ended_at:
      role !== 'viewer' || chance.next() < 0.7 ? end : Math.min(end, joined_at + chance.whole(8, 40) * minuteMs),
  }))
  const thereAt = (at: number) => presences.filter((one) => one.began_at <= at && at < one.ended_at).length
  const peak = Math.max(...presences.map((one) => thereAt(one.began_at)))
  const room = {
    ...{ id: roomId, company_id, kind: 'live', title: plan.subject, state: 'ended' },
    ...{ mode: plan.liveMode === 3 ? 'interactive' : 'video', owner_id: memberIdOf(plan.host) },
    ...{ minimum_minutes: 20, settings: '{}', planned_end_at: begin + plan.minutes * minuteMs },
    ...{
      started_at: begin,
      ended_at: end,
      online_peak: peak,
      created_at: begin - 6 * dayMs,
    },
  }
  return { room, people, presences }
}

/** The rooms of the lives to come, with the links of their roles, as publishing makes them. */
async function openRooms(connection: Connection, now: number): Promise<void> {
  for (const plan of plans.filter(({ attended }) => attended === undefined)) {
    const id = liveIdOf(plan.key)
    const plannedEndAt = onQuarter(now + plan.startsInMs) + plan.minutes * minuteMs
    const [hostId, lecturerIds] = [memberIdOf(plan.host), plan.lecturers.map(memberIdOf)]
    const room = { companyId: company_id, roomId: id, title: plan.subject, plannedEndAt, hostId, lecturerIds, now }
    await openRoom(connection, { ...room, kind: 'live', mode: plan.liveMode === 3 ? 'interactive' : 'video' })
    const tokens = await ensureLinks(liveTables(connection), { id, companyId: company_id, hostId, plannedEndAt }, now)
    await sql`update live.live set organizer_token = ${tokens.organizer}, panelist_token = ${tokens.panelist},
      attendee_token = ${tokens.attendee} where id = ${id}`.execute(liveTables(connection))
  }
}

/** After the courses: covers and banners are pictures of theirs. */
export async function seedLive(connection: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const db = liveTables(connection) as unknown as Parameters<typeof insertRows>[0]
  const put = (table: string, rows: readonly Row[]) => insertRows(db, table, rows)
  await put(
    'live.live',
    plans.map((plan) => liveRow(plan, members, now)),
  )
  await put(
    'live.lecturer',
    plans.flatMap(({ key, lecturers }) =>
      lecturers.map((name, sort) => ({ live_id: liveIdOf(key), member_id: memberIdOf(name), company_id, sort })),
    ),
  )
  await put(
    'live.audience_organization',
    plans.flatMap(({ key, audience }) =>
      (audience?.organizations ?? []).map((organization) => ({
        ...{ live_id: liveIdOf(key), organization_id: idOf(`organization ${organization}`), company_id },
      })),
    ),
  )
  await put(
    'live.audience_member',
    plans.flatMap(({ key, audience }) =>
      (audience?.members ?? []).map((name) => ({ live_id: liveIdOf(key), member_id: memberIdOf(name), company_id })),
    ),
  )
  const audiences = plans.map((plan) => audienceRows(plan, members, now))
  await put(
    'live.reservation',
    audiences.flatMap(({ reservations }) => reservations),
  )
  await put(
    'live.attendee',
    audiences.flatMap(({ attendees }) => attendees),
  )
  await put(
    'live.banner',
    banners.map(({ title, picture, live }, sort) => ({
      ...{ id: idOf(`live banner ${sort}`), company_id, sort, title, picture_file_id: fileIdOf(picture) },
      ...{ live_id: liveIdOf(live), created_at: now - dayMs },
    })),
  )
  await openRooms(connection, now)
  const past = plans.flatMap((plan, index) =>
    plan.attended === undefined ? [] : [pastRooms(plan, audiences[index]?.attendees ?? [], members, now)],
  )
  await put(
    'rooms.room',
    past.map(({ room }) => room),
  )
  await put(
    'rooms.participant',
    past.flatMap(({ people }) => people),
  )
  await put(
    'rooms.presence',
    past.flatMap(({ presences }) => presences),
  )
}
