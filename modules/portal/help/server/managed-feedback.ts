/** Feedback as those who run the platform work on it. */
import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql, holdersOfPermission, instantText } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { managesHelp } from '../contract/access.ts'
import { FEEDBACK_CLOSED } from '../contract/codes.ts'
import { type FeedbackState, feedbackCategories, feedbackStates } from '../contract/feedback.ts'
import type { help } from '../contract.ts'
import type { HelpDb } from './db.ts'
import { addMessage, detailsOf, excerptOf, type FeedbackRecord, sharedOf } from './feedback-details.ts'
import { feedbackAnswered } from './message-types.ts'

type Filter = Input<typeof help.exportFeedback>['query']

interface ManagedRow extends FeedbackRecord {
  readonly sender_name: string
  readonly organization_name: string
  readonly handler_name: string | null
}

/** `from … where …`: the matching feedback, `f`, with its sender, `s`, and handler, `h`. */
function matchingSql({ state, category, search, isMine }: Filter, { caller }: Context): RawBuilder<unknown> {
  const { companyId, memberId } = caller
  return sql`from help.feedback f
    join ${directorySql(companyId)} s on s.id = f.sender_id left join ${directorySql(companyId)} h on h.id = f.handler_id
    where f.company_id = ${companyId}
      and ${state === undefined ? sql`true` : sql`f.state = ${state}`}
      and ${category === undefined ? sql`true` : sql`f.category = ${category}`}
      and ${isMine === true ? sql`f.handler_id = ${memberId}` : sql`true`}
      and ${containsWordsSql(sql`(f.content || ' ' || s.full_name)`, search)}`
}

const columns = sql`f.*, s.full_name as sender_name, s.organization_name, h.full_name as handler_name`

const itemOf = (row: ManagedRow) => ({
  ...sharedOf(row),
  senderName: row.sender_name,
  organizationName: row.organization_name,
  handlerId: row.handler_id,
  handlerName: row.handler_name,
})

export async function listManagedFeedback(
  db: HelpDb,
  query: Input<typeof help.managedFeedbackList>['query'],
  context: Context,
) {
  const matching = matchingSql(query, context)
  const page = await sqlPage<ManagedRow>(db, query, {
    matching,
    rows: (window) => sql<ManagedRow>`select ${columns} ${matching} order by f.updated_at desc, f.id desc ${window}`,
  })
  return { items: page.items.map(itemOf), recordCount: page.recordCount }
}

