/** News for tests and demo data. */
import { v7 as uuid } from 'uuid'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { everybody } from '#modules/platform/identity/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { newsTables } from './db.ts'

export interface NewsInput {
  readonly id?: string
  readonly companyId: string
  readonly authorId: string
  readonly now: number
  readonly title?: string
  readonly summary?: string
  readonly content?: string
  readonly source?: string
  readonly coverFileId?: string | null
  /** Nothing said: the whole company. */
  readonly organizationId?: string
  readonly audiences?: readonly string[]
  readonly isPinned?: boolean
  readonly status?: 'draft' | 'published' | 'withdrawn'
  readonly publishedAt?: number
  readonly expiresAt?: number | null
  readonly readBy?: readonly string[]
}

export async function buildNews(connection: Connection, input: NewsInput): Promise<string> {
  const db = newsTables(connection)
  const { id = uuid(), companyId, authorId, now, status = 'published', readBy = [] } = input
  const content = cleanRichText(input.content ?? '<p>新的一期培训班开班了。</p>')
  await db
    .insertInto('news.article')
    .values({
      ...{ id, company_id: companyId, organization_id: input.organizationId ?? companyId },
      ...{ title: input.title ?? '新一期培训班开班', summary: input.summary ?? '', source: input.source ?? '' },
      ...{ content, plain: plainText(content), cover_file_id: input.coverFileId ?? null },
      ...{ audiences: [...(input.audiences ?? [everybody])], is_pinned: input.isPinned ?? false, status },
      published_at: status === 'draft' ? null : (input.publishedAt ?? now),
      ...{ expires_at: input.expiresAt ?? null, author_id: authorId, updated_at: now },
    })
    .execute()
  if (readBy.length > 0)
    await db
      .insertInto('news.receipt')
      .values(readBy.map((memberId) => ({ article_id: id, member_id: memberId, company_id: companyId, read_at: now })))
      .execute()
  return id
}
