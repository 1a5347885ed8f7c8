/** Reviews by the company's rule, and what moderators decide about contents. */
import { sql } from 'kysely'
import { articleText } from '#modules/content/catalog/server.ts'
import { type DescribedContent, type Measure, moderated, openReview } from '#modules/content/moderation/server.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import { contentBusinessType } from '../contract/shapes.ts'
import { lockChange, publishChange, returnChange, tellApproved } from './changes.ts'
import { type ContentsDb, contentsTables } from './db.ts'
import { excerptOf } from './fields.ts'
import { linkOf } from './paths.ts'
import { appearUnlessFrozen, scheduleAt } from './scheduling.ts'
import { freeTitle, refusingTakenTitle, titleKey } from './titles.ts'
import { visibleContentSql } from './visible.ts'

/** When somebody looks at what is published: never, before readers see it, or after. */
export async function reviewRule(db: ContentsDb, companyId: string): Promise<'none' | 'before' | 'after'> {
  const { review } = await ruleValue(db, companyId, 'CONTENT_REVIEW_CONFIG')
  return review === 'before' || review === 'after' ? review : 'none'
}

interface Reviewed {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
  readonly authorId: string
  readonly rule: 'none' | 'before' | 'after'
  /** Sensitive words that somebody has to look at, whatever the rule is. */
  readonly words: readonly string[]
}

/** Puts a content into the queue of moderators, where the rule or its words ask for that. */
export async function queueReview(db: ContentsDb, reviewed: Reviewed, now: number): Promise<void> {
  const { id: businessId, companyId, organizationId, authorId, rule, words: hits } = reviewed
  if (rule === 'none' && hits.length === 0) return
  const cause = hits.length > 0 ? 'words' : 'review'
  const about = { companyId, businessType: contentBusinessType, businessId, organizationId, authorId }
  await openReview(db, { ...about, cause, hits }, now)
}

interface Row {
  id: string
  title: string
  excerpt: string
  text: string
  author: string | null
  coauthors: string[]
  organization: string
  review_state: string
  removed_at: number | null
}

async function lock(db: ContentsDb, companyId: string, id: string) {
  return db
    .selectFrom('contents.content')
    .select([
      ...(['id', 'state', 'review_state', 'publish_at', 'published_at', 'removed_at', 'moderated_at'] as const),
      ...(['company_id', 'account_id', 'title', 'published_by'] as const),
    ])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
}

/** Takes a content from everybody; only moderators bring it back. A change of it that waits goes back to its author. */
async function takeDown(db: ContentsDb, companyId: string, id: string, now: number): Promise<void> {
  const content = await lock(db, companyId, id)
  if (!content || content.removed_at !== null) return
  const gone = { removed_at: now, moderated_at: now, pinned_at: null, highlighted_at: null }
  await db
    .updateTable('contents.content')
    .set({ ...gone, review_state: 'none' })
    .where('id', '=', id)
    .execute()
  await returnChange(db, { companyId, contentId: id, reason: null }, now)
}

async function describeContents(db: ContentsDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<Row>`select c.id, c.title, c.excerpt, c.plain_text as text, c.published_by as author,
      array(select a.member_id from contents.coauthor a where a.content_id = c.id order by a.sort) as coauthors,
      c.organization_id as organization, c.review_state, c.removed_at
    from contents.content c where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map(({ author, coauthors, organization, review_state, removed_at, ...row }): DescribedContent => {
    const state = review_state === 'waiting' ? 'waiting' : 'shown'
    return {
      ...{ ...row, authorId: author, coAuthorIds: coauthors, organizationId: organization, link: linkOf(row.id) },
      state: removed_at === null ? state : 'removed',
    }
  })
}

const changeStates = { published: 'shown', waiting: 'waiting', returned: 'removed' } as const

interface VersionRow {
  id: string
  contentId: string
  title: string
  html: string
  state: keyof typeof changeStates
  author: string | null
  coauthors: string[]
  organization: string
}

/** A change is known by its version: the text that a moderator reads is the one that the decision is about. */
async function describeChanges(db: ContentsDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<VersionRow>`select v.id, v.content_id as "contentId", v.title, v.html, v.state,
      v.written_by as author, c.organization_id as organization,
      array(select a.member_id from contents.coauthor a where a.content_id = c.id order by a.sort) as coauthors
    from contents.version v join contents.content c on c.id = v.content_id
    where v.company_id = ${companyId} and v.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map(({ id, contentId, title, html, state, author, coauthors, organization }): DescribedContent => {
    const text = articleText(html)
    return {
      ...{
        id,
        title,
        text,
        excerpt: excerptOf(text),
        authorId: author,
        coAuthorIds: coauthors,
        organizationId: organization,
      },
      ...{ link: linkOf(contentId), state: changeStates[state] },
    }
  })
}

