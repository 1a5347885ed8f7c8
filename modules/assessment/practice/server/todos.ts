/** What is due is one to-do a day: it goes once the limit of the day is reached, and comes back the next day. */
import { sql } from 'kysely'
import { todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { defaultPreferences } from '../contract/book.ts'
import { daySql, dayStartSql } from './days.ts'

/** Practice has no number in the map of business types; a to-do needs one. */
const businessType = 102

export const dueTodos = todoSource({
  kind: 'practice.due',
  label: { cn: '错题本', en: 'Wrong-answer book' },
  title: { cn: '今日复习', en: 'Review of the day' },
  action: { initial: 'start-study', started: 'continue-study' },
  openSql: ({ companyId, memberId }, now) => sql`select ${todoColumns({
    id: sql`${memberId}`,
    businessType: sql`${businessType}`,
    businessId: sql`${memberId}`,
    title: sql`''`,
    link: sql`'/practice/due'`,
    createdAt: dayStartSql(companyId, now),
    amount: sql`due.amount`,
  })} from (
    select least(count(*), coalesce((select daily_max from practice.preference where member_id = ${memberId}),
      ${defaultPreferences.dailyMax}) - (select count(distinct question_id) from practice.review
        where company_id = ${companyId} and member_id = ${memberId} and was_due and day = ${daySql(companyId, now)}
      ))::int as amount
    from practice.card where company_id = ${companyId} and member_id = ${memberId} and book = 'open'
      and due_day <= ${daySql(companyId, now)}) due
    where due.amount > 0`,
})
