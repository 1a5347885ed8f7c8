/**
 * Changes of published contents that wait for a review. Readers keep what they see; the version that a moderator reads is what
 * their decision is about, so a newer change ends the case of the older one.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountsOfCaller, placeableCirclesAmong } from '#modules/community/community/server.ts'
import { articleText } from '#modules/content/catalog/server.ts'
import { closeCases, openReview } from '#modules/content/moderation/server.ts'
import { topicNames } from '#modules/content/topics/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { TITLE_TAKEN } from '../contract/codes.ts'
import { type ContentType, contentBusinessType, type DraftFields } from '../contract/shapes.ts'
import { nameCaptions } from './captions.ts'
import { noteFiles } from './content-files.ts'
import type { ContentsDb } from './db.ts'
import { excerptOf, wholeFields } from './fields.ts'
import { tellMentioned } from './mentions.ts'
import { changeApproved } from './messages.ts'
import { linkOf } from './paths.ts'
import { tellCoauthors } from './scheduling.ts'
import { addVersion, type SavedContent, storeParts, updateContent } from './storing.ts'
import { differingTitle, isTitleTaken } from './titles.ts'

interface SubmittedChange extends SavedContent {
  /** Sensitive words that the moderator is shown. */
  readonly words: readonly string[]
}

