/** Subjects of the demonstration: a learning map, an ordinary one, one that is made for each, and one elsewhere. */
import { sql } from 'kysely'
import { setCompletionAwards } from '#modules/learning/certificates/server.ts'
import { subjectsTables } from '#modules/learning/subjects/server/db.ts'
import {
  buildSubject,
  type ContentInput,
  type SubjectInput,
} from '#modules/learning/subjects/server/subjects.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { courseIdOf } from './courses.ts'

const dayMs = 86_400_000
const companyId = demoCompanyId
const positionIdOf = (name: string) => idOf(`position ${companyId} ${name}`)
const topicIdOf = (name: string) => idOf(`topic ${name}`)
const organizationIdOf = (key: string) => idOf(`organization ${key}`)

const course = (key: string, input: Omit<ContentInput, 'businessId'> = {}): ContentInput => ({
  businessId: courseIdOf(key),
  ...input,
})

type Plan = Omit<SubjectInput, 'author' | 'id' | 'now'> & {
  readonly key: string
  readonly name: string
  readonly author: string
  readonly daysAgo: number
}

const plans: readonly Plan[] = [
  {
    key: 'ninety-days',
    author: 'jiangshi',
    daysAgo: 64,
    subjectType: 2,
    name: '新员工九十天成长地图',
    summary: '从报到第一天到独当一面，一张图走完入职后的九十天。',
    description:
      '为入职三个月内的同事准备。\n每一站都有必修与选修内容，按自己的节奏完成即可；已经学过的课程会自动计入。',
    stages: [
      { title: '初来乍到', summary: '第一周：认识公司与同事', contents: [course('onboarding'), course('security')] },
      {
        title: '守住底线',
        summary: '第二周：安全与合规',
        contents: [course('compliance'), course('fire', { required: false })],
      },
      { title: '把话说清', summary: '第二至四周：与人协作', contents: [course('communication')] },
      {
        title: '用数据说话',
        summary: '第二个月：学会看数、用数',
        contents: [course('data'), course('python', { required: false })],
      },
      { title: '独当一面', summary: '第三个月：把一件事从头做到尾', contents: [course('project')] },
    ],
  },
  {
    key: 'service-skills',
    author: 'jiangshi',
    daysAgo: 40,
    subjectType: 0,
    name: '客户服务能力提升',
    summary: '从沟通、礼仪到交付，面向一线服务同事的系列内容。',
    stages: [
      { title: '听懂客户', summary: '会听、会问、会写', contents: [course('communication'), course('english')] },
      { title: '服务客户', summary: '礼仪与流程', contents: [course('service')] },
      { title: '交付客户', summary: '把承诺变成结果', contents: [course('project', { required: false })] },
    ],
  },
  {
    key: 'yearly-plan',
    author: 'jiangshi',
    daysAgo: 20,
    subjectType: 1,
    name: '我的年度学习计划',
    summary: '按您的岗位、部门与兴趣组合，每个人看到的都不一样。',
    stages: [
      { title: '人人必修', summary: '安全与合规', contents: [course('security'), course('compliance')] },
      {
        title: '本职所需',
        contents: [
          course('python', { organizationIds: [organizationIdOf('research')] }),
          course('service', { organizationIds: [organizationIdOf('sales'), organizationIdOf('success')] }),
          course('project', { positionIds: ['部门经理', '中心总监'].map(positionIdOf) }),
        ],
      },
      {
        title: '兴趣拓展',
        summary: '在页面上选择感兴趣的话题，会出现相应的课程',
        contents: [
          course('data', { topicIds: [topicIdOf('数据分析')], required: false }),
          course('english', { topicIds: [topicIdOf('商务英语')], required: false }),
        ],
      },
    ],
  },
  {
    key: 'elsewhere',
    author: 'jiangshi',
    daysAgo: 12,
    subjectType: 3,
    name: '全国消防安全公开课',
    summary: '应急管理部门的公开学习资源，打开即可观看。',
    url: 'https://www.119.gov.cn/',
  },
  {
    key: 'safety-month',
    author: 'jiangshi',
    daysAgo: 2,
    status: 'draft',
    name: '安全生产月专题',
    summary: '六月上线，内容整理中。',
    stages: [{ title: '警钟长鸣', contents: [course('fire'), course('security')] }],
  },
]

/** Who studies a subject is who studies what it holds, and how far they are is what the courses say. */
async function registerLearners(connection: Connection, subjectId: string, publishedAt: number): Promise<void> {
  await sql`
    insert into subjects.registration (member_id, subject_id, company_id, status, registered_at, started_at, touched_at,
      finished_at)
    select member_id, ${subjectId}, ${companyId},
      case when done = needed then 2 when begun_at is not null then 1 else 0 end,
      greatest(registered_at, ${publishedAt}::bigint), greatest(begun_at, ${publishedAt}::bigint),
      greatest(touched_at, ${publishedAt}::bigint),
      case when done = needed then greatest(finished_at, ${publishedAt}::bigint) end
    from (
      select r.member_id, min(r.registered_at) as registered_at, min(r.started_at) as begun_at,
        max(r.touched_at) as touched_at, max(r.finished_at) as finished_at,
        count(*) filter (where c.required and r.status in (2, 4)) as done,
        (select count(*) from subjects.content n where n.subject_id = ${subjectId} and n.edition = 'shelf' and n.required)
          as needed
      from subjects.content c join courses.registration r on r.course_id = c.business_id
      where c.subject_id = ${subjectId} and c.edition = 'shelf' and r.company_id = ${companyId}
      group by r.member_id having count(*) > 1
    ) learner`.execute(subjectsTables(connection))
}

export async function seedSubjects(connection: Connection, now: number): Promise<void> {
  for (const { key, author, daysAgo, ...input } of plans) {
    const id = idOf(`subject ${key}`)
    const publishedAt = now - daysAgo * dayMs
    const by = { id: memberIdOf(author), companyId, organizationId: companyId }
    await buildSubject(connection, { ...input, id, author: by, now: publishedAt })
    // What is made for each, or is elsewhere, is not counted by its contents alone.
    const ref = { businessType: 2, businessId: id }
    if (input.subjectType === 2)
      await setCompletionAwards(connection, { companyId, ref, classHourHundredths: 800, now })
    if (input.subjectType === 0 || input.subjectType === 2) await registerLearners(connection, id, publishedAt)
  }
  await sql`insert into subjects.subject_counter (subject_id, company_id, learner_count)
    select subject_id, company_id, count(*) from subjects.registration where company_id = ${companyId} group by 1, 2
    on conflict (subject_id) do update set learner_count = excluded.learner_count`.execute(subjectsTables(connection))
}
