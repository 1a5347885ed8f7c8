/** Who enrolled in the classes of the demonstration company, and what belongs to the company's way of making classes: a series, a template, a revoked class. */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { buildClass, buildSeries } from '#modules/training/classes/server/classes.fixture.ts'
import { classesTables } from '#modules/training/classes/server/db.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { at, planActivities } from './classes.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { insertRows } from './rows.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const author = { id: memberIdOf('guanli'), companyId: demoCompanyId, organizationId: demoCompanyId }
const staff = { managerIds: [memberIdOf('guanli')], teacherIds: [memberIdOf('jiangshi')] }

type State = 'pending' | 'waiting' | 'offered' | 'enrolled' | 'withdrawn' | 'refused'

interface Enrolled {
  readonly state: State
  readonly source?: 'self' | 'nominated' | 'substitute'
  readonly reason?: string
  readonly answers?: Readonly<Record<string, string>>
}

/** In this order, one after the other by a quarter of an hour. */
async function enroll(
  connection: Connection,
  classId: string,
  people: Readonly<Record<string, Enrolled>>,
  now: number,
): Promise<void> {
  const rows = Object.entries(people).map(([name, { state, source = 'self', reason = '', answers = {} }], at) => {
    const queued = now - 2 * dayMs + at * (hourMs / 4)
    const isDecided = !['pending', 'waiting', 'offered'].includes(state)
    return {
      ...{
        id: uuid(),
        class_id: classId,
        member_id: memberIdOf(name),
        company_id: demoCompanyId,
        state,
        source,
        reason,
      },
      ...{ queued_at: queued, decided_at: isDecided ? queued + hourMs : null, answers },
      offered_until: state === 'offered' ? now + 20 * hourMs : null,
    }
  })
  const db = classesTables(connection)
  await insertRows(db as unknown as Kysely<unknown>, 'classes.enrollment', rows)
  await sql`
    update classes.class c set places_taken = (
      select count(*) from classes.enrollment e where e.class_id = c.id and e.state in ('enrolled', 'offered'))
    where c.id = ${classId}`.execute(db)
}

export async function seedClassPeople(connection: Connection, now: number): Promise<void> {
  const next = await buildClass(connection, {
    ...{ id: idOf('class managers next'), author, now: now - 2 * dayMs, ...staff, trainType: 1, capacity: 30 },
    ...{ name: '新任经理训练营（第 13 期）', summary: '从业务骨干到团队带头人：目标、辅导、反馈、协作' },
    ...{
      venue: '总部 3 楼 301 培训室',
      startsAt: at(now, 34, 9),
      endsAt: at(now, 35, 17),
      enrollmentFrom: at(now, 5, 9),
    },
    enrollment: { isReviewed: true },
  })
  const classIds = [idOf('class managers'), next]
  await buildSeries(connection, { companyId: demoCompanyId, name: '新任经理训练营', classIds, now: now - 2 * dayMs })
  const template = await buildClass(connection, {
    ...{ id: idOf('class template'), author, now: now - 30 * dayMs, ...staff, status: 'draft' },
    ...{ name: '两天集中培训（模板）', summary: '课前通知、两天面授、课后行动计划', venue: '总部 3 楼 301 培训室' },
  })
  await sql`update classes.class set is_template = true where id = ${template}`.execute(classesTables(connection))
  const revoked = await buildClass(connection, {
    ...{ id: idOf('class revoked'), author, now: now - 8 * dayMs, ...staff, status: 'off-shelf' },
    ...{ name: '沟通与汇报技巧', summary: '结构化表达与书面汇报', startsAt: at(now, 9, 9), endsAt: at(now, 9, 17) },
  })
  const revocation = '讲师行程有变，改期后重新发布'
  await sql`update classes.class set revocation = ${revocation} where id = ${revoked}`.execute(
    classesTables(connection),
  )
  const open = await buildClass(connection, {
    ...{ id: idOf('class open'), author, now: now - 3 * dayMs, ...staff, capacity: 120, venue: '总部 1 楼报告厅' },
    ...{
      name: '开放日：智能制造怎样落地',
      summary: '客户与伙伴也可报名',
      startsAt: at(now, 20, 14),
      endsAt: at(now, 20, 17),
    },
    quotas: [
      { organizationId: idOf('organization sales'), places: 40 },
      { organizationId: idOf('organization research'), places: 30 },
    ],
    enrollment: {
      ...{ isExternal: true, isReviewed: true },
      form: [
        { key: 'employer', label: '所在单位', kind: 'text', choices: [], isRequired: false },
        { key: 'session', label: '最关心的话题', kind: 'choice', choices: ['质量', '排产', '设备'], isRequired: true },
      ],
    },
  })
  await enroll(
    connection,
    idOf('class full'),
    { product: { state: 'waiting' }, sales: { state: 'waiting' }, buyer: { state: 'waiting', source: 'nominated' } },
    now,
  )
  await enroll(
    connection,
    idOf('class managers'),
    {
      sales: { state: 'enrolled', source: 'nominated' },
      south: { state: 'enrolled', source: 'nominated' },
      qinsiqi: { state: 'enrolled' },
      hanqinghe: { state: 'enrolled', source: 'substitute' },
      buyer: { state: 'withdrawn', reason: '当周有供应商审核' },
    },
    now,
  )
  await enroll(
    connection,
    open,
    {
      east: { state: 'pending', answers: { session: '质量' } },
      supply: { state: 'pending', source: 'nominated', answers: { session: '设备' } },
      wenyanchu: { state: 'refused', reason: '名额优先留给业务部门' },
    },
    now,
  )
  await planActivities(connection, next, now, sessionsOf(now))
}

/** Sessions in a room and with a lecturer, who are booked for them. */
function sessionsOf(now: number) {
  const session = (title: string, days: number) => ({
    ...{ kind: 'offline' as const, title, startsAt: at(now, days, 9), endsAt: at(now, days, 12) },
    ...{ roomId: idOf('room training'), lecturerIds: [idOf('lecturer jiangshi')] },
  })
  return [{ title: '集中学习', activities: [session('目标与辅导', 34), session('反馈与协作', 35)] }]
}
