/** When a content appears: its followers hear of it, and readers find it from then on. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { accountCardsOf, accountNotice } from '#modules/community/community/server.ts'
import { mutedMembers } from '#modules/content/moderation/server.ts'
import { setAppeared } from '#modules/content/topics/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { contentBusinessType } from '../contract/shapes.ts'
import { type ContentsDb, contentsTables } from './db.ts'
import { tellMentioned } from './mentions.ts'
import { coauthorNamed, notPublished } from './messages.ts'
import { linkOf } from './paths.ts'

/** Shows a content to its readers. One that they see already only changes. */
export async function appear(db: ContentsDb, id: string, now: number): Promise<void> {
  const content = await db
    .updateTable('contents.content')
    .set({ published_at: now, publish_at: null, review_state: 'none', hot_score: freshScore })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .where('removed_at', 'is', null)
    .returning(['id', 'company_id', 'account_id', 'title', 'published_by', 'type', 'html'])
    .executeTakeFirst()
  if (!content) return
  const { company_id: companyId, account_id: accountId, title } = content
  const news = { companyId, accountId, title, link: linkOf(id), businessType: contentBusinessType, businessId: id }
  await setAppeared(db, contentBusinessType, [{ companyId, businessId: id, appearedAt: now }])
  await accountNotice(db, news, now)
  if (content.type === 1) await tellMentioned(db, content)
  const { rows } = await sql<{ id: string }>`select member_id as id from contents.coauthor
    where content_id = ${id}`.execute(db)
  await tellCoauthors(
    db,
    content,
    rows.map((row) => row.id),
    now,
  )
}

/** These members learn that they are named as co-authors; the author knows. */
export async function tellCoauthors(
  db: ContentsDb,
  { id, company_id: companyId, account_id: accountId, title, published_by: authorId }: Appearing,
  coauthorIds: readonly string[],
  now: number,
): Promise<void> {
  const recipients = coauthorIds.filter((memberId) => memberId !== authorId)
  if (recipients.length === 0) return
  const account = (await accountCardsOf(db, companyId, [accountId])).get(accountId)
  const variables = { title, account: account?.name ?? '' }
  await notify(db, { companyId, type: coauthorNamed.code, recipients, variables, link: linkOf(id), now })
}

/** What is new stands among the hot ones at first: as much as a few likes in the first hours. */
const freshScore = sql<number>`0.5`

export async function scheduleAt(db: ContentsDb, id: string, publishAt: number): Promise<void> {
  await enqueue(db, publishDue, { id }, { key: `contents.publish ${id}`, runAt: publishAt })
}

interface Appearing {
  readonly id: string
  readonly company_id: string
  readonly account_id: string
  readonly published_by: string | null
  readonly title: string
}

/** Shows a content to its readers, whose time has come. Of a frozen account it is closed, and who wrote it learns of that. */
export async function appearUnlessFrozen(db: ContentsDb, content: Appearing, now: number): Promise<void> {
  const { id, company_id: companyId, account_id: accountId, published_by: authorId, title } = content
  const account = (await accountCardsOf(db, companyId, [accountId])).get(accountId)
  if (account && !account.frozen) return appear(db, id, now)
  await db.updateTable('contents.content').set({ publish_at: null, state: 'closed' }).where('id', '=', id).execute()
  if (authorId === null) return
  const variables = { title, account: account?.name ?? '' }
  await notify(db, { companyId, type: notPublished.code, recipients: [authorId], variables, link: linkOf(id), now })
}

async function postpone(db: ContentsDb, id: string, until: number): Promise<void> {
  await db.updateTable('contents.content').set({ publish_at: until }).where('id', '=', id).execute()
  await scheduleAt(db, id, until)
}

/**
 * Publishes a content at its time. One that was changed to another time waits for that, one of a muted author for the end of the
 * mute, and one in review for the decision. A removed one stays removed. If the account is frozen by then, the content is closed
 * and its author is notified.
 */
export const publishDue = job({
  name: 'contents.publish-due',
  payload: Type.Object({ id: Id }),
  async run(connection, { id }, { now }) {
    const db = contentsTables(connection)
    const content = await db
      .selectFrom('contents.content')
      .select(['id', 'company_id', 'account_id', 'publish_at', 'review_state', 'state', 'title', 'published_by'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .where('published_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!content || content.publish_at === null || content.review_state !== 'none') return
    if (content.publish_at > now) return scheduleAt(db, id, content.publish_at)
    const { company_id: companyId, published_by: authorId } = content
    const [silentUntil] = (await mutedMembers(db, companyId, authorId === null ? [] : [authorId], now)).values()
    if (silentUntil !== undefined) return postpone(db, id, silentUntil)
    if (content.state === 'active') return appearUnlessFrozen(db, content, now)
    // Its time has passed: it appears when it is activated.
    await db.updateTable('contents.content').set({ publish_at: null }).where('id', '=', id).execute()
  },
})
