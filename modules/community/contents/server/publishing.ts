/** Publishing: a draft, or a changed content, becomes what readers see; at once, at its time, or after a review. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { TOO_OFTEN } from '#modules/community/community/contract.ts'
import { accountForPublishing, memberAccountsSql } from '#modules/community/community/server.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { CONTENT_CHANGED } from '../contract/codes.ts'
import type { ContentType, DraftFields, Outcome } from '../contract/shapes.ts'
import type { contents } from '../contract.ts'
import { nameCaptions } from './captions.ts'
import { changesOf, endChange, submitChange } from './changes.ts'
import { noteFiles } from './content-files.ts'
import type { ContentsDb } from './db.ts'
import { fieldsOfDraft, lockDraft, refuseChanged } from './drafts.ts'
import { checkFields } from './fields.ts'
import { tellMentioned } from './mentions.ts'
import { queueReview, reviewRule } from './review.ts'
import { appear, scheduleAt, tellCoauthors } from './scheduling.ts'
import { addVersion, insertContent, storeParts, updateContent } from './storing.ts'

/** Publications of one member (COMMUNITY-083). */
const publicationRate = { max: 10, windowMs: 600_000 }

interface Publication {
  readonly accountId: string
  readonly type: ContentType
  readonly fields: DraftFields
  readonly contentId: string | null
  readonly draftId: string | null
  /** The revision of the content that the change is about; null where a draft from before does not know it. */
  readonly revision: number | null
}

interface Published {
  readonly id: string
  readonly outcome: Outcome
}

/** Publishes a draft and deletes it. A repeated call finds the content that the first one made. */
export async function publishDraft(
  db: ContentsDb,
  caller: Caller,
  { draftId, revision, contentRevision }: Input<typeof contents.publish>['body'],
  now: number,
): Promise<Published> {
  const draft = await lockDraft(db, caller, draftId)
  if (!draft) return publishedBefore(db, caller, draftId)
  if (draft.revision !== revision) return refuseChanged(db, caller, draft)
  const published = await publish(
    db,
    caller,
    {
      accountId: draft.account_id,
      type: draft.type as ContentType,
      fields: fieldsOfDraft(draft),
      contentId: draft.content_id,
      draftId,
      revision: contentRevision ?? draft.content_revision,
    },
    now,
  )
  await db.deleteFrom('contents.draft').where('id', '=', draftId).execute()
  return published
}

