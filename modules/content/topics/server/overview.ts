/** What the overview tells of comments: those that the check of words has marked. */
import { sql } from 'kysely'
import { overviewFigure } from '#modules/platform/operations/server.ts'
import { managesComments } from '../contract/access.ts'
import { moderatedSql } from './comment-rows.ts'
import { topicsTables } from './db.ts'

export const commentFigure = overviewFigure({
  key: 'topics.flagged',
  section: 'waiting',
  order: 40,
  label: { cn: '待核实评论', en: 'Comments to review' },
  hint: { cn: '含敏感词、等您核实的评论', en: 'Comments with sensitive words that wait for review' },
  access: managesComments,
  link: '/manage/comments?state=flagged',
  async count(connection, caller) {
    const { rows } = await sql<{ value: number }>`
      select count(*)::int as value from topics.comment c
      where c.company_id = ${caller.companyId} and c.flagged and c.removed is null
        and ${moderatedSql(caller, false)}`.execute(topicsTables(connection))
    return { value: rows[0]?.value ?? 0 }
  },
})