/** Keeps the change beside the content, whose row is locked, and puts it into the queue. It takes the place of an earlier one. */
export async function submitChange(db: ContentsDb, caller: Caller, saved: SubmittedChange, now: number): Promise<void> {
  const { id, accountId, organizationId, checked, words: hits } = saved
  if (await isTitleTaken(db, { accountId, title: checked.title, exceptId: id })) throw refuse(TITLE_TAKEN)
  await returnChange(db, { companyId: caller.companyId, contentId: id, reason: null }, now)
  await db
    .updateTable('contents.content')
    .set((e) => ({ revision: e('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const { title, html } = checked
  const versionId = await addVersion(db, caller, { contentId: id, title, html, state: 'waiting' }, now)
  const change = {
    version_id: versionId,
    draft_id: saved.draftId,
    written_by: caller.memberId,
    state: 'waiting',
    reason: null,
    fields: JSON.stringify({ ...saved.fields, title, html, publishAt: null }),
    written_at: now,
  }
  await db
    .insertInto('contents.change')
    .values({ content_id: id, company_id: caller.companyId, ...change })
    .onConflict((conflict) => conflict.column('content_id').doUpdateSet(change))
    .execute()
  await noteFiles(db, caller, { id, fields: saved.fields, html, isPublished: false })
  if (saved.type === 2) await nameCaptions(db, caller, { id, fields: saved.fields, isPublished: false })
  const about = { companyId: caller.companyId, businessType: contentBusinessType, businessId: versionId }
  const cause = hits.length > 0 ? ('words' as const) : ('review' as const)
  await openReview(db, { ...about, organizationId, authorId: caller.memberId, cause, hits }, now)
}

/** The change of a content, with the content’s row locked before it. */
export async function lockChange(db: ContentsDb, contentId: string) {
  return db
    .selectFrom('contents.change')
    .select(['content_id', 'company_id', 'version_id', 'draft_id', 'written_by', 'state', 'fields'])
    .where('content_id', '=', contentId)
    .forUpdate()
    .executeTakeFirst()
}

interface Returned {
  readonly companyId: string
  readonly contentId: string
  /** What a moderator has written; null where nobody has refused it. */
  readonly reason: string | null
  /** A moderator decides the case: it is not closed here. */
  readonly isDecided?: boolean
}

/** A change that waits goes back to its author. Nothing is done where none waits. */
export async function returnChange(
  db: ContentsDb,
  { companyId, contentId, reason, isDecided = false }: Returned,
  now: number,
): Promise<void> {
  const returned = await db
    .updateTable('contents.change')
    .set({ state: 'returned', reason })
    .where('content_id', '=', contentId)
    .where('state', '=', 'waiting')
    .returning('version_id')
    .executeTakeFirst()
  if (!returned) return
  const { version_id: versionId } = returned
  await db.updateTable('contents.version').set({ state: 'returned' }).where('id', '=', versionId).execute()
  if (isDecided) return
  await closeCases(db, { companyId, businessType: contentBusinessType, businessId: versionId }, 'withdrawn', now)
}

/** What is published at once takes the place of a change that waits or was returned. */
export async function endChange(
  db: ContentsDb,
  { companyId }: Pick<Caller, 'companyId'>,
  contentId: string,
  now: number,
): Promise<void> {
  await returnChange(db, { companyId, contentId, reason: null }, now)
  await db.deleteFrom('contents.change').where('content_id', '=', contentId).execute()
}

/** Takes a change back before it is decided: its author, and administrators of the account. It stays to go on with. */
export async function withdrawChange(db: ContentsDb, caller: Caller, id: string, now: number): Promise<void> {
  const content = await db
    .selectFrom('contents.content')
    .select(['id', 'account_id'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const account = content && (await accountsOfCaller(db, caller)).find((own) => own.id === content.account_id)
  const change = account && (await lockChange(db, id))
  if (!change) throw refuse(NOT_FOUND)
  if (account.memberType === 2 && change.written_by !== caller.memberId) throw refuse(NO_PERMISSION)
  await returnChange(db, { companyId: caller.companyId, contentId: id, reason: null }, now)
}

/**
 * The change becomes what readers see. What is gone by now (a topic, a circle that its author has left before it stood there) and
 * circles for which there is no room are left out, and a title that another content has taken meanwhile ends with the end of the id.
 */
export async function publishChange(db: ContentsDb, contentId: string, versionId: string, now: number): Promise<void> {
  const content = await db
    .selectFrom('contents.content')
    .select(['id', 'company_id', 'account_id', 'organization_id', 'type', 'state', 'published_by', 'html'])
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  const change = await lockChange(db, contentId)
  if (change?.version_id !== versionId) return
  const companyId = change.company_id
  // An erased author belongs to no circle.
  const writer = { companyId, memberId: change.written_by ?? contentId }
  const submitted = wholeFields(change.fields)
  const topics = await topicNames(db, companyId, submitted.topicIds)
  const fields: DraftFields = {
    ...submitted,
    topicIds: submitted.topicIds.filter((id) => topics.has(id)),
    circleIds: await placeableCirclesAmong(db, writer, { businessId: contentId, circleIds: submitted.circleIds }),
  }
  const { account_id: accountId } = content
  const isTaken = await isTitleTaken(db, { accountId, title: fields.title, exceptId: contentId })
  const title = isTaken ? differingTitle(fields.title, contentId) : fields.title
  const plain = articleText(fields.html)
  await updateContent(
    db,
    {
      ...{ id: contentId, accountId, organizationId: content.organization_id, type: content.type as ContentType },
      ...{ fields, checked: { title, html: fields.html, plain, excerpt: excerptOf(plain) } },
      ...{ draftId: change.draft_id, publishAt: null, waits: false, isKnown: !isTaken },
    },
    now,
  )
  const { newCoauthorIds } = await storeParts(db, writer, { id: contentId, fields }, now)
  await noteFiles(db, writer, { id: contentId, fields, html: fields.html, isPublished: true })
  if (content.type === 2) await nameCaptions(db, writer, { id: contentId, fields, isPublished: true })
  await db.updateTable('contents.version').set({ state: 'published' }).where('id', '=', versionId).execute()
  await db.deleteFrom('contents.change').where('content_id', '=', contentId).execute()
  if (content.state === 'active') {
    await tellCoauthors(db, { ...content, title }, newCoauthorIds, now)
    if (content.type === 1) await tellMentioned(db, { id: contentId, html: fields.html, htmlBefore: content.html })
  }
  await tellApproved(db, { companyId, memberId: change.written_by, title, id: contentId }, now)
}

/** Who sent it in learns that a moderator has agreed. */
export async function tellApproved(
  db: ContentsDb,
  approved: {
    readonly companyId: string
    readonly memberId: string | null
    readonly title: string
    readonly id: string
  },
  now: number,
): Promise<void> {
  const { companyId, memberId, title, id } = approved
  if (memberId === null) return
  const message = { companyId, type: changeApproved.code, recipients: [memberId], variables: { title } }
  await notify(db, { ...message, link: linkOf(id), now })
}

/** The changes of these contents as their accounts’ members see them. */
export async function changesOf(db: ContentsDb, contentIds: readonly string[]) {
  const { rows } = await sql<{ id: string; state: 'waiting' | 'returned'; reason: string | null; at: number }>`
    select content_id as id, state, reason, written_at as at from contents.change
    where content_id = any(${[...contentIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, state, reason, at }) => [id, { state, reason, at }]))
}
