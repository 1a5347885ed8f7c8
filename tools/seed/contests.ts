/** Contests of the demonstration company: one for which works are handed in, one that is reviewed and voted for, one with results, and a draft. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Award, ContestInput, Round } from '#modules/engagement/contests/contract/fields.ts'
import { refOf } from '#modules/engagement/contests/server/award-certificates.ts'
import {
  buildContest,
  buildReview,
  buildVotes,
  buildWork,
} from '#modules/engagement/contests/server/contests.fixture.ts'
import { contestsTables } from '#modules/engagement/contests/server/db.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { giveHonors } from '#modules/learning/certificates/server.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { issuer } from './certificates.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { demoFolder } from './content.ts'
import { fileIdOf } from './courses.ts'

const dayMs = 86_400_000

const groups = [
  { key: 'skills', name: '岗位技能' },
  { key: 'safety', name: '安全与合规' },
]
const rubric = [
  { key: 'content', title: '内容', hint: '准确、实用，一课一题', points: 40 },
  { key: 'teaching', title: '教学设计', hint: '目标清楚，环环相扣', points: 30 },
  { key: 'form', title: '呈现', hint: '画面、声音与节奏', points: 30 },
]
const awardsWith = (certificateTemplateId: string): Award[] => [
  { key: 'first', level: 'first', name: '一等奖', text: '平板电脑', count: 1, certificateTemplateId },
  { key: 'second', level: 'second', name: '二等奖', text: '耳机', count: 2, certificateTemplateId },
]

interface DemoWork {
  readonly by: string
  readonly title: string
  readonly text: string
  readonly group: string
  readonly file: string
  /** Of the criteria, by each reviewer who has scored it. */
  readonly scores?: readonly (readonly [content: number, teaching: number, form: number])[]
  readonly votes: readonly string[]
  readonly award?: string
  readonly rank?: number
}

const voters = ['chief', 'guzhiyuan', 'shenruoxi', 'hanqinghe', 'qinsiqi', 'mengchanghe', 'xueyuan', 'sales']

const works: DemoWork[] = [
  {
    ...{ by: 'yanfa', title: '两分钟学会用灭火器', group: 'safety', file: 'fire-extinguisher.mp4' },
    text: '提、拔、握、压四步，配真实演练画面。',
    ...{ scores: [[36, 27, 26]], votes: voters.slice(0, 6), award: 'first', rank: 1 },
  },
  {
    ...{ by: 'product', title: '一眼识别钓鱼邮件', group: 'safety', file: 'security-phishing.mp4' },
    text: '从三个真实案例看发件人、链接和附件。',
    ...{ votes: voters.slice(2, 6), award: 'second', rank: 2 },
  },
  {
    ...{ by: 'success', title: '平均数会骗人', group: 'skills', file: 'data-average.mp4' },
    text: '用一组工资数据讲清平均数与中位数。',
    ...{ votes: voters.slice(0, 5), award: 'second', rank: 1 },
  },
  {
    ...{ by: 'sales', title: '找到项目的关键路径', group: 'skills', file: 'project-critical-path.mp4' },
    text: '一张网络图，三步找到决定工期的任务。',
    ...{ votes: voters.slice(4, 7), rank: 2 },
  },
]

const roundFrom = (start: number, name: string, days: readonly [handIn: number, review: number]): Round => {
  const closesAt = start + days[0] * dayMs
  const until = closesAt + days[1] * dayMs
  return { name, opensAt: start, closesAt, reviewUntil: until, votingUntil: until }
}

/**
 * Of a work in the contest that is over, or in the one under review: the same works, by others. What is published of the one says
 * nothing about who an author in the other is.
 */
const authorOf = (index: number, hasResults: boolean) =>
  memberIdOf((works[(index + (hasResults ? 0 : 1)) % works.length] as DemoWork).by)

const copyIdOf = (file: string) => idOf(`contest copy ${file}`)

/** What reviewers and voters see of the works. The clips say nothing of their authors, so that nothing has to be cleaned. */
export async function storeContestCopies(connection: Connection, outside: Outside, now: number): Promise<void> {
  for (const [index, { file }] of works.entries()) {
    const content = await readFile(join(demoFolder, 'media', file))
    const owner = { companyId: demoCompanyId, ownerId: authorOf(index, false), now }
    const copy = {
      id: copyIdOf(file),
      kind: 'video',
      audience: 'link',
      name: `work-${index + 1}-1.mp4`,
      content,
    } as const
    await storeFile(connection, outside, { ...owner, ...copy })
  }
}

/** For those who have won in the contest that is over. */
async function seedAwardCertificates(
  connection: Connection,
  contest: { id: string; name: string; wonAt: number; templateId: string },
) {
  const { id, name, wonAt, templateId } = contest
  const honors = works.flatMap(({ award, by }, index) => {
    const awardName = awardsWith(templateId).find(({ key }) => key === award)?.name
    if (awardName === undefined) return []
    const workId = idOf(`work ${id} ${index}`)
    return [{ memberId: memberIdOf(by), templateId, ref: refOf(workId), itemName: `${awardName} · ${name}` }]
  })
  const issuedBy = memberIdOf('guanli')
  const issued = await giveHonors(connection, { companyId: demoCompanyId, honors, wonAt, issuedBy, now: wonAt })
  await sql`update contests.work set certificate = 'issued' where id = any(${[...issued]}::uuid[])`.execute(
    contestsTables(connection),
  )
}

