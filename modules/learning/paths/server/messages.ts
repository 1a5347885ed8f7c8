/** What learning paths tell members. */
import { messageType, notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'

const path = { cn: '学习路径名称', en: 'Learning path', example: { cn: '门店店长成长路径', en: 'Store manager path' } }
const section = { cn: '学习内容名称', en: 'Section', example: { cn: '开店实操', en: 'Opening a store' } }
const opinion = { cn: '审核意见', en: 'Comment', example: { cn: '材料完整', en: 'Complete' } }
const member = { cn: '学员姓名', en: 'Member', example: { cn: '王小明', en: 'Wang Xiaoming' } }

const assigned = messageType({
  code: 'path.assigned',
  changesTodos: true,
  group: 'learning',
  label: { cn: '有新的学习路径', en: 'New learning path' },
  variables: { path },
  defaultTemplate: {
    cn: { title: '您有新的学习路径《{path}》', body: '学习路径《{path}》已为您准备好，从第 1 章开始吧。' },
    en: {
      title: 'New learning path: “{path}”',
      body: 'The learning path “{path}” is ready. Start with the first chapter.',
    },
  },
  defaultChannels: [],
})

const handedIn = messageType({
  code: 'path.proof-handed-in',
  changesTodos: true,
  group: 'learning',
  label: { cn: '学习成果待审核', en: 'Proof to review' },
  variables: { path, section, member },
  defaultTemplate: {
    cn: { title: '{member}提交了学习成果', body: '{member}在《{path}》提交了“{section}”的学习成果，请审核。' },
    en: {
      title: '{member} submitted a proof',
      body: '{member} submitted a proof for “{section}” of “{path}”. Please review it.',
    },
  },
  defaultChannels: [],
})

const agreed = messageType({
  code: 'path.proof-agreed',
  changesTodos: true,
  group: 'learning',
  label: { cn: '学习成果审核通过', en: 'Your proof was accepted' },
  variables: { path, section, opinion },
  defaultTemplate: {
    cn: { title: '“{section}”的学习成果已通过', body: '您在《{path}》提交的“{section}”学习成果已通过审核。{opinion}' },
    en: {
      title: 'Your proof for “{section}” was accepted',
      body: 'Your proof for “{section}” of “{path}” was accepted. {opinion}',
    },
  },
  defaultChannels: [],
})

const rejected = messageType({
  code: 'path.proof-rejected',
  changesTodos: true,
  group: 'learning',
  label: { cn: '学习成果未通过审核', en: 'Your proof was returned' },
  variables: { path, section, opinion },
  defaultTemplate: {
    cn: {
      title: '“{section}”的学习成果未通过',
      body: '您在《{path}》提交的“{section}”学习成果未通过审核：{opinion}。可修改后重新提交。',
    },
    en: {
      title: 'Your proof for “{section}” was returned',
      body: 'Your proof for “{section}” of “{path}” was returned: {opinion}. You can submit it again.',
    },
  },
  defaultChannels: [],
})

export const pathMessages = [assigned, handedIn, agreed, rejected]

export async function notifyOfAssignment(
  db: Connection,
  assignment: { companyId: string; pathId: string; path: string; memberIds: readonly string[]; now: number },
): Promise<void> {
  await notify(db, {
    companyId: assignment.companyId,
    type: 'path.assigned',
    recipients: assignment.memberIds,
    variables: { path: assignment.path },
    link: `/branch-post-learning-detail/${assignment.pathId}`,
    now: assignment.now,
  })
}

export interface ProofNews {
  readonly companyId: string
  readonly pathId: string
  readonly progressId: string
  readonly path: string
  readonly section: string
  readonly now: number
}

const auditLink = ({ pathId, progressId }: ProofNews) => `/branch-post-learning-audit/${pathId}/${progressId}`

export async function notifyOfSubmission(
  db: Connection,
  news: ProofNews & { readonly memberId: string; readonly member: string; readonly recipients: readonly string[] },
): Promise<void> {
  await notify(db, {
    companyId: news.companyId,
    type: 'path.proof-handed-in',
    recipients: news.recipients,
    variables: { path: news.path, section: news.section, member: news.member },
    link: auditLink(news),
    actorId: news.memberId,
    now: news.now,
  })
}

export async function notifyOfDecision(
  db: Connection,
  news: ProofNews & { readonly memberId: string; readonly isAgreed: boolean; readonly opinion: string },
): Promise<void> {
  await notify(db, {
    companyId: news.companyId,
    type: news.isAgreed ? 'path.proof-agreed' : 'path.proof-rejected',
    recipients: [news.memberId],
    variables: { path: news.path, section: news.section, opinion: news.opinion },
    link: auditLink(news),
    now: news.now,
  })
}
