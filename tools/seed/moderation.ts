/** What waits for the moderators of the demonstration company: reported talk, and a decision that its author appeals. */
import { sql } from 'kysely'
import { questionBusinessType } from '#modules/community/ask/contract/shapes.ts'
import { moderationTables } from '#modules/content/moderation/server/db.ts'
import { commentBusinessType } from '#modules/content/topics/contract/comments.ts'
import { topicsTables } from '#modules/content/topics/server/db.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { coursePlans, discussionPlan } from './content.ts'
import { courseIdOf } from './courses.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const company_id = demoCompanyId

interface Opened {
  readonly key: string
  readonly business_type: number
  readonly business_id: string
  readonly author_id: string
  readonly title: string
  readonly is_anonymous?: boolean
  readonly at: number
  readonly reports: readonly (readonly [by: string, code: string, reason: string])[]
}

async function openCase(db: Connection, { key, reports, at, ...content }: Opened): Promise<string> {
  const id = idOf(`moderation ${key}`)
  const tables = moderationTables(db)
  const { business_type, business_id } = content
  await tables
    .insertInto('moderation.content_case')
    .values({
      ...{ id, company_id, organization_id: company_id, ...content, excerpt: content.title },
      ...{ report_count: reports.length, queued_at: at, created_at: at },
    })
    .execute()
  await tables
    .insertInto('moderation.report')
    .values(
      reports.map(([by, reason_code, reason], index) => ({
        ...{ id: idOf(`report ${key} ${by}`), company_id, case_id: id, business_type, business_id },
        ...{ member_id: memberIdOf(by), reason_code, reason, created_at: at + index * hourMs },
      })),
    )
    .execute()
  return id
}

/** A comment with an advertisement, removed yesterday. Its author has appealed since. */
async function seedAppeal(db: Connection, now: number): Promise<void> {
  const [author_id, moderator] = [memberIdOf('xueyuan'), memberIdOf('guzhiyuan')]
  const business_id = idOf('comment removed')
  const content = '我整理了一份课堂笔记，需要的同事加我微信领取。'
  const course = coursePlans.courses.find(({ key }) => key === 'communication') ?? coursePlans.courses[0]
  await topicsTables(db)
    .insertInto('topics.comment')
    .values({
      ...{ id: business_id, company_id, business_type: 1, business_id: courseIdOf(course?.key ?? ''), content },
      ...{ member_id: author_id, organization_id: company_id, created_at: now - 3 * dayMs },
      ...{ removed: 'moderator', removed_by: moderator, removed_reason: '请勿发布广告', removed_at: now - dayMs },
    })
    .execute()
  const id = await openCase(db, {
    ...{ key: 'appeal', business_type: commentBusinessType, business_id, author_id, title: content },
    ...{ at: now - 2 * dayMs, reports: [['success', 'spam', '留了个人微信']] },
  })
  await sql`update moderation.content_case set state = 'appealed', outcome = 'remove', reason_code = 'spam',
    note = '请勿发布广告', decided_by = ${moderator}, decided_at = ${now - dayMs}, appeal_text = '是自己整理的学习笔记，没有收费。',
    appealed_at = ${now - 2 * hourMs}, queued_at = ${now - 2 * hourMs}, revision = 2 where id = ${id}`.execute(
    moderationTables(db),
  )
}

/** After the talk and the ask bar. */
export async function seedModeration(db: Connection, now: number): Promise<void> {
  const plan = discussionPlan.comments[1]
  const business_id = idOf(`comment ${plan?.text}`)
  const comment = await topicsTables(db)
    .selectFrom('topics.comment')
    .select(['content', 'member_id'])
    .where('id', '=', business_id)
    .executeTakeFirstOrThrow()
  await openCase(db, {
    ...{ key: 'comment', business_type: commentBusinessType, business_id, title: comment.content },
    ...{ author_id: comment.member_id ?? memberIdOf('support'), at: now - 5 * hourMs },
    reports: [
      ['xueyuan', 'off-topic', '与这一节的内容无关'],
      ['product', 'other', ''],
    ],
  })
  await openCase(db, {
    ...{ key: 'question', business_type: questionBusinessType, business_id: idOf('ask quiet') },
    ...{ author_id: memberIdOf('east'), is_anonymous: true, title: '开会不敢发言怎么办？', at: now - hourMs },
    reports: [['support', 'falsehood', '']],
  })
  await seedAppeal(db, now)
}
