/** What the ask bar asks of experts: answers to invitations, and the review of their knowledge cards. */
import { sql } from 'kysely'
import { todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { answerBusinessType, questionBusinessType } from '../contract/shapes.ts'
import { shownSql } from './question-rows.ts'

const link = (questionId: string) => sql`'/ask/question/detail/' || ${sql.ref(questionId)}`

export const invitationTodos = todoSource({
  kind: 'ask.invitation',
  label: { cn: '邀请我回答', en: 'Question to answer' },
  action: { initial: 'go-answer', started: 'go-answer' },
  openSql: ({ companyId, memberId }) => sql`select ${todoColumns({
    id: sql`q.id`,
    businessType: sql`${questionBusinessType}`,
    businessId: sql`q.id`,
    title: sql`q.title`,
    link: link('q.id'),
    dueAt: sql`i.due_at`,
    createdAt: sql`i.invited_at`,
  })} from ask.invitation i join ask.question q on q.id = i.question_id and q.state = 'open'
    where i.company_id = ${companyId} and i.member_id = ${memberId} and i.answered_at is null`,
})

export const cardTodos = todoSource({
  kind: 'ask.card',
  label: { cn: '知识卡片待复核', en: 'Knowledge card to review' },
  action: { initial: 'go-review', started: 'go-review' },
  openSql: ({ companyId, memberId }, now) => sql`select ${todoColumns({
    id: sql`c.id`,
    businessType: sql`${answerBusinessType}`,
    businessId: sql`c.id`,
    title: sql`c.title`,
    link: sql`'/ask/cards?own=1'`,
    createdAt: sql`c.review_at`,
  })} from ask.card c join ask.answer a on a.id = c.answer_id join ask.question q on q.id = a.question_id and ${shownSql}
    where c.company_id = ${companyId} and c.owner_id = ${memberId} and c.review_at <= ${now}`,
})
