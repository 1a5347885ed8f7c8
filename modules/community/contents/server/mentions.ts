/** Colleagues named in an article learn of it, once it is there for them to read. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { accountCardsOf } from '#modules/community/community/server.ts'
import { memberIdsMentioned } from '#modules/content/catalog/server.ts'
import { callerOfMember } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { type ContentsDb, contentsTables } from './db.ts'
import { mentioned } from './messages.ts'
import { linkOf } from './paths.ts'
import { listedSql } from './visible.ts'

interface Naming {
  readonly id: string
  /** What readers see from now on. */
  readonly html: string
  /** What they have seen until now: whoever it names already has heard. */
  readonly htmlBefore?: string
}

/** A job notifies those that the article begins to name, for each of them has to see it. */
export async function tellMentioned(db: ContentsDb, { id, html, htmlBefore = '' }: Naming): Promise<void> {
  const known = new Set(memberIdsMentioned(htmlBefore))
  const memberIds = memberIdsMentioned(html).filter((memberId) => !known.has(memberId))
  if (memberIds.length > 0) await enqueue(db, tellMentionedJob, { id, memberIds })
}

interface Named {
  readonly companyId: string
  readonly accountId: string
  readonly authorId: string | null
  readonly title: string
  readonly html: string
}

/** Notifies nobody who does not find the article, or is no longer named in it; its authors know what it says. */
export const tellMentionedJob = job({
  name: 'contents.tell-mentioned',
  payload: Type.Object({ id: Id, memberIds: Type.Array(Id) }),
  async run(connection, { id, memberIds }, { now }) {
    const db = contentsTables(connection)
    const { rows } = await sql<Named>`select c.company_id as "companyId", c.account_id as "accountId",
      c.published_by as "authorId", c.title, c.html from contents.content c where c.id = ${id} and c.is_listed`.execute(
      db,
    )
    const [content] = rows
    if (!content) return
    const { companyId, accountId, authorId, title } = content
    const { rows: authors } = await sql<{ id: string }>`select member_id as id from contents.coauthor
      where content_id = ${id}`.execute(db)
    const unasked = new Set([authorId, ...authors.map((one) => one.id)])
    const named = new Set(memberIdsMentioned(content.html))
    const recipients: string[] = []
    for (const memberId of memberIds.filter((one) => named.has(one) && !unasked.has(one))) {
      const reader = await callerOfMember(db, memberId)
      if (reader?.companyId !== companyId) continue
      const found = await sql`select from contents.content c where c.id = ${id} and ${listedSql(reader, 'c')}`.execute(
        db,
      )
      if (found.rows.length > 0) recipients.push(memberId)
    }
    if (recipients.length === 0) return
    const account = (await accountCardsOf(db, companyId, [accountId])).get(accountId)
    const variables = { title, account: account?.name ?? '' }
    const collapseKey = `${mentioned.code}:${id}`
    await notify(db, { companyId, type: mentioned.code, recipients, variables, link: linkOf(id), collapseKey, now })
  },
})
