/** Learning paths of the demonstration: one for those who start, on which they stand in every place; one open for all. */
import { sql } from 'kysely'
import { submissionsTables } from '#modules/content/submissions/server/db.ts'
import { setCompletionAwards } from '#modules/learning/certificates/server.ts'
import { pathsTables } from '#modules/learning/paths/server/db.ts'
import { buildChannel, buildPath, type ChapterInput } from '#modules/learning/paths/server/paths.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { chanceOf, idOf } from './chance.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'
import { coursePlans } from './content.ts'
import { courseIdOf } from './courses.ts'

const dayMs = 86_400_000
const companyId = demoCompanyId

const positionIdOf = (name: string) => idOf(`position ${companyId} ${name}`)

const nameOf = (key: string) => {
  const plan = coursePlans.courses.find((one) => one.key === key)
  if (!plan) throw new Error(`the demonstration has no course ${key}`)
  return plan.name
}

const course = (key: string, change: Partial<ChapterInput['sections'][number]> = {}) => ({
  businessType: 1,
  businessId: courseIdOf(key),
  name: nameOf(key),
  ...change,
})

const starters: readonly ChapterInput[] = [
  {
    title: '启程：认识澄岚',
    summary: '入职前两周：知道公司怎么运转，守住安全和合规的底线。',
    sections: [course('onboarding'), course('security'), course('compliance', { require: 0 })],
  },
  {
    title: '上手：把事情说清楚',
    summary: '学会与人协作。沟通课学完后，交一份自己改写的邮件作为成果。',
    choices: [{ title: '选两门你用得上的', neededCount: 2 }],
    sections: [
      course('communication', { needsReview: true }),
      course('data', { choice: 0 }),
      course('project', { choice: 0 }),
      course('python', { choice: 0 }),
    ],
  },
  {
    title: '独当一面',
    summary: '面对客户与伙伴，独立把一件事从头做到尾。',
    opensAfterDays: 30,
    sections: [course('service'), course('english'), course('fire', { require: 0 })],
  },
]

const everybody: readonly ChapterInput[] = [
  { title: '安全在身边', sections: [course('fire'), course('security')] },
  { title: '合规在心中', sections: [course('compliance')] },
]

/** The same ids every time. */
const identified = (key: string) => ({ id: idOf(`path ${key}`), idOf: (name: string) => idOf(`path ${key} ${name}`) })

/** The place of a member: who has started the path stands at one of the first chapter's sections. */
function registrationRows(members: readonly DemoMember[], pathId: string, sectionIds: readonly string[], now: number) {
  const chance = chanceOf('learning path')
  return members
    .filter((member) => member.companyId === companyId && ['专员', '助理'].includes(member.position))
    .map((member) => {
      const started = member.key === 'xueyuan' || chance.next() < 0.7
      const registeredAt = now - Math.floor((5 + chance.next() * 60) * dayMs)
      const touchedAt = registeredAt + Math.floor(chance.next() * (now - registeredAt))
      return {
        member_id: member.id,
        path_id: pathId,
        company_id: companyId,
        source: 'rule' as const,
        registered_at: registeredAt,
        touched_at: started ? touchedAt : null,
        lesson_location: started ? chance.pick(sectionIds) : null,
      }
    })
}

export async function seedPaths(connection: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const db = pathsTables(connection)
  const author = { id: memberIdOf('guanli'), companyId }
  const channel = (name: string) => ({ id: idOf(`channel ${name}`), companyId, name, now: now - 90 * dayMs })
  const root = await buildChannel(connection, channel('职业发展通道'))
  const starting = ['专员', '助理'].map(positionIdOf)
  const channelId = await buildChannel(connection, {
    ...channel('专业通道'),
    parentId: root,
    positionIds: starting,
  })
  const leading = ['中心总监', '部门经理'].map(positionIdOf)
  await buildChannel(connection, { ...channel('管理通道'), parentId: root, positionIds: leading })
  const path = await buildPath(connection, {
    ...identified('starters'),
    ...{ author, channelId, chapters: starters, name: '新人成长之路', now: now - 80 * dayMs },
    summary: '从第一天到独当一面：三章内容，边学边做，走到哪里一眼看清。',
  })
  await buildPath(connection, {
    ...identified('everybody'),
    ...{ author, chapters: everybody, name: '安全合规随身学', isOpen: true, learnSequence: 0, now: now - 40 * dayMs },
    summary: '人人都该知道的几件事，任何时候都可以开始。',
  })
  await db
    .insertInto('paths.rule')
    .values({
      id: idOf('rule of the learning path'),
      path_id: path.id,
      company_id: companyId,
      sort: 0,
      position_ids: starting,
      organization_ids: [],
      hired_from: null,
      delay_days: 0,
    })
    .execute()
  const ref = { businessType: 17, businessId: path.id }
  await setCompletionAwards(connection, { companyId, ref, classHourHundredths: 1200, creditHundredths: 600, now })
  const first = path.chapters.slice(0, 1).flatMap(({ sectionIds }) => sectionIds)
  await db
    .insertInto('paths.registration')
    .values(registrationRows(members, path.id, first, now))
    .execute()
  await seedProofs(connection, path.id, now)
  // As far as the courses say: of the first chapter's two, and the rest not started.
  await sql`
    update paths.registration g set percent = coalesce((
      select count(*) filter (where r.status in (2, 4)) * 100 / 6 from paths.section s
      join courses.registration r on r.course_id = s.business_id and r.member_id = g.member_id
      where s.path_id = g.path_id and s.require = 1 and not s.needs_review), 0)
    where g.path_id = ${path.id}`.execute(db)
}

const rewritten = '把给供应商的催货邮件改了一遍：先说请求和日期，再说原因，最后留下联系方式。改前改后都附在这里。'
const plans = [
  { state: 'accepted', text: rewritten, opinion: '改得清楚，请在组内分享。' },
  { state: 'returned', text: '已经学完了。', opinion: '请附上改前和改后的邮件。' },
  { state: 'waiting', text: rewritten, opinion: '' },
] as const

/** A proof in every state: accepted, returned, waiting. */
async function seedProofs(connection: Connection, pathId: string, now: number): Promise<void> {
  const db = pathsTables(connection)
  const { rows } = await sql<{ member_id: string }>`
    select member_id from paths.registration where path_id = ${pathId} and touched_at is not null
    order by touched_at, member_id limit 3`.execute(db)
  const proofs = rows.map(({ member_id }, at) => ({
    progress: {
      id: idOf(`progress ${member_id}`),
      member_id,
      path_id: pathId,
      company_id: companyId,
      business_type: 1,
      business_id: courseIdOf('communication'),
      opened_at: now - 9 * dayMs,
    },
    proof: {
      ...{ id: idOf(`proof ${member_id}`), company_id: companyId, kind: 'path', subject_id: pathId },
      ...{ part_id: idOf(`progress ${member_id}`), member_id, round: 1, title: nameOf('communication') },
      ...{ content: plans[at]?.text ?? '', file_ids: [], submitted_at: now - (at + 2) * dayMs },
      ...{ state: plans[at]?.state ?? 'waiting', opinion: plans[at]?.opinion ?? '' },
      decided_by: plans[at]?.state === 'waiting' ? null : memberIdOf('guanli'),
      decided_at: plans[at]?.state === 'waiting' ? null : now - dayMs,
    },
  }))
  if (proofs.length === 0) return
  await db
    .insertInto('paths.progress')
    .values(proofs.map((one) => one.progress))
    .execute()
  await submissionsTables(connection)
    .insertInto('submissions.submission')
    .values(proofs.map((one) => one.proof))
    .execute()
}