export async function getManagedFeedback(db: HelpDb, id: string, context: Context) {
  const { rows } = await sql<ManagedRow>`select ${columns} ${matchingSql({}, context)} and f.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return { ...itemOf(row), ...(await detailsOf(db, row, context.caller, context.now)) }
}

async function lockFeedback(db: HelpDb, id: string, { caller }: Context): Promise<FeedbackRecord> {
  const record = await db
    .selectFrom('help.feedback')
    .selectAll()
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!record) throw refuse(NOT_FOUND)
  return record
}

const subject = (record: FeedbackRecord) => ({ type: 'feedback', id: record.id, name: excerptOf(record.content) })

export async function answerFeedback(db: HelpDb, id: string, text: string, context: Context) {
  const { caller, now, audit } = context
  const feedback = await lockFeedback(db, id, context)
  if (feedback.state === 'closed') throw refuse(FEEDBACK_CLOSED)
  const content = text.trim()
  await addMessage(db, { feedback, authorId: caller.memberId, content, isAnswer: true, state: 'answered', now })
  await notify(db, {
    companyId: caller.companyId,
    type: feedbackAnswered.code,
    recipients: [feedback.sender_id],
    variables: { excerpt: excerptOf(content) },
    link: `/help/feedback/${id}`,
    actorId: caller.memberId,
    now,
  })
  audit({ ...subject(feedback), before: { state: feedback.state }, after: { state: 'answered', answer: content } })
  return {}
}

export async function setFeedbackState(db: HelpDb, id: string, state: FeedbackState, context: Context) {
  const feedback = await lockFeedback(db, id, context)
  if (feedback.state === state) return {}
  await db.updateTable('help.feedback').set({ state, updated_at: context.now }).where('id', '=', id).execute()
  context.audit({ ...subject(feedback), before: { state: feedback.state }, after: { state } })
  return {}
}

export async function assignFeedback(db: HelpDb, id: string, memberId: string | null, context: Context) {
  const { companyId } = context.caller
  const feedback = await lockFeedback(db, id, context)
  if (memberId !== null) {
    const { permission } = managesHelp
    const able = await holdersOfPermission(db, { companyId, permission, organizationId: companyId })
    if (!able.includes(memberId)) throw refuse(NOT_FOUND)
  }
  const state = memberId !== null && feedback.state === 'new' ? 'in-progress' : feedback.state
  await db
    .updateTable('help.feedback')
    .set({ handler_id: memberId, state, updated_at: context.now })
    .where('id', '=', id)
    .execute()
  context.audit({
    ...subject(feedback),
    before: { handlerId: feedback.handler_id },
    after: { handlerId: memberId },
  })
  return {}
}

const monthMs = 30 * 86_400_000
const hourMs = 3_600_000

export async function feedbackStatistics(db: HelpDb, { caller, now }: Context) {
  const { rows } = await sql<{ state: string; category: string; count: number; recent: number }>`
    select state, category, count(*)::int as count,
      count(*) filter (where created_at > ${now - monthMs}::bigint)::int as recent
    from help.feedback where company_id = ${caller.companyId} group by state, category`.execute(db)
  const { rows: times } = await sql<{ hours: number | null }>`
    select percentile_cont(0.5) within group (order by first_answer_at - created_at) / ${hourMs} as hours
    from help.feedback where company_id = ${caller.companyId} and first_answer_at is not null`.execute(db)
  const countOf = (field: 'state' | 'category', key: string) => ({
    key,
    count: rows.filter((row) => row[field] === key).reduce((sum, row) => sum + row.count, 0),
  })
  const hours = times[0]?.hours ?? null
  return {
    byState: feedbackStates.map((key) => countOf('state', key)),
    byCategory: feedbackCategories.map((key) => countOf('category', key)),
    lastThirtyDays: rows.reduce((sum, row) => sum + row.recent, 0),
    medianAnswerHours: hours === null ? null : Math.round(Number(hours) * 10) / 10,
  }
}

const exportTexts = {
  cn: {
    name: '意见反馈',
    headings: ['时间', '提交人', '组织', '类别', '状态', '内容', '联系方式', '页面', '浏览器', '处理人', '消息数'],
    categories: { problem: '问题', idea: '建议', content: '课程内容', account: '账号', other: '其他' },
    states: { new: '新', 'in-progress': '处理中', answered: '已回复', closed: '已关闭' },
  },
  en: {
    name: 'feedback',
    headings: [
      ...['Time', 'Sender', 'Organization', 'Category', 'Status', 'Text', 'Contact', 'Page', 'Browser', 'Handler'],
      'Messages',
    ],
    categories: { problem: 'Problem', idea: 'Idea', content: 'Learning content', account: 'Account', other: 'Other' },
    states: { new: 'New', 'in-progress': 'In progress', answered: 'Answered', closed: 'Closed' },
  },
} as const

const exportMax = 10_000

export async function exportFeedback(db: HelpDb, query: Filter, context: Context): Promise<StreamAnswer> {
  const { name, headings, categories, states } = exportTexts[context.language]
  const timeOf = await instantText(db, context.caller.companyId, 'minute')
  const { rows } = await sql<ManagedRow>`select ${columns} ${matchingSql(query, context)}
    order by f.updated_at desc, f.id desc limit ${exportMax}`.execute(db)
  const table = rows.map((row): SheetRow => {
    const { category, state } = sharedOf(row)
    return [
      ...[timeOf(row.created_at), row.sender_name, row.organization_name, categories[category], states[state]],
      ...[row.content, row.contact ?? '', row.page ?? '', row.browser, row.handler_name ?? '', row.message_count],
    ]
  })
  return sheetAnswer(name, [[...headings], ...table], { format: 'csv' })
}