async function publishedBefore(db: ContentsDb, caller: Caller, draftId: string): Promise<Published> {
  const content = await db
    .selectFrom('contents.content')
    .select(['id', 'publish_at', 'review_state'])
    .where('draft_id', '=', draftId)
    .where('published_by', '=', caller.memberId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (content) return { id: content.id, outcome: outcomeOf(content) }
  const change = await db
    .selectFrom('contents.change')
    .select('content_id')
    .where('draft_id', '=', draftId)
    .where('written_by', '=', caller.memberId)
    .executeTakeFirst()
  if (!change) throw refuse(NOT_FOUND)
  return { id: change.content_id, outcome: 'review' }
}

const outcomeOf = (content: { readonly publish_at: number | null; readonly review_state: string }): Outcome => {
  if (content.review_state === 'waiting') return 'review'
  return content.publish_at === null ? 'published' : 'scheduled'
}

/** Changes a content without a draft. */
export async function changeContent(
  db: ContentsDb,
  caller: Caller,
  { id, revision, fields }: Input<typeof contents.change>['body'],
  now: number,
): Promise<Published> {
  const content = await db
    .selectFrom('contents.content')
    .select(['account_id', 'type'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!content) throw refuse(NOT_FOUND)
  const { account_id: accountId, type } = content
  const change = { accountId, type: type as ContentType, fields, contentId: id, draftId: null, revision }
  return publish(db, caller, change, now)
}

async function publish(db: ContentsDb, caller: Caller, publication: Publication, now: number): Promise<Published> {
  await assertNotMuted(db, caller, now)
  const account = await accountForPublishing(db, caller, publication.accountId, true)
  const before = publication.contentId === null ? undefined : await lockContent(db, caller, publication)
  // Of what somebody else has written, a plain member of the account changes nothing.
  if (before && account.memberType === 2 && before.published_by !== caller.memberId) throw refuse(NO_PERMISSION)
  const checked = await checkFields(db, caller, {
    type: publication.type,
    fields: publication.fields,
    before: before && { id: before.id, coverFileId: before.cover_file_id, fileId: before.file_id },
  })
  await assertNotTooOften(db, caller, now)
  const id = before?.id ?? uuid()
  const publishAt = before?.published_at == null ? futureOf(publication.fields.publishAt, now) : null
  const rule = await reviewRule(db, caller.companyId)
  const { organizationId } = account
  const saved = { ...publication, id, publishAt, checked, organizationId, waits: rule === 'before' }
  // Readers keep what they see until a moderator agrees to the change.
  if (before?.published_at != null && saved.waits) {
    await submitChange(db, caller, { ...saved, words: checked.reviewWords }, now)
    return { id, outcome: 'review' }
  }
  if (before) await updateContent(db, saved, now)
  else await insertContent(db, caller, saved, now)
  await endChange(db, caller, id, now)
  await noteFiles(db, caller, { id, fields: saved.fields, html: checked.html, isPublished: true })
  if (saved.type === 2) await nameCaptions(db, caller, { id, fields: saved.fields, isPublished: true })
  const { newCoauthorIds } = await storeParts(db, caller, saved, now)
  await addVersion(db, caller, { contentId: id, title: checked.title, html: checked.html, state: 'published' }, now)
  const { companyId, memberId: authorId } = caller
  await queueReview(db, { id, companyId, organizationId, authorId, rule, words: checked.reviewWords }, now)
  if (saved.waits) return { id, outcome: 'review' }
  if (publishAt !== null) {
    await scheduleAt(db, id, publishAt)
    return { id, outcome: 'scheduled' }
  }
  // What is closed changes in silence: it appears when it is activated.
  if (before?.state === 'closed') return { id, outcome: 'published' }
  await appear(db, id, now)
  if (before?.published_at != null) {
    const shown = { id, company_id: companyId, account_id: account.id, title: checked.title }
    await tellCoauthors(db, { ...shown, published_by: before.published_by }, newCoauthorIds, now)
    if (saved.type === 1) await tellMentioned(db, { id, html: checked.html, htmlBefore: before.html })
  }
  return { id, outcome: 'published' }
}

/** A time that is past means at once. */
const futureOf = (publishAt: number | null, now: number) => (publishAt !== null && publishAt > now ? publishAt : null)

async function lockContent(db: ContentsDb, caller: Caller, { contentId, accountId, revision }: Publication) {
  const content = await db
    .selectFrom('contents.content')
    .select(['id', 'revision', 'published_at', 'published_by', 'state', 'cover_file_id', 'file_id', 'html'])
    .where('id', '=', contentId ?? '')
    .where('account_id', '=', accountId)
    .where('company_id', '=', caller.companyId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!content) throw refuse(NOT_FOUND)
  if (revision !== null && content.revision !== revision) throw refuse(CONTENT_CHANGED, { revision: content.revision })
  return content
}

async function assertNotTooOften(db: ContentsDb, caller: Caller, now: number): Promise<void> {
  const { max, windowMs } = publicationRate
  await lockNames(db, `publications ${caller.memberId}`)
  const { rows } = await sql<{ count: number }>`select count(*) as count from contents.version
    where written_by = ${caller.memberId} and written_at > ${now - windowMs}`.execute(db)
  if ((rows[0]?.count ?? 0) >= max) throw refuse(TOO_OFTEN)
}

/** What a publication would meet, for the sentence before it. Contents of other accounts are not there. */
export async function publicationForecast(db: ContentsDb, caller: Caller, contentId: string | undefined) {
  const review = await reviewRule(db, caller.companyId)
  if (contentId === undefined) return { review, isChange: false, change: null }
  const { rows } = await sql<{ isChange: boolean }>`select c.published_at is not null as "isChange"
    from contents.content c where c.id = ${contentId} and c.company_id = ${caller.companyId} and c.removed_at is null
      and c.account_id in ${memberAccountsSql(caller)}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return { review, ...rows[0], change: (await changesOf(db, [contentId])).get(contentId) ?? null }
}
