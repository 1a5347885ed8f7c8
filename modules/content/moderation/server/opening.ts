/** Cases are opened by a report, by sensitive words, or by a review before publishing, and closed where their content goes. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { holdersOfPermission } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { moderates } from '../contract/access.ts'
import { ALREADY_REPORTED, TARGET_GONE } from '../contract/codes.ts'
import type { ReasonCode } from '../contract.ts'
import { type ModerationDb, moderationTables } from './db.ts'
import { type ContentRef, type DescribedContent, findKind, kindsOf, labelOf } from './kinds.ts'

/** Reports of a content and decisions about it come one after the other. Its row, where it is locked, is locked before. */
export const lockContent = (db: ModerationDb, companyId: string, { businessType, businessId }: ContentRef) =>
  lockNames(db, `moderation ${companyId} ${businessType} ${businessId}`)

/** Whether the caller has reported the content. */
export async function hasReported(
  db: ModerationDb,
  caller: Caller,
  { businessId, businessType }: { readonly businessId: string; readonly businessType?: number },
): Promise<boolean> {
  let query = db
    .selectFrom('moderation.report')
    .select('id')
    .where('company_id', '=', caller.companyId)
    .where('business_id', '=', businessId)
    .where('member_id', '=', caller.memberId)
  if (businessType !== undefined) query = query.where('business_type', '=', businessType)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** The content as the caller may report it; what is gone and what the caller may not see are the same (10203). */
async function targetOf(
  db: ModerationDb,
  caller: Caller,
  { businessId, businessType }: { readonly businessId: string; readonly businessType?: number },
): Promise<{ businessType: number; content: DescribedContent }> {
  for (const kind of kindsOf(businessType)) {
    const seen = await kind.visible(db, caller, [businessId])
    if (!seen.includes(businessId)) continue
    // From here on its removal waits for this report, or the report for the removal.
    await lockContent(db, caller.companyId, { businessType: kind.businessType, businessId })
    const [content] = await kind.describe(db, caller.companyId, [businessId])
    if (content?.state === 'shown') return { businessType: kind.businessType, content }
  }
  throw refuse(TARGET_GONE)
}

interface Opened extends ContentRef {
  readonly companyId: string
  readonly organizationId: string
  readonly authorId: string | null
  readonly isAnonymous: boolean
  readonly title: string
  readonly excerpt: string
  readonly cause: 'words' | 'review' | null
  readonly words: readonly string[]
  readonly reports: 0 | 1
}

/** The open case of the content; one statement, whether there is one or not. */
async function openCase(db: ModerationDb, opened: Opened, now: number): Promise<string> {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into moderation.content_case as c (id, company_id, business_type, business_id, organization_id, author_id, title,
      is_anonymous, excerpt, cause, words, report_count, queued_at, created_at)
    values (${uuid()}, ${opened.companyId}, ${opened.businessType}, ${opened.businessId}, ${opened.organizationId},
      ${opened.authorId}, ${opened.title}, ${opened.isAnonymous}, ${opened.excerpt}, ${opened.cause}, ${[...opened.words]}::text[],
      ${opened.reports}, ${now}, ${now})
    on conflict (company_id, business_type, business_id) where state = 'open' do update set
      report_count = c.report_count + excluded.report_count, cause = coalesce(excluded.cause, c.cause),
      words = case when excluded.cause is null then c.words else excluded.words end,
      title = excluded.title, excerpt = excluded.excerpt,
      -- The text has changed: who has the case before them reads it again before they decide.
      revision = c.revision + case when excluded.cause is null then 0 else 1 end
    returning c.id, (c.xmax = 0) as "isNew"`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('an insert that returns has a row')
  if (row.isNew) await tellModerators(db, opened, now)
  return row.id
}

type Waiting = Pick<Opened, 'companyId' | 'organizationId' | 'authorId' | 'businessType' | 'title'>

async function tellModerators(db: ModerationDb, opened: Waiting, now: number): Promise<void> {
  const { companyId, organizationId } = opened
  const holders = await holdersOfPermission(db, {
    companyId,
    permission: moderates.permission,
    organizationId,
  })
  const recipients = holders.filter((id) => id !== opened.authorId)
  if (recipients.length === 0) return
  await notify(db, {
    companyId,
    type: 'moderation.waiting',
    recipients,
    variables: { kind: labelOf(opened.businessType), title: opened.title },
    link: '/manage/moderation',
    collapseKey: 'moderation.waiting',
    now,
  })
}

/** Reports a content, once a member. */
export async function report(
  db: ModerationDb,
  caller: Caller,
  input: {
    readonly businessId: string
    readonly businessType?: number
    readonly reason: string
    readonly reasonCode: ReasonCode
  },
  now: number,
) {
  // A second report is one, whatever has become of the content.
  if (await hasReported(db, caller, input)) throw refuse(ALREADY_REPORTED)
  const { businessType, content } = await targetOf(db, caller, input)
  assertNotSelf(caller, [content.authorId, ...(content.coAuthorIds ?? [])])
  const { companyId, memberId } = caller
  const ref = { businessType, businessId: content.id }
  if (await hasReported(db, caller, ref)) throw refuse(ALREADY_REPORTED)
  const caseId = await openCase(db, { ...ref, companyId, ...factsOf(content), cause: null, words: [], reports: 1 }, now)
  await db
    .insertInto('moderation.report')
    .values({
      id: uuid(),
      company_id: companyId,
      case_id: caseId,
      business_type: businessType,
      business_id: content.id,
      member_id: memberId,
      reason_code: input.reasonCode,
      reason: input.reason.trim(),
      created_at: now,
    })
    .execute()
  return {}
}

const factsOf = ({ title, excerpt, authorId, organizationId, isAnonymous = false }: DescribedContent) => ({
  ...{ title, excerpt, authorId, organizationId, isAnonymous },
})

/**
 * Puts a content into the queue: `review` before it is published, `words` because it holds sensitive words for review.
 * One that waits already stays one case. The content has to be stored before, for `describe` of its kind is asked.
 */
export async function openReview(
  connection: Connection,
  review: ContentRef & {
    readonly companyId: string
    readonly organizationId: string
    readonly authorId: string
    readonly cause: 'review' | 'words'
    /** The sensitive words that were found. */
    readonly hits: readonly string[]
  },
  now: number,
): Promise<void> {
  const db = moderationTables(connection)
  const [content] = (await findKind(review.businessType)?.describe(db, review.companyId, [review.businessId])) ?? []
  const { title = '', excerpt = '', isAnonymous = false } = content ?? {}
  await openCase(db, { ...review, title, excerpt, isAnonymous, words: review.hits, reports: 0 }, now)
}

/**
 * The open case of a content ends because the content has gone or was decided about elsewhere. Its module calls it in the
 * transaction of the removal, after it has changed the content's row.
 */
export async function closeCases(
  connection: Connection,
  { companyId, ...ref }: ContentRef & { readonly companyId: string },
  /** What became of the content. */
  why: 'keep' | 'remove' | 'withdrawn',
  now: number,
): Promise<void> {
  const db = moderationTables(connection)
  await lockContent(db, companyId, ref)
  await db
    .updateTable('moderation.content_case')
    .set((eb) => ({
      ...{ state: 'closed', outcome: why, reason_code: 'none', decided_at: now, claimed_by: null, claimed_at: null },
      revision: eb('revision', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('business_type', '=', ref.businessType)
    .where('business_id', '=', ref.businessId)
    .where('state', '=', 'open')
    .execute()
}

/** Whether a decision has removed the content at this moment, and has not been overturned; for a statement of its module. */
export const removedByDecisionSql = (
  { companyId, businessType }: { readonly companyId: string; readonly businessType: number },
  content: { readonly id: RawBuilder<unknown>; readonly removedAt: RawBuilder<unknown> },
): RawBuilder<boolean> => sql<boolean>`exists (select from moderation.content_case decision
  where decision.company_id = ${companyId} and decision.business_type = ${businessType}
    and decision.business_id = ${content.id} and decision.outcome = 'remove' and decision.decided_by is not null
    and decision.decided_at = ${content.removedAt})`

/**
 * What its author had taken away is back, and so is its case: nobody evades a report by that, for nobody reports twice. Its
 * module calls it in the transaction of the return, after it has changed the content's row.
 */
export async function reopenCase(
  connection: Connection,
  { companyId, ...ref }: ContentRef & { readonly companyId: string },
  now: number,
): Promise<void> {
  const db = moderationTables(connection)
  await lockContent(db, companyId, ref)
  const { rows } = await sql<Pick<Waiting, 'organizationId' | 'authorId' | 'title'>>`
    update moderation.content_case c set state = 'open', outcome = null, reason_code = null, decided_at = null,
      queued_at = ${now}, revision = c.revision + 1
    where c.id = (select newest.id from moderation.content_case newest where newest.company_id = ${companyId}
        and newest.business_type = ${ref.businessType} and newest.business_id = ${ref.businessId}
        order by newest.created_at desc, newest.id desc limit 1)
      and c.state = 'closed' and c.outcome = 'withdrawn'
    returning c.organization_id as "organizationId", c.author_id as "authorId", c.title`.execute(db)
  if (rows[0]) await tellModerators(db, { companyId, businessType: ref.businessType, ...rows[0] }, now)
}
