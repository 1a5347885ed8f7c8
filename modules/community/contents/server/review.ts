/** Reviews by the company's rule, and what moderators decide about contents. */
import { sql } from 'kysely'
import { moderated, openReview } from '#modules/content/moderation/server.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { contentBusinessType } from '../contract/shapes.ts'
import { type ContentsDb, contentsTables } from './db.ts'
import { appear, scheduleAt } from './scheduling.ts'
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

async function lock(connection: Connection, companyId: string, id: string) {
  return contentsTables(connection)
    .selectFrom('contents.content')
    .select(['id', 'state', 'review_state', 'publish_at', 'published_at', 'removed_at', 'moderated_at'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
}

/** Takes a content from everybody; only moderators bring it back. */
async function takeDown(connection: Connection, companyId: string, id: string, now: number): Promise<void> {
  const content = await lock(connection, companyId, id)
  if (!content || content.removed_at !== null) return
  const gone = { removed_at: now, moderated_at: now, pinned_at: null, highlighted_at: null }
  await contentsTables(connection)
    .updateTable('contents.content')
    .set({ ...gone, review_state: 'none' })
    .where('id', '=', id)
    .execute()
}

interface Waiting {
  readonly state: string
  readonly publish_at: number | null
}

/** What a moderator lets pass appears at once, at its time, or when it is activated. */
async function letPass(db: ContentsDb, id: string, { state, publish_at }: Waiting, now: number): Promise<void> {
  const passed = { review_state: 'none', review_reason: null }
  await db.updateTable('contents.content').set(passed).where('id', '=', id).execute()
  if (publish_at !== null && publish_at > now) return scheduleAt(db, id, publish_at)
  await db.updateTable('contents.content').set({ publish_at: null }).where('id', '=', id).execute()
  if (state === 'active') await appear(db, id, now)
}

export const moderatedContent = moderated({
  businessType: contentBusinessType,
  label: { cn: '社区内容', en: 'Community content' },
  async describe(connection, companyId, ids) {
    const { rows } = await sql<Row>`select c.id, c.title, c.excerpt, c.plain_text as text, c.published_by as author,
        array(select a.member_id from contents.coauthor a where a.content_id = c.id order by a.sort) as coauthors,
        c.organization_id as organization, c.review_state, c.removed_at
      from contents.content c where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[])`.execute(
      contentsTables(connection),
    )
    return rows.map(({ id, title, excerpt, text, author, coauthors, organization, review_state, removed_at }) => {
      const state = review_state === 'waiting' ? ('waiting' as const) : ('shown' as const)
      return {
        ...{ id, title, excerpt, text, authorId: author, coAuthorIds: coauthors, organizationId: organization },
        link: `/share-content-detail/${id}`,
        state: removed_at === null ? state : ('removed' as const),
      }
    })
  },
  async visible(connection, caller, ids) {
    const { rows } = await sql<{ id: string }>`select c.id from contents.content c
      where c.id = any(${[...ids]}::uuid[]) and c.is_listed and ${visibleContentSql(caller, 'c')}`.execute(
      contentsTables(connection),
    )
    return rows.map(({ id }) => id)
  },
  remove: (connection, companyId, id, { now }) => takeDown(connection, companyId, id, now),
  /** What was removed before readers saw it, or sent back to its author, appears now. */
  async restore(connection, companyId, id, { now }) {
    const db = contentsTables(connection)
    const content = await lock(db, companyId, id)
    if (content?.removed_at === null && content.review_state === 'rejected') return letPass(db, id, content, now)
    if (!content || content.moderated_at === null) return
    const title = await freeTitle(db, companyId, id)
    const back = { removed_at: null, moderated_at: null, title, title_key: titleKey(title) }
    await refusingTakenTitle(() => db.updateTable('contents.content').set(back).where('id', '=', id).execute())
    await letPass(db, id, content, now)
  },
  async approve(connection, companyId, id, { now }) {
    const db = contentsTables(connection)
    const content = await lock(db, companyId, id)
    if (!content || content.removed_at !== null || content.review_state !== 'waiting') return
    await letPass(db, id, content, now)
  },
  /** What waits goes back to its author with the reason; what readers see already is removed. */
  async reject(connection, companyId, id, measure) {
    const content = await lock(connection, companyId, id)
    if (!content || content.removed_at !== null) return
    if (content.review_state !== 'waiting') return takeDown(connection, companyId, id, measure.now)
    await contentsTables(connection)
      .updateTable('contents.content')
      .set({ review_state: 'rejected', review_reason: measure.reason })
      .where('id', '=', id)
      .execute()
  },
})
