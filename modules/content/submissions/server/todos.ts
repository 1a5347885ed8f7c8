/**
 * Submissions among the to-dos: what waits for the caller's review, one row a subject, and what was returned to the caller.
 * A subject with a hundred waiting submissions is one thing to do, because the reviewer goes through its list.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import {
  contentTodoColumns,
  todoColumns,
  todoSource,
  waitingCount,
  waitingSubjects,
} from '#modules/platform/messages/server.ts'
import { type ReviewedKind, submissionKind } from './kinds.ts'

const of = (kind: ReviewedKind, { companyId }: Caller) => sql`from submissions.submission s
  join ${kind.subjects} subject on subject.id = s.subject_id
  where s.company_id = ${companyId} and s.kind = ${kind.key} and ${kind.isPresentSql}`

/** The rows of all kinds. */
function ofAllKinds(rows: (kind: ReviewedKind) => RawBuilder<unknown>): RawBuilder<unknown> | undefined {
  return submissionKind.all().length === 0 ? undefined : sql.join(submissionKind.all().map(rows), sql` union all `)
}

/** The subjects for which something of the kind waits: the index `submission_waiting_subject` serves them. */
const subjectsOf = (kind: ReviewedKind, { companyId }: Caller) =>
  waitingSubjects({
    subject: sql`s.subject_id`,
    rows: sql`from submissions.submission s
      where s.company_id = ${companyId} and s.kind = ${kind.key} and s.state = 'waiting'`,
  })

/** How much of the row `subject` waits for the review of the caller. */
const reviewsOf = (kind: ReviewedKind, caller: Caller) =>
  waitingCount({
    since: sql`s.submitted_at`,
    id: sql`s.id`,
    rows: sql`from submissions.submission s
      where s.kind = ${kind.key} and s.subject_id = subject.id and s.state = 'waiting'
        and s.company_id = ${caller.companyId} and ${kind.isPresentSql}
        and s.member_id <> ${caller.memberId} and ${kind.reviewsSql(caller)}`,
  })

/** Both forms of a row of reviews: `reviews` has the time of the first one or of the last decision, and how many there are. */
const reviewColumns = (
  kind: ReviewedKind,
  times: { readonly createdAt: RawBuilder<unknown>; readonly doneAt?: RawBuilder<unknown> },
) =>
  contentTodoColumns({
    row: sql`subject`,
    businessType: kind.businessType,
    path: kind.reviewLink,
    ...(kind.reviewLinkEnd !== undefined && { pathEnd: kind.reviewLinkEnd }),
    amount: sql`reviews.amount`,
    ...times,
  })

export const reviewTodos = todoSource({
  kind: 'submission.review',
  label: { cn: '成果审核', en: 'Review' },
  action: { initial: 'go-review', started: 'go-review' },
  openSql: (caller) =>
    ofAllKinds(
      (kind) => sql`select ${reviewColumns(kind, { createdAt: sql`reviews.since` })}
        from ${subjectsOf(kind, caller)} found
        join ${kind.subjects} subject on subject.id = found.subject_id and subject.company_id = ${caller.companyId}
        cross join lateral ${reviewsOf(kind, caller)} reviews
        where reviews.amount > 0`,
    ),
  doneSql: (caller, since) =>
    ofAllKinds(
      (kind) => sql`select ${reviewColumns(kind, { createdAt: sql`reviews.at`, doneAt: sql`reviews.at` })} from (
          select s.subject_id, count(*)::int as amount, max(s.decided_at) as at ${of(kind, caller)}
            and s.decided_by = ${caller.memberId} and s.decided_at > ${since} group by s.subject_id
        ) reviews join ${kind.subjects} subject on subject.id = reviews.subject_id`,
    ),
})

export const returnedTodos = todoSource({
  kind: 'submission.revise',
  label: { cn: '成果修改', en: 'Returned proof' },
  action: { initial: 'go-revise', started: 'go-revise' },
  openSql: (caller, now) =>
    ofAllKinds(
      (kind) => sql`select ${todoColumns({
        id: sql`s.id`,
        businessType: sql`${kind.businessType}`,
        businessId: sql`s.subject_id`,
        title: sql`subject.name || ' · ' || s.title`,
        link: kind.memberLinkSql,
        createdAt: sql`s.decided_at`,
        ...(kind.deadlineSql && { dueAt: kind.deadlineSql }),
      })} ${of(kind, caller)} and s.member_id = ${caller.memberId} and s.state = 'returned' and ${kind.isOpenSql(caller, now)}
        and not exists (select from submissions.submission later where later.kind = s.kind
          and later.subject_id = s.subject_id and later.part_id = s.part_id and later.member_id = s.member_id
          and later.round > s.round)`,
    ),
})
