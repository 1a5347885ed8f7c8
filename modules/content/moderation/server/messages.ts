/** The messages to moderators, authors and reporters. Authors never learn who has reported, nor who has decided. */
import type { Caller } from '#kit/caller.ts'
import { type MessageType, messageType, notify } from '#modules/platform/messages/server.ts'
import type { DecisionReason } from '../contract.ts'
import type { CaseRecord } from './cases.ts'
import type { ModerationDb } from './db.ts'
import { reporterIds } from './details.ts'
import { labelOf } from './kinds.ts'

const kind = { cn: '内容类型', en: 'kind', example: { cn: '评论', en: 'Comment' } }
const title = { cn: '内容', en: 'content', example: { cn: '周末加班安排', en: 'Weekend plans' } }
const rule = { cn: '违反的规则', en: 'rule', example: { cn: '广告与垃圾信息', en: 'Advertising or spam' } }
const result = { cn: '处理结果', en: 'result', example: { cn: '已移除', en: 'removed' } }
const note = { cn: '说明', en: 'note', example: { cn: '请勿在评论中发布广告', en: 'No advertising in comments' } }

const types: readonly MessageType[] = [
  {
    code: 'moderation.waiting',
    group: 'interaction',
    label: { cn: '有内容待审核', en: 'Content waits for a moderator' },
    variables: { kind, title },
    defaultTemplate: {
      cn: { title: '有{kind}等您处理', body: '“{title}”' },
      en: { title: 'Waits for a moderator: {kind}', body: '“{title}”' },
    },
    defaultChannels: ['site'],
    permission: 'comment.manage',
    changesTodos: true,
  },
  {
    code: 'moderation.appealed',
    group: 'interaction',
    label: { cn: '有人对处理结果提出申诉', en: 'Appeal against a decision' },
    variables: { kind, title },
    defaultTemplate: {
      cn: { title: '有{kind}的作者提出申诉', body: '“{title}”' },
      en: { title: 'Appeal of an author: {kind}', body: '“{title}”' },
    },
    defaultChannels: ['site'],
    permission: 'comment.manage',
    changesTodos: true,
  },
  {
    code: 'moderation.decided',
    group: 'interaction',
    label: { cn: '我的内容被处理', en: 'Decision about your content' },
    variables: { kind, title, rule, result, note },
    defaultTemplate: {
      cn: { title: '您的{kind}{result}', body: '“{title}”。规则：{rule}。说明：{note}。如有异议，可在 14 天内申诉' },
      en: { title: '{kind}: {result}', body: '“{title}”. Rule: {rule}. Note: {note}. You may appeal within 14 days' },
    },
    defaultChannels: ['site'],
    mandatory: true,
  },
  {
    code: 'moderation.appeal-decided',
    group: 'interaction',
    label: { cn: '申诉有了结果', en: 'Your appeal was decided' },
    variables: { kind, title, result, note },
    defaultTemplate: {
      cn: { title: '您的{kind}：{result}', body: '“{title}”。说明：{note}' },
      en: { title: '{kind}: {result}', body: '“{title}”. Note: {note}' },
    },
    defaultChannels: ['site'],
    mandatory: true,
  },
  {
    code: 'moderation.report-decided',
    group: 'interaction',
    label: { cn: '我的举报有了结果', en: 'Your report was decided' },
    variables: { kind, title, result },
    defaultTemplate: {
      cn: { title: '您的举报已处理：{result}', body: '{kind}“{title}”' },
      en: { title: 'Your report: {result}', body: '{kind} “{title}”' },
    },
    defaultChannels: ['site'],
  },
]

export const messageTypes = types.map(messageType)

export const ruleNames: Readonly<Record<DecisionReason, { readonly cn: string; readonly en: string }>> = {
  spam: { cn: '广告与垃圾信息', en: 'Advertising or spam' },
  abuse: { cn: '辱骂与人身攻击', en: 'Insults or attacks' },
  illegal: { cn: '违法违规', en: 'Against the law' },
  privacy: { cn: '泄露隐私或机密', en: 'Private or confidential' },
  copyright: { cn: '侵犯版权', en: 'Copyright' },
  falsehood: { cn: '不实信息', en: 'False information' },
  'off-topic': { cn: '与主题无关', en: 'Off topic' },
  other: { cn: '其他', en: 'Other' },
  none: { cn: '未违反规则', en: 'No rule broken' },
}

