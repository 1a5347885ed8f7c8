/** Publishing: a draft, or a changed content, becomes what readers see; at once, at its time, or after a review. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { TOO_OFTEN } from '#modules/community/community/contract.ts'
import { accountForPublishing, placeInCircles } from '#modules/community/community/server.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { CONTENT_CHANGED } from '../contract/codes.ts'
import {
  type ContentType,
  contentBusinessType,
  type DraftFields,
  type Outcome,
  TOPICS_MAX,
} from '../contract/shapes.ts'
import type { contents } from '../contract.ts'
import type { ContentsDb } from './db.ts'
import { fieldsOfDraft, lockDraft, refuseChanged } from './drafts.ts'
import { type CheckedFields, checkFields } from './fields.ts'
import { queueReview, reviewRule } from './review.ts'
import { appear, scheduleAt } from './scheduling.ts'
import { refusingTakenTitle, titleKey } from './titles.ts'

/** Publications of one member (COMMUNITY-083). */
const publicationRate = { max: 10, windowMs: 600_000 }

interface Publication {
  readonly accountId: string
  readonly type: ContentType
  readonly fields: DraftFields
  readonly contentId: string | null
  readonly draftId: string | null
  /** The revision of the content that the change is about; null where a draft does not know it. */
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
  { draftId, revision }: Input<typeof contents.publish>['body'],
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
      revision: null,
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
  if (!content) throw refuse(NOT_FOUND)
  return { id: content.id, outcome: outcomeOf(content) }
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
  // A change of what readers see is looked at afterwards.
  const waits = rule === 'before' && before?.published_at == null
  const { organizationId } = account
  const saved = { ...publication, id, publishAt, checked, organizationId, waits }
  if (before) await updateContent(db, saved, now)
  else await insertContent(db, caller, saved, now)
  await storeParts(db, caller, saved, now)
  const { companyId, memberId: authorId } = caller
  await queueReview(db, { id, companyId, organizationId, authorId, rule, words: checked.reviewWords }, now)
  if (waits) return { id, outcome: 'review' }
  if (publishAt !== null) {
    await scheduleAt(db, id, publishAt)
    return { id, outcome: 'scheduled' }
  }
  // What is closed changes in silence: it appears when it is activated.
  if (before?.state !== 'closed') await appear(db, id, now)
  return { id, outcome: 'published' }
}

/** A time that is past means at once. */
const futureOf = (publishAt: number | null, now: number) => (publishAt !== null && publishAt > now ? publishAt : null)

async function lockContent(db: ContentsDb, caller: Caller, { contentId, accountId, revision }: Publication) {
  const content = await db
    .selectFrom('contents.content')
    .select(['id', 'revision', 'published_at', 'published_by', 'state', 'cover_file_id', 'file_id'])
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

interface Saved extends Publication {
  readonly id: string
  readonly publishAt: number | null
  readonly checked: CheckedFields
  readonly organizationId: string
  /** Readers see it when a moderator has agreed. */
  readonly waits: boolean
}

const columnsOf = ({ fields, checked, publishAt, waits }: Saved, now: number) => ({
  review_state: waits ? 'waiting' : 'none',
  review_reason: null,
  title: checked.title,
  title_key: titleKey(checked.title),
  html: checked.html,
  plain_text: checked.plain,
  excerpt: checked.excerpt,
  cover_file_id: fields.coverFileId,
  file_id: fields.fileId,
  chapters: JSON.stringify(fields.chapters),
  source: fields.source.trim(),
  license: fields.license.trim(),
  comments_open: fields.commentsOpen,
  visibility: fields.visibility,
  publish_at: publishAt,
  updated_at: now,
})

async function insertContent(db: ContentsDb, caller: Caller, saved: Saved, now: number): Promise<void> {
  await refusingTakenTitle(() =>
    db
      .insertInto('contents.content')
      .values({
        id: saved.id,
        company_id: caller.companyId,
        account_id: saved.accountId,
        organization_id: saved.organizationId,
        draft_id: saved.draftId,
        published_by: caller.memberId,
        type: saved.type,
        created_at: now,
        version_count: 1,
        ...columnsOf(saved, now),
      })
      .execute(),
  )
}

async function updateContent(db: ContentsDb, saved: Saved, now: number): Promise<void> {
  await refusingTakenTitle(() =>
    db
      .updateTable('contents.content')
      .set((e) => ({
        ...columnsOf(saved, now),
        revision: e('revision', '+', 1),
        version_count: e('version_count', '+', 1),
        ...(saved.draftId !== null && { draft_id: saved.draftId }),
      }))
      .where('id', '=', saved.id)
      .execute(),
  )
}

/** What stands in tables of its own: organizations, circles, co-authors, topics, and the version. */
async function storeParts(db: ContentsDb, caller: Caller, { id, fields, checked }: Saved, now: number): Promise<void> {
  const { companyId, memberId } = caller
  const organizationIds = fields.visibility === 1 ? fields.organizationIds : []
  const circleIds = fields.visibility === 2 ? fields.circleIds : []
  await sql`
    with gone as (delete from contents.content_organization where content_id = ${id}
      and not organization_id = any(${organizationIds}::uuid[]))
    insert into contents.content_organization (content_id, organization_id, company_id)
    select ${id}, o.id, ${companyId} from unnest(${organizationIds}::uuid[]) as o (id) on conflict do nothing`.execute(
    db,
  )
  await sql`
    with gone as (delete from contents.content_circle where content_id = ${id}
      and not circle_id = any(${circleIds}::uuid[]))
    insert into contents.content_circle (content_id, circle_id, company_id)
    select ${id}, o.id, ${companyId} from unnest(${circleIds}::uuid[]) as o (id) on conflict do nothing`.execute(db)
  await db.deleteFrom('contents.coauthor').where('content_id', '=', id).execute()
  await sql`
    insert into contents.coauthor (content_id, member_id, company_id, sort)
    select ${id}, w.id, ${companyId}, w.place from unnest(${fields.coAuthorIds}::uuid[]) with ordinality as w (id, place)
    on conflict do nothing`.execute(db)
  await setTopics(db, {
    ...{ companyId, businessType: contentBusinessType, businessId: id },
    ...{ topicIds: fields.topicIds, topicsMax: TOPICS_MAX },
  })
  await placeInCircles(
    db,
    caller,
    { businessType: contentBusinessType, businessId: id, circleIds: fields.circleIds },
    now,
  )
  await sql`
    insert into contents.version (id, company_id, content_id, number, title, html, written_by, written_at)
    select ${uuid()}, ${companyId}, id, version_count, ${checked.title}, ${checked.html}, ${memberId}, ${now}
    from contents.content where id = ${id}`.execute(db)
}
