/** What the links of docs/spec/screens.tsv lead to, in a company of its own, and the roles that open them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { buildQuestion } from '#modules/community/ask/server/ask.fixture.ts'
import { buildAccount, buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { buildContest } from '#modules/engagement/contests/server/contests.fixture.ts'
import { buildLottery } from '#modules/engagement/lotteries/server/lotteries.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { pathsTables } from '#modules/learning/paths/server/db.ts'
import { buildPath, buildPathLearner } from '#modules/learning/paths/server/paths.fixture.ts'
import { buildPush } from '#modules/learning/pushes/server/pushes.fixture.ts'
import { buildSubject } from '#modules/learning/subjects/server/subjects.fixture.ts'
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildPage } from '#modules/portal/pages/server/pages.fixture.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { expect } from './fixtures.ts'
import { type AssessmentObjects, buildAssessment } from './link-assessment.ts'
import type { Account, Platform } from './platform.ts'

/** Their ids. */
export interface Objects extends AssessmentObjects {
  readonly live: string
  /** Not published yet. */
  readonly draft: string
  readonly course: string
  readonly subject: string
  readonly path: string
  readonly point: string
  /** Of a section that needs review. */
  readonly progress: string
  readonly push: string
  readonly team: string
  readonly circle: string
  readonly content: string
  readonly topic: string
  readonly question: string
  readonly contest: string
  readonly lottery: string
  readonly memberCard: string
  readonly homePage: string
  readonly trainingClass: string
  readonly chief: string
  readonly department: string
  readonly branch: string
}

export interface Roles {
  /** Administrator and lecturer: the author of all of it, and a learner of it. */
  readonly chief: Account
  /** A member of the company without any part in it. */
  readonly colleague: Account
  /** Administrator and lecturer of another company. */
  readonly outsider: Account
}

export async function buildRoles(platform: Platform): Promise<Roles> {
  const companyId = await buildCompany(platform.db, '远帆集团')
  const fullName = '林知远'
  const { id, name } = await buildMember(platform.db, { companyId, fullName, roles: ['super-admin', 'lecturer'] })
  return {
    chief: await platform.createAccount('chief', '沈墨', ['super-admin', 'lecturer']),
    colleague: await platform.createAccount('colleague', '陆一'),
    outsider: { id, companyId, name, fullName },
  }
}

/** A live that begins at once, with its room: only the call makes both. */
async function applyForLive(platform: Platform, host: Account, subject: string): Promise<string> {
  const form = { subject, type: 1, liveMode: 3, shareScope: 1, executionMode: 0, lecturerIds: [] }
  expect(await platform.call(host, 'POST', '/live/new/apply', form)).toBe(200)
  const { rows } = await sql<{ id: string }>`select id from live.live where host_id = ${host.id}`.execute(platform.db)
  return rows[0]?.id ?? ''
}

async function addTopic(platform: Platform, member: Account, name: string): Promise<string> {
  expect(await platform.call(member, 'POST', '/system/topic/quick-add', { name })).toBe(200)
  const { rows } = await sql<{ id: string }>`
    select id from topics.topic where created_by = ${member.id} and name = ${name}`.execute(platform.db)
  return rows[0]?.id ?? ''
}

export async function buildObjects(platform: Platform, chief: Account): Promise<Objects> {
  const { db, companyId, departmentId } = platform
  const now = Date.now()
  const live = await applyForLive(platform, chief, '安全直播')
  const author = { id: chief.id, companyId, organizationId: departmentId }
  const host = { companyId, organizationId: departmentId, hostId: chief.id, now }
  const course = await buildCourse(db, { author, name: '数据安全', chapters: [{ sections: [{ kind: 'text' }] }] })
  const content = { businessType: 1, businessId: course.id, name: '数据安全' }
  const subject = await buildSubject(db, {
    author,
    name: '安全专题',
    stages: [{ contents: [{ businessId: course.id }] }],
  })
  const path = await buildPath(db, {
    author,
    name: '安全路径',
    chapters: [{ title: '安全入门', sections: [{ ...content, needsReview: true }] }],
  })
  await buildPathLearner(db, { member: chief, pathId: path.id })
  const progress = uuid()
  await pathsTables(db)
    .insertInto('paths.progress')
    .values({
      ...{ id: progress, member_id: chief.id, path_id: path.id, company_id: companyId },
      ...{ business_type: 1, business_id: course.id, opened_at: now },
    })
    .execute()
  const team = await buildAccount(db, { companyId, memberIds: [chief.id], name: '安全小组', now })
  return {
    ...{ course: course.id, subject: subject.id, path: path.id, point: path.chapters[0]?.id ?? '', progress },
    live,
    draft: await buildLive(db, { ...host, subject: '安全彩排', status: 0 }),
    ...(await buildAssessment(platform, chief)),
    push: await buildPush(db, { author, name: '安全任务', contents: [content], members: [{ id: chief.id }] }),
    team,
    content: await buildContent(db, { companyId, accountId: team, authorId: chief.id, title: '五步查隐患', now }),
    question: await buildQuestion(db, { companyId, authorId: chief.id, title: '灭火器多久检查一次', now }),
    topic: await addTopic(platform, chief, '安全生产'),
    circle: await buildCircle(db, { companyId, ownerId: chief.id, name: '安全圈', now }),
    contest: await buildContest(db, { author, name: '安全微课大赛', now }),
    memberCard: (await buildCard(db, { companyId: author.companyId, name: '年度会员' })).id,
    homePage: await buildPage(db, { companyId, now }),
    lottery: await buildLottery(db, { author, name: '安全抽奖', now }),
    trainingClass: await buildClass(db, {
      ...{ author, name: '新任经理训练营', now },
      enrollment: { isExternal: true },
    }),
    chief: chief.id,
    department: departmentId,
    branch: await buildPage(db, {
      ...{ companyId, kind: 'branch', organizationId: departmentId, now },
      ...{ nameCn: '研发学院', nameEn: 'Research academy' },
    }),
  }
}
