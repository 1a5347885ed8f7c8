/** Notices for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { NoticeStatus } from '../contract.ts'
import { noticesTables } from './db.ts'

export interface NoticeInput {
  readonly id?: string
  readonly companyId: string
  readonly authorId: string
  readonly now: number
  readonly title?: string
  readonly content?: string
  /** Nothing said: the whole company. */
  readonly organizationIds?: readonly string[]
  readonly isPinned?: boolean
  readonly expiresAt?: number | null
  readonly status?: NoticeStatus
  readonly readBy?: readonly string[]
}

export async function buildNotice(connection: Connection, input: NoticeInput): Promise<string> {
  const db = noticesTables(connection)
  const { id = uuid(), companyId, authorId, now, status = 'published', readBy = [] } = input
  await db
    .insertInto('notices.notice')
    .values({
      id,
      company_id: companyId,
      title: input.title ?? '放假安排',
      content: input.content ?? '10 月 1 日至 7 日放假。',
      organization_ids: [...(input.organizationIds ?? [])],
      is_pinned: input.isPinned ?? false,
      expires_at: input.expiresAt ?? null,
      status,
      author_id: authorId,
      published_at: status === 'draft' ? null : now,
      updated_at: now,
    })
    .execute()
  if (readBy.length > 0)
    await db
      .insertInto('notices.receipt')
      .values(readBy.map((memberId) => ({ notice_id: id, member_id: memberId, company_id: companyId, read_at: now })))
      .execute()
  return id
}
