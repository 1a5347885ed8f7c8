/** Managing the contents of an account: closing, pinning, highlighting, removing. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountsOfCaller, isSharedIntoCircles } from '#modules/community/community/server.ts'
import { isFollowedByAnyone, removeFollowsOf } from '#modules/community/following/server.ts'
import { assertNotMuted, closeCases, reopenCase } from '#modules/content/moderation/server.ts'
import { countsOf, setTopics } from '#modules/content/topics/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { recycle, recycleKind } from '#modules/platform/operations/server.ts'
import { type PageOf, sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { lockNames } from '#server/db/transaction.ts'
import {
  CONTENT_CLOSED,
  CONTENT_DISCUSSED,
  CONTENT_FOLLOWED,
  CONTENT_HIGHLIGHTED,
  CONTENT_PINNED,
  CONTENT_SHARED,
  TOO_MANY_PINS,
} from '../contract/codes.ts'
import { contentBusinessType, type ManagedContent, PINS_MAX, type ReviewState } from '../contract/shapes.ts'
import type { contents } from '../contract.ts'
import { type CardRow, cardColumns, toCards } from './cards.ts'
import { changesOf, returnChange } from './changes.ts'
import { type ContentsDb, contentsTables } from './db.ts'
import { contentRemoved } from './messages.ts'
import { getReadable } from './reading.ts'
import { appear, scheduleAt } from './scheduling.ts'
import { freeTitle, refusingTakenTitle, titleKey } from './titles.ts'

const recycledContent = 'content'

const hasChangeSql = (state: 'waiting' | 'returned') => sql`exists (select from contents.change waits
  where waits.content_id = c.id and waits.state = ${state})`

const states = {
  active: sql`c.state = 'active' and c.published_at is not null`,
  review: sql`(c.review_state = 'waiting' or ${hasChangeSql('waiting')})`,
  rejected: sql`(c.review_state = 'rejected' or ${hasChangeSql('returned')})`,
  scheduled: sql`c.publish_at is not null`,
  closed: sql`c.state = 'closed'`,
}

/** The contents of an account for its members, the last changed first. */
export async function managedContents(
  db: ContentsDb,
  caller: Caller,
  query: Input<typeof contents.managed>['query'],
): Promise<PageOf<ManagedContent>> {
  const own = await accountsOfCaller(db, caller)
  if (!own.some(({ id }) => id === query.id)) throw refuse(NO_PERMISSION)
  const matching = sql`from contents.content c where c.account_id = ${query.id} and c.removed_at is null
    and ${query.state === undefined ? sql`true` : states[query.state]}
    and ${query.type === undefined ? sql`true` : sql`c.type = ${query.type}`}
    and ${containsWordsSql(sql.ref('c.title'), query.search)}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<
      CardRow & { review_state: string; publish_at: number | null; updated_at: number; revision: number }
    >`select ${cardColumns(caller)}, c.review_state, c.publish_at, c.updated_at, c.revision ${matching}
      order by c.updated_at desc, c.id desc ${window}`,
  })
  const cards = await toCards(db, caller, rows)
  const changes = await changesOf(
    db,
    rows.map(({ id }) => id),
  )
  const items = rows.flatMap((row, at) => {
    const card = cards[at]
    if (!card) return []
    const { publish_at: publishAt, updated_at: updatedAt, revision } = row
    const reviewState = row.review_state as ReviewState
    return [{ ...card, reviewState, change: changes.get(row.id) ?? null, publishAt, updatedAt, revision }]
  })
  return { items, recordCount }
}

/**
 * Locks a content for what its author or an administrator of the account does with it. Others get 10138 where they may read it;
 * what they do not see is not there.
 */
async function lockManaged(db: ContentsDb, caller: Caller, id: string, by: 'author' | 'administrator') {
  const content = await db
    .selectFrom('contents.content')
    .select([
      ...(['id', 'company_id', 'account_id', 'title', 'state', 'published_by', 'pinned_at', 'highlighted_at'] as const),
      ...(['published_at', 'publish_at', 'share_count', 'review_state'] as const),
    ])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!content) throw refuse(NOT_FOUND)
  const account = (await accountsOfCaller(db, caller)).find((own) => own.id === content.account_id)
  if (!account) {
    await getReadable(db, caller, id)
    throw refuse(NO_PERMISSION)
  }
  const isAuthor = by === 'author' && content.published_by === caller.memberId
  if (account.frozen || (account.memberType === 2 && !isAuthor)) throw refuse(NO_PERMISSION)
  return { ...content, accountName: account.name }
}

export async function closeContent(db: ContentsDb, caller: Caller, id: string): Promise<void> {
  const content = await lockManaged(db, caller, id, 'author')
  if (content.pinned_at !== null) throw refuse(CONTENT_PINNED)
  await db.updateTable('contents.content').set({ state: 'closed' }).where('id', '=', id).execute()
}

/** Shows it again. What was closed before its time had come appears now. */
export async function activateContent(db: ContentsDb, caller: Caller, id: string, now: number): Promise<void> {
  const content = await lockManaged(db, caller, id, 'author')
  if (content.state === 'active') return
  const waits = content.publish_at !== null || content.review_state !== 'none'
  const appears = content.published_at === null && !waits
  if (appears) await assertNotMuted(db, caller, now)
  await db.updateTable('contents.content').set({ state: 'active' }).where('id', '=', id).execute()
  if (appears) await appear(db, id, now)
}

export async function pinContent(
  db: ContentsDb,
  caller: Caller,
  { id, pinned }: { readonly id: string; readonly pinned: boolean },
  now: number,
): Promise<void> {
  const content = await lockManaged(db, caller, id, 'administrator')
  if (pinned && content.state === 'closed') throw refuse(CONTENT_CLOSED)
  if ((content.pinned_at !== null) === pinned) return
  if (pinned) await assertPinFree(db, content.account_id)
  await db
    .updateTable('contents.content')
    .set({ pinned_at: pinned ? now : null })
    .where('id', '=', id)
    .execute()
}

async function assertPinFree(db: ContentsDb, accountId: string): Promise<void> {
  await lockNames(db, `pins ${accountId}`)
  const { rows } = await sql`select id from contents.content
    where account_id = ${accountId} and pinned_at is not null and removed_at is null`.execute(db)
  if (rows.length >= PINS_MAX) throw refuse(TOO_MANY_PINS, { max: PINS_MAX })
}

export async function highlightContent(
  db: ContentsDb,
  caller: Caller,
  { id, highlighted }: { readonly id: string; readonly highlighted: boolean },
  now: number,
): Promise<void> {
  const content = await lockManaged(db, caller, id, 'administrator')
  if (highlighted && content.state === 'closed') throw refuse(CONTENT_CLOSED)
  await db
    .updateTable('contents.content')
    .set({ highlighted_at: highlighted ? (content.highlighted_at ?? now) : null })
    .where('id', '=', id)
    .execute()
}

/** Into the recycle bin; refused while others count on it (COMMUNITY-077 to 080). */
export async function removeContent(db: ContentsDb, caller: Caller, id: string, now: number): Promise<void> {
  const content = await lockManaged(db, caller, id, 'author')
  const { companyId, memberId } = caller
  const ref = { businessType: contentBusinessType, businessId: id }
  if (content.pinned_at !== null) throw refuse(CONTENT_PINNED)
  if (content.highlighted_at !== null) throw refuse(CONTENT_HIGHLIGHTED)
  if (await isFollowedByAnyone(db, companyId, ref)) throw refuse(CONTENT_FOLLOWED)
  if (content.share_count > 0 || (await isSharedIntoCircles(db, companyId, id))) throw refuse(CONTENT_SHARED)
  const counts = (await countsOf(db, companyId, contentBusinessType, [id])).get(id)
  if ((counts?.comments ?? 0) > 0) throw refuse(CONTENT_DISCUSSED)
  await db.updateTable('contents.content').set({ removed_at: now }).where('id', '=', id).execute()
  await closeCases(db, { companyId, ...ref }, 'withdrawn', now)
  await returnChange(db, { companyId, contentId: id, reason: null }, now)
  await recycle(db, { companyId, kind: recycledContent, itemId: id, name: content.title, deletedBy: memberId, now })
  if (content.published_by === null || content.published_by === memberId) return
  const variables = { title: content.title, account: content.accountName }
  const recipients = [content.published_by]
  await notify(db, { companyId, type: contentRemoved.code, recipients, variables, actorId: memberId, now })
}

/** Contents in the recycle bin. */
export const contentRecycling = recycleKind({
  kind: recycledContent,
  label: { cn: '社区内容', en: 'Community content' },
  /** It waits for its time and for its review again, where it did before. */
  async restore(connection, { companyId, itemId, now }) {
    const db = contentsTables(connection)
    const title = await freeTitle(db, companyId, itemId)
    const content = await refusingTakenTitle(() =>
      db
        .updateTable('contents.content')
        .set({ removed_at: null, title, title_key: titleKey(title) })
        .where('id', '=', itemId)
        .where('company_id', '=', companyId)
        .returning('publish_at')
        .executeTakeFirst(),
    )
    if (!content) return
    await reopenCase(db, { companyId, businessType: contentBusinessType, businessId: itemId }, now)
    if (content.publish_at !== null) await scheduleAt(db, itemId, content.publish_at)
  },
  async purge(connection, { companyId, itemId }) {
    const db = contentsTables(connection)
    await setTopics(db, { companyId, businessType: contentBusinessType, businessId: itemId, topicIds: [] })
    await removeFollowsOf(db, companyId, contentBusinessType, [itemId])
    await db
      .deleteFrom('contents.content')
      .where('id', '=', itemId)
      .where('company_id', '=', companyId)
      .where('removed_at', 'is not', null)
      .execute()
  },
})
