/** Study pushes of the demonstration: one that runs, one that is over, one that is still being written. */
import { sql } from 'kysely'
import { pushesTables } from '#modules/learning/pushes/server/db.ts'
import { buildPush } from '#modules/learning/pushes/server/pushes.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { type DemoMember, demoCompanyId } from './companies.ts'
import { courseIdOf } from './courses.ts'

const dayMs = 86_400_000
const courseType = 1

interface Plan {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly author: string
  /** Keys of organizations whose members get it. */
  readonly organizations: readonly string[]
  readonly courses: readonly { readonly key: string; readonly name: string; readonly required: boolean }[]
  /** Null: a draft. */
  readonly publishedDaysAgo: number | null
  readonly cutOffInDays: number | null
  readonly remindDays: readonly number[]
  /** Who is not done was urged so many days ago. */
  readonly urgedDaysAgo?: number
}

const plans: readonly Plan[] = [
  {
    key: 'delivery-month',
    name: '本月必修：项目管理与客户服务',
    description: '下个月起每个研发小组都要直接面对客户。请在截止前学完两门必修课，有疑问随时在课程讨论区提出。',
    author: 'guanli',
    organizations: ['platform', 'algorithm', 'quality', 'operations'],
    courses: [
      { key: 'project', name: '项目管理基础', required: true },
      { key: 'service', name: '客户服务礼仪', required: true },
      { key: 'english', name: '商务英语邮件', required: false },
    ],
    publishedDaysAgo: 6,
    cutOffInDays: 5,
    remindDays: [3, 1],
    urgedDaysAgo: 2,
  },
  {
    key: 'data-skills',
    name: '用数据说话：分析基本功',
    description: '先学数据分析，有余力再看编程入门。',
    author: 'fangyu',
    organizations: ['platform', 'algorithm'],
    courses: [
      { key: 'data', name: '数据分析入门', required: true },
      { key: 'python', name: 'Python 入门：让电脑替你算账', required: false },
    ],
    publishedDaysAgo: 24,
    cutOffInDays: -3,
    remindDays: [1],
  },
  {
    key: 'newcomers',
    name: '新员工第一周',
    description: '入职第一周的学习清单。',
    author: 'guanli',
    organizations: [],
    courses: [
      { key: 'onboarding', name: '新员工入职第一课', required: true },
      { key: 'communication', name: '高效沟通', required: false },
    ],
    publishedDaysAgo: null,
    cutOffInDays: 30,
    remindDays: [3],
  },
]

export async function seedPushes(connection: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  for (const plan of plans) await seedPush(connection, plan, members, now)
  await seedReminder(connection, members, now)
}

/** From the progress board of a course its learners who have not started were reminded: the board shows it. */
async function seedReminder(connection: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const sender = members.find((member) => member.name === 'guanli')
  if (!sender) throw new Error('nobody is guanli')
  const [batchId, courseId, sentAt] = [idOf('reminder project'), courseIdOf('project'), now - 3 * dayMs]
  await sql`
    with reached as (
      select r.member_id from courses.registration r where r.course_id = ${courseId} and r.status = 0
      order by r.member_id limit 12
    ), batch as (
      insert into pushes.urge_batch (id, company_id, sender_id, business_type, business_id, name, kind, content,
        member_count, sent_at)
      select ${batchId}::uuid, ${demoCompanyId}, ${sender.id}, ${courseType}, ${courseId}, '项目管理基础', 'reminder',
        '您好，您的{kind}《{item}》还没有开始，请在本周内学完第一章。', count(*), ${sentAt}
      from reached having count(*) > 0 returning id
    )
    insert into pushes.urge (id, company_id, sender_id, member_id, business_type, business_id, name, urged_at, batch_id)
    select md5(batch.id::text || member_id::text)::uuid, ${demoCompanyId}, ${sender.id}, member_id, ${courseType}, ${courseId}, '项目管理基础', ${sentAt},
      batch.id
    from reached cross join batch`.execute(pushesTables(connection))
}

async function seedPush(
  connection: Connection,
  plan: Plan,
  members: readonly DemoMember[],
  now: number,
): Promise<void> {
  const author = members.find((member) => member.name === plan.author)
  if (!author) throw new Error(`nobody is ${plan.author}`)
  const chosen = members.filter((member) => plan.organizations.includes(member.organization))
  const publishedAt = plan.publishedDaysAgo === null ? null : now - plan.publishedDaysAgo * dayMs
  const id = await buildPush(connection, {
    id: idOf(`push ${plan.key}`),
    author,
    name: plan.name,
    description: plan.description,
    contents: plan.courses.map(({ key, name, required }) => ({
      ...{ businessType: courseType, businessId: courseIdOf(key), name, required },
    })),
    organizationIds: [...new Set(chosen.map((member) => member.organizationId))],
    members: chosen.map((member) => ({ id: member.id })),
    publishedAt,
    cutOffAt: plan.cutOffInDays === null ? null : now + plan.cutOffInDays * dayMs,
    remindDays: plan.remindDays,
    now,
  })
  if (publishedAt === null) return
  await registerAll(connection, id, publishedAt)
  await followCourses(connection, id, now)
  if (plan.urgedDaysAgo !== undefined) {
    await sql`update pushes.push_member set urged_at = ${now - plan.urgedDaysAgo * dayMs}
      where push_id = ${id} and task_status = 1`.execute(pushesTables(connection))
  }
}

/** To be pushed a course registers for it. */
async function registerAll(connection: Connection, pushId: string, publishedAt: number): Promise<void> {
  await sql`
    with inserted as (
      insert into courses.registration (member_id, course_id, company_id, version_id, registered_at, touched_at)
      select m.member_id, c.id, c.company_id, c.published_version_id, ${publishedAt}::bigint, ${publishedAt}::bigint
      from pushes.push_member m join pushes.content t on t.push_id = m.push_id
      join courses.course c on c.id = t.business_id and c.published_version_id is not null
      where m.push_id = ${pushId} and m.company_id = ${demoCompanyId}
      on conflict do nothing returning course_id
    )
    insert into courses.course_counter as c (course_id, company_id, learner_count)
    select course_id, ${demoCompanyId}, count(*) from inserted group by course_id
    on conflict (course_id) do update set learner_count = c.learner_count + excluded.learner_count`.execute(
    pushesTables(connection),
  )
}

/** How far each member is, as the courses know it. */
async function followCourses(connection: Connection, pushId: string, now: number): Promise<void> {
  await sql`
    with states as (
      select m.member_id, bool_or(r.started_at is not null) as started,
        count(*) filter (where t.required and r.status in (2, 4)) as done, count(*) filter (where t.required) as required,
        max(r.finished_at) filter (where t.required) as finished_at
      from pushes.push_member m join pushes.content t on t.push_id = m.push_id
      join courses.registration r on r.member_id = m.member_id and r.course_id = t.business_id
      where m.push_id = ${pushId} group by m.member_id
    )
    update pushes.push_member m set finished_count = s.done,
      task_status = case when s.done = s.required then 3 when s.started then 2 else 1 end,
      percent = case when s.done = s.required then 100 else s.done * 100 / greatest(1, s.required) end,
      finished_at = case when s.done = s.required then coalesce(s.finished_at, ${now}::bigint) end
    from states s where m.push_id = ${pushId} and m.member_id = s.member_id`.execute(pushesTables(connection))
}
