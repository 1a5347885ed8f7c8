/**
 * Mastery of a knowledge point: the mean of what the last answer to each of its questions earned, of those that the member has
 * answered anywhere. A question counts once, however often it was answered, and only as it is known now.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { questionTopicsSql } from '#modules/assessment/questions/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { type Mastery, tooFewQuestions } from '../contract/book.ts'
import type { PracticeDb } from './db.ts'

/** The weakest first, and after all others those of which too little is known. */
export function listMastery(db: PracticeDb, { companyId, memberId }: Caller, paging: Paging) {
  const matching = sql`from (
    select json_build_object('id', t.topic_id, 'name', t.name) as topic, count(*)::int as "questionCount",
      round(avg(c.last_share))::int as share, (count(*) filter (where c.book = 'open'))::int as "wrongCount",
      count(*) < ${tooFewQuestions} as "isTooFew", t.topic_id
    from practice.card c join ${questionTopicsSql(companyId)} t on t.item_id = c.question_id
    where c.company_id = ${companyId} and c.member_id = ${memberId} and c.answered_count > 0
    group by t.topic_id, t.name) m`
  return sqlPage<Mastery>(db, paging, {
    matching,
    rows: (window) => sql<Mastery>`
      select m.topic, m."questionCount", m.share, m."wrongCount", m."isTooFew" ${matching}
      order by m."isTooFew", m.share, m.topic_id ${window}`,
  })
}