interface Facts {
  readonly caller: Caller
  readonly row: CaseRecord
  readonly now: number
}

/** What has come of it, as it follows the kind of content in a sentence. */
function resultOf({ outcome, wasWaiting, warn, muteDays }: AuthorFacts) {
  const against = wasWaiting ? { cn: '未通过审核', en: 'not approved' } : { cn: '已被移除', en: 'removed' }
  const parts = [
    ...(outcome === 'remove' ? [against] : []),
    ...(warn ? [{ cn: '受到警告', en: 'a warning' }] : []),
    ...(muteDays > 0 ? [{ cn: `被禁言 ${muteDays} 天`, en: `no writing for ${muteDays} d` }] : []),
  ]
  return { cn: parts.map(({ cn }) => cn).join('，'), en: parts.map(({ en }) => en).join(', ') }
}

interface AuthorFacts extends Facts {
  readonly outcome: 'keep' | 'remove'
  /** Readers had not seen it yet. */
  readonly wasWaiting: boolean
  readonly reasonCode: DecisionReason
  readonly note: string
  readonly warn: boolean
  readonly muteDays: number
}

/** The author learns of what was decided against the content, with the rule and the way to an appeal. */
export async function tellAuthor(db: ModerationDb, facts: AuthorFacts): Promise<void> {
  const { caller, row, outcome, warn, muteDays, now } = facts
  if (row.author_id === null || (outcome === 'keep' && !warn && muteDays === 0)) return
  await notify(db, {
    companyId: caller.companyId,
    type: 'moderation.decided',
    recipients: [row.author_id],
    variables: {
      kind: labelOf(row.business_type),
      title: row.title,
      rule: ruleNames[facts.reasonCode],
      result: resultOf(facts),
      note: facts.note || '—',
    },
    link: `/center/moderation?id=${row.id}`,
    now,
  })
}

const appealResults = {
  upheld: { cn: '申诉未通过', en: 'the decision stands after your appeal' },
  overturned: { cn: '申诉通过，处理已撤销', en: 'the decision was taken back after your appeal' },
  restored: { cn: '已恢复显示', en: 'shown again' },
} as const

/** The author learns what became of the appeal, or that the content is shown again without one. */
export async function tellOfAppeal(
  db: ModerationDb,
  { caller, row, outcome, note: why, now }: Facts & { outcome: keyof typeof appealResults; note: string },
): Promise<void> {
  if (row.author_id === null) return
  await notify(db, {
    companyId: caller.companyId,
    type: 'moderation.appeal-decided',
    recipients: [row.author_id],
    variables: {
      kind: labelOf(row.business_type),
      title: row.title,
      result: appealResults[outcome],
      note: why || '—',
    },
    link: `/center/moderation?id=${row.id}`,
    now,
  })
}

const reportResults = {
  remove: { cn: '内容已移除', en: 'the content was removed' },
  measure: { cn: '作者已受到处理', en: 'the author was dealt with' },
  keep: { cn: '未发现违规', en: 'no rule was broken' },
  upheld: { cn: '复核后维持处理', en: 'confirmed after a second look' },
  overturned: { cn: '复核后撤销处理', en: 'taken back after a second look' },
} as const

/** Reporters learn the result in short. */
export async function tellReporters(
  db: ModerationDb,
  {
    caller,
    row,
    outcome,
    warn,
    muteDays,
    now,
  }: Facts & { outcome: 'keep' | 'remove' | 'upheld' | 'overturned'; warn: boolean; muteDays: number },
): Promise<void> {
  const recipients = await reporterIds(db, row.id)
  if (recipients.length === 0) return
  await notify(db, {
    companyId: caller.companyId,
    type: 'moderation.report-decided',
    recipients,
    variables: {
      kind: labelOf(row.business_type),
      title: row.title,
      result: reportResults[outcome === 'keep' && (warn || muteDays > 0) ? 'measure' : outcome],
    },
    now,
  })
}