/** Locks the content that the version belongs to; undefined where the id is no version. */
async function lockContentOf(db: ContentsDb, companyId: string, versionId: string) {
  const version = await db
    .selectFrom('contents.version')
    .select('content_id')
    .where('id', '=', versionId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return version && lock(db, companyId, version.content_id)
}

/** Agrees to a change that waits, or that was refused and is the newest one still. */
async function approveChange(db: ContentsDb, companyId: string, versionId: string, now: number): Promise<void> {
  const content = await lockContentOf(db, companyId, versionId)
  if (content && content.removed_at === null) await publishChange(db, content.id, versionId, now)
}

async function refuseChange(db: ContentsDb, companyId: string, versionId: string, measure: Measure): Promise<void> {
  const content = await lockContentOf(db, companyId, versionId)
  if (!content) return
  const change = await lockChange(db, content.id)
  if (change?.version_id !== versionId) return
  const returned = { companyId, contentId: content.id, reason: measure.reason, isDecided: true }
  await returnChange(db, returned, measure.now)
}

type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>

/** What a moderator lets pass appears at once, at its time, or when it is activated. */
async function letPass(db: ContentsDb, content: Locked, now: number): Promise<void> {
  const { id, state, publish_at: publishAt, published_at: publishedAt } = content
  const passed = { review_state: 'none', review_reason: null }
  await db.updateTable('contents.content').set(passed).where('id', '=', id).execute()
  if (publishAt !== null && publishAt > now) return scheduleAt(db, id, publishAt)
  await db.updateTable('contents.content').set({ publish_at: null }).where('id', '=', id).execute()
  if (state === 'active' && publishedAt === null) await appearUnlessFrozen(db, content, now)
}

/** Lets pass what waited or was refused, and the author reads of it; nothing is done where it is in another state by now. */
async function approve(db: ContentsDb, content: Locked, from: 'waiting' | 'rejected', now: number): Promise<void> {
  const { id, company_id: companyId } = content
  if (content.removed_at !== null || content.review_state !== from) return
  await tellApproved(db, { companyId, memberId: content.published_by, title: content.title, id }, now)
  await letPass(db, content, now)
}

export const moderatedContent = moderated({
  businessType: contentBusinessType,
  label: { cn: '社区内容', en: 'Community content' },
  async describe(connection, companyId, ids) {
    const db = contentsTables(connection)
    const found = await describeContents(db, companyId, ids)
    if (found.length === ids.length) return found
    return [...found, ...(await describeChanges(db, companyId, ids))]
  },
  async visible(connection, caller, ids) {
    const { rows } = await sql<{ id: string }>`select c.id from contents.content c
      where c.id = any(${[...ids]}::uuid[]) and c.is_listed and ${visibleContentSql(caller, 'c')}`.execute(
      contentsTables(connection),
    )
    return rows.map(({ id }) => id)
  },
  remove: (connection, companyId, id, { now }) => takeDown(contentsTables(connection), companyId, id, now),
  /** What was removed before readers saw it, or sent back to its author, appears now. */
  async restore(connection, companyId, id, { now }) {
    const db = contentsTables(connection)
    const content = await lock(db, companyId, id)
    if (!content) return approveChange(db, companyId, id, now)
    if (content.removed_at === null) return approve(db, content, 'rejected', now)
    if (content.moderated_at === null) return
    const title = await freeTitle(db, companyId, id)
    const back = { removed_at: null, moderated_at: null, title, title_key: titleKey(title) }
    await refusingTakenTitle(() => db.updateTable('contents.content').set(back).where('id', '=', id).execute())
    await letPass(db, content, now)
  },
  async approve(connection, companyId, id, { now }) {
    const db = contentsTables(connection)
    const content = await lock(db, companyId, id)
    return content ? approve(db, content, 'waiting', now) : approveChange(db, companyId, id, now)
  },
  /** What waits goes back to its author with the reason; what readers see already is removed. */
  async reject(connection, companyId, id, measure) {
    const db = contentsTables(connection)
    const content = await lock(db, companyId, id)
    if (!content) return refuseChange(db, companyId, id, measure)
    if (content.removed_at !== null) return
    if (content.review_state !== 'waiting') return takeDown(db, companyId, id, measure.now)
    await db
      .updateTable('contents.content')
      .set({ review_state: 'rejected', review_reason: measure.reason })
      .where('id', '=', id)
      .execute()
  },
})
