/** What contests send: to reviewers without anything of an author, to authors what has come of their works. */
import { type RawBuilder, sql } from 'kysely'
import { type MessageText, type MessageType, notify, wordedMessage } from '#modules/platform/messages/server.ts'
import type { ContestsDb } from './db.ts'

const contest = { cn: '大赛名称', en: 'Contest', example: { cn: '微课大赛', en: 'Micro-class contest' } }
const award = { cn: '奖项', en: 'Award', example: { cn: '一等奖', en: 'First prize' } }
const reason = { cn: '原因', en: 'Reason', example: { cn: '内容与主题不符', en: 'Off topic' } }

const news = (code: string, variables: MessageType['variables'], cn: MessageText, en: MessageText) =>
  wordedMessage({ code, group: 'interaction', variables, defaultChannels: ['site'], changesTodos: true }, cn, en)

export const contestMessages = [
  news(
    'contest.assigned',
    { contest },
    {
      label: '大赛评审任务',
      title: '请评审大赛《{contest}》的作品',
      body: '作品提交截止后即可评审。每件作品只能评分一次，请在评审截止前完成。',
    },
    {
      label: 'Works to review',
      title: 'Review works of the contest “{contest}”',
      body: 'You can review them once they are no longer handed in. Each work is scored once, before the review expires.',
    },
  ),
  news(
    'contest.awarded',
    { contest, award },
    { label: '大赛获奖', title: '您的作品在大赛《{contest}》中获奖', body: '奖项：{award}' },
    { label: 'Award of a contest', title: 'Your work has won in “{contest}”', body: 'Award: {award}' },
  ),
  news(
    'contest.results',
    { contest },
    { label: '大赛结果公布', title: '大赛《{contest}》的结果已公布', body: '请查看排名和获奖名单。' },
    { label: 'Results of a contest', title: 'The results of “{contest}” are out', body: 'See the ranking and awards.' },
  ),
  news(
    'contest.advanced',
    { contest },
    { label: '大赛晋级', title: '您的作品在大赛《{contest}》中晋级', body: '下一轮开放后，您可以提交新版本。' },
    {
      label: 'Work in the next round',
      title: 'Your work is in the next round of “{contest}”',
      body: 'You may hand in a better version when the round opens.',
    },
  ),
  news(
    'contest.award-taken-back',
    { contest, award, reason },
    { label: '大赛奖项被收回', title: '您在大赛《{contest}》中的奖项已被收回', body: '奖项：{award}。原因：{reason}' },
    {
      label: 'Award taken back',
      title: 'Your award in “{contest}” was taken back',
      body: 'Award: {award}. Reason: {reason}',
    },
  ),
  news(
    'contest.excluded',
    { contest, reason },
    { label: '作品被取消资格', title: '您的作品不再参加大赛《{contest}》', body: '原因：{reason}' },
    { label: 'Work excluded', title: 'Your work is out of the contest “{contest}”', body: 'Reason: {reason}' },
  ),
  news(
    'contest.copy-failed',
    { contest },
    {
      label: '作品无法匿名评审',
      title: '您在大赛《{contest}》的作品无法用于匿名评审',
      body: '文件可能已加密或损坏。请改用 MP4 或 PDF 文件，提交新版本。',
    },
    {
      label: 'Work cannot be reviewed',
      title: 'Your work in “{contest}” cannot be reviewed without names',
      body: 'Its file may be encrypted or damaged. Hand in a new version as MP4 or PDF.',
    },
  ),
]

interface NamedContest {
  readonly id: string
  readonly companyId: string
  readonly name: string
}

interface News {
  /** `contest.awarded` */
  readonly type: string
  readonly recipients: readonly string[] | { readonly sql: RawBuilder<unknown> }
  readonly award?: string
  readonly reason?: string
  readonly now: number
}

export async function announce(db: ContestsDb, about: NamedContest, { type, recipients, now, ...said }: News) {
  if (!('sql' in recipients) && recipients.length === 0) return
  const isReview = type === 'contest.assigned'
  await notify(db, {
    ...{ companyId: about.companyId, type, now },
    recipients: 'sql' in recipients ? { sql: recipients.sql } : [...recipients],
    variables: { contest: about.name, award: said.award ?? '', reason: said.reason ?? '' },
    link: isReview ? '/contest/reviews' : `/contest/${about.id}`,
  })
}

/** `(id)` of the authors of works that are in. */
export const authorsSql = (contestId: string) =>
  sql`(select distinct w.member_id as id from contests.work w where w.contest_id = ${contestId} and w.state = 'in')`