async function seedWorks(
  connection: Connection,
  contestId: string,
  at: { handedIn: number; closed: number },
  hasResults: boolean,
) {
  for (const [index, one] of works.entries()) {
    const fileId = fileIdOf(one.file)
    const workId = await buildWork(connection, {
      ...{ id: idOf(`work ${contestId} ${index}`), contestId, companyId: demoCompanyId },
      memberId: authorOf(index, hasResults),
      ...{ number: index + 1, title: one.title, text: one.text, groupKey: one.group, fileId, fileName: one.file },
      ...(!hasResults && { copyFileId: copyIdOf(one.file) }),
      ...{ isRecommended: index < 3, handedInAt: at.handedIn + index * 3_600_000 },
      ...(hasResults && { rank: one.rank, ...(one.award && { awardKey: one.award }) }),
    })
    const work = { contestId, workId, companyId: demoCompanyId }
    await buildVotes(connection, { ...work, memberIds: one.votes.map(memberIdOf), at: at.closed + index * dayMs * 0.2 })
    const scores = (hasResults ? [[35 - index * 3, 26 - index, 25 - index] as const] : one.scores) ?? []
    for (const reviewer of ['jiangshi', 'wenyanchu'].slice(0, hasResults ? 1 : 2)) {
      const given = reviewer === 'jiangshi' ? scores[0] : undefined
      await buildReview(connection, {
        ...{ ...work, reviewerId: memberIdOf(reviewer), assignedAt: at.closed },
        ...(given && { scores: { content: given[0], teaching: given[1], form: given[2] } }),
      })
    }
  }
}

export async function seedContests(connection: Connection, now: number): Promise<void> {
  const author = { id: memberIdOf('guanli'), companyId: demoCompanyId, organizationId: demoCompanyId }
  const templateId = await buildTemplate(connection, {
    ...{
      author,
      now: now - 60 * dayMs,
      name: '微课大赛获奖证书',
      design: 'festive',
      numberPrefix: 'WK',
      validityMonths: null,
    },
    ...{ titleCn: '获奖证书', titleEn: 'Certificate of Award', bodyCn: '荣获{item}，特发此证，以资鼓励。' },
    bodyEn: 'has won “{item}”.',
    ...issuer,
  })
  const shared: Partial<ContestInput> = { groups, rubric, awards: awardsWith(templateId), votesPerDay: 3 }
  const open = await buildContest(connection, {
    ...{ id: idOf('contest autumn'), author, now, ...shared, isRecommended: true },
    name: '秋季微课大赛',
    summary: '把您最拿手的一招，做成一节五分钟的微课。',
    description: '<p>作品须为本人原创，时长不超过 8 分钟。初赛前 20 名进入决赛。</p>',
    rounds: [roundFrom(now - 5 * dayMs, '初赛', [12, 7]), roundFrom(now + 15 * dayMs, '决赛', [7, 7])],
  })
  await buildWork(connection, {
    ...{ contestId: open, companyId: demoCompanyId, memberId: memberIdOf('xueyuan'), number: 1, groupKey: 'skills' },
    ...{ title: '新同事的第一天', text: '从报到到第一次例会。', handedInAt: now - dayMs },
    ...{ fileId: fileIdOf('onboarding-welcome.mp4'), fileName: 'onboarding-welcome.mp4' },
  })
  const review = await buildContest(connection, {
    ...{ id: idOf('contest safety'), author, now: now - dayMs, ...shared, isRecommended: true },
    name: '岗位微课评选',
    summary: '为您喜欢的微课投票，评审结果与得票共同决定名次。',
    rounds: [roundFrom(now - 12 * dayMs, '评选', [10, 9])],
  })
  await seedWorks(connection, review, { handedIn: now - 8 * dayMs, closed: now - 2 * dayMs }, false)
  const over = await buildContest(connection, {
    ...{ id: idOf('contest spring'), author, now: now - 30 * dayMs, ...shared, resultsAt: now - 30 * dayMs },
    name: '春季微课大赛',
    summary: '结果已公布，感谢每一位参赛同事。',
    rounds: [roundFrom(now - 60 * dayMs, '评选', [14, 10])],
  })
  await seedWorks(connection, over, { handedIn: now - 55 * dayMs, closed: now - 46 * dayMs }, true)
  await seedAwardCertificates(connection, { id: over, name: '春季微课大赛', wonAt: now - 30 * dayMs, templateId })
  await buildContest(connection, {
    ...{ id: idOf('contest draft'), author, now: now - 3_600_000, status: 'draft', ...shared },
    name: '班组长讲案例',
    rounds: [{ name: '初赛', opensAt: null, closesAt: null, reviewUntil: null, votingUntil: null }],
  })
}
