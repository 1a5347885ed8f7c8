/** What the ask bar keeps of a member. Texts that others have answered stay without a name. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { askTables } from './db.ts'

export const askData = personalData({
  module: 'ask',
  async collect(connection, { companyId, memberId }) {
    const db = askTables(connection)
    const { rows: questions } = await sql<Record<string, unknown>>`
      select title, content, is_anonymous, state, bounty::text as bounty, bounty_state, created_at, edited_at
      from ask.question where company_id = ${companyId} and author_id = ${memberId} order by created_at`.execute(db)
    const { rows: followUps } = await sql<Record<string, unknown>>`
      select q.title as question, f.content, f.created_at from ask.follow_up f join ask.question q on q.id = f.question_id
      where q.company_id = ${companyId} and q.author_id = ${memberId} order by f.created_at`.execute(db)
    const { rows: answers } = await sql<Record<string, unknown>>`
      select q.title as question, a.content, a.accepted_at, a.removed_at, a.created_at, a.edited_at
      from ask.answer a join ask.question q on q.id = a.question_id
      where a.company_id = ${companyId} and a.author_id = ${memberId} order by a.created_at`.execute(db)
    const { rows: votes } = await sql<Record<string, unknown>>`
      select value, created_at from ask.vote where company_id = ${companyId} and member_id = ${memberId}
      order by created_at`.execute(db)
    const { rows: invitations } = await sql<Record<string, unknown>>`
      select q.title as question, i.invited_at, i.due_at, i.answered_at
      from ask.invitation i join ask.question q on q.id = i.question_id
      where i.company_id = ${companyId} and i.member_id = ${memberId} order by i.invited_at`.execute(db)
    const { rows: cards } = await sql<Record<string, unknown>>`
      select title, reviewed_at, review_at from ask.card where company_id = ${companyId} and owner_id = ${memberId}
      order by reviewed_at`.execute(db)
    const { rows: settings } = await sql<Record<string, unknown>>`
      select promise_hours, takes_invitations from ask.expert_setting
      where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
    return [
      { name: 'ask-questions', title: { cn: '问吧提问', en: 'Questions' }, rows: questions },
      { name: 'ask-follow-ups', title: { cn: '提问的补充', en: 'Follow-ups to questions' }, rows: followUps },
      { name: 'ask-answers', title: { cn: '问吧回答', en: 'Answers' }, rows: answers },
      { name: 'ask-votes', title: { cn: '问吧投票', en: 'Votes on questions and answers' }, rows: votes },
      { name: 'ask-invitations', title: { cn: '收到的回答邀请', en: 'Invitations to answer' }, rows: invitations },
      { name: 'ask-cards', title: { cn: '知识卡片', en: 'Knowledge cards' }, rows: cards },
      { name: 'ask-promise', title: { cn: '回答承诺', en: 'Response promise' }, rows: settings },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = askTables(connection)
    const votes = sql`select v.subject_id, v.value from ask.vote v
      where v.company_id = ${companyId} and v.member_id = ${memberId}`
    for (const table of [sql.table('ask.question'), sql.table('ask.answer')])
      await sql`update ${table} s set up_count = up_count - (v.value = 1)::int, down_count = down_count - (v.value = -1)::int
        from (${votes}) v where s.id = v.subject_id`.execute(db)
    await sql`delete from ask.vote where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
    // The job gives the coins of an open bounty back.
    await sql`update ask.question set author_id = null, expert_id = null, bounty_paid_to = null,
        bounty_expires_at = case when bounty_state = 'reserved' then 0 else bounty_expires_at end,
        bounty_reminded_at = case when bounty_state = 'reserved' then 0 else bounty_reminded_at end,
        bounty_check_at = case when bounty_state = 'reserved' then 0 else bounty_check_at end
      where company_id = ${companyId} and author_id = ${memberId}`.execute(db)
    await sql`update ask.question set bounty_paid_to = null
      where company_id = ${companyId} and bounty_paid_to = ${memberId}`.execute(db)
    await sql`update ask.answer set author_id = null, expert_id = null
      where company_id = ${companyId} and author_id = ${memberId}`.execute(db)
    await sql`update ask.card set owner_id = null
      where company_id = ${companyId} and owner_id = ${memberId}`.execute(db)
    await sql`delete from ask.invitation where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
    await sql`delete from ask.expert_setting where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
  },
})
