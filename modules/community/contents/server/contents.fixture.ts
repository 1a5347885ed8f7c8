/** Builders for tests and demo data: published contents. */
import { v7 as uuid } from 'uuid'
import { setTopics } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ContentType, contentBusinessType, type Visibility } from '../contract/shapes.ts'
import { contentsTables } from './db.ts'
import { titleKey } from './titles.ts'

export interface ContentInput {
  readonly companyId: string
  readonly accountId: string
  readonly authorId: string
  readonly title?: string
  readonly html?: string
  readonly text?: string
  readonly type?: ContentType
  readonly fileId?: string
  readonly coverFileId?: string
  readonly visibility?: Visibility
  readonly organizationIds?: readonly string[]
  readonly circleIds?: readonly string[]
  readonly state?: 'active' | 'closed'
  /** Null: not published yet. */
  readonly publishedAt?: number | null
  readonly now?: number
}

/** A content with its first version, as publishing makes it, without notifications. */
export async function buildContent(connection: Connection, input: ContentInput): Promise<string> {
  const db = contentsTables(connection)
  const { companyId, accountId, authorId, type = 1, now = Date.now() } = input
  const { title = `内容 ${uuid().slice(-8)}`, text = '正文', html = `<p>${text}</p>`, publishedAt = now } = input
  const id = uuid()
  await db
    .insertInto('contents.content')
    .values({
      ...{ id, company_id: companyId, account_id: accountId, organization_id: companyId, published_by: authorId, type },
      ...{ title, title_key: titleKey(title), html, plain_text: text, excerpt: text.slice(0, 200) },
      cover_file_id: input.coverFileId ?? null,
      file_id: input.fileId ?? (type === 1 ? null : uuid()),
      chapters: '[]',
      visibility: input.visibility ?? 0,
      state: input.state ?? 'active',
      published_at: publishedAt,
      version_count: 1,
      hot_score: 0.5,
      created_at: now,
      updated_at: now,
    })
    .execute()
  for (const organization_id of input.organizationIds ?? [])
    await db
      .insertInto('contents.content_organization')
      .values({ content_id: id, organization_id, company_id: companyId })
      .execute()
  for (const circle_id of input.circleIds ?? [])
    await db
      .insertInto('contents.content_circle')
      .values({ content_id: id, circle_id, company_id: companyId })
      .execute()
  await db
    .insertInto('contents.version')
    .values({
      id: uuid(),
      company_id: companyId,
      content_id: id,
      number: 1,
      title,
      html,
      written_by: authorId,
      written_at: now,
    })
    .execute()
  return id
}

/** A content that is about topics. */
export async function giveTopics(connection: Connection, companyId: string, id: string, topicIds: readonly string[]) {
  const { published_at: appearedAt } = await contentsTables(connection)
    .selectFrom('contents.content')
    .select('published_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await setTopics(connection, { companyId, businessType: contentBusinessType, businessId: id, topicIds, appearedAt })
}
