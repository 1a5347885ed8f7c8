/** Directories, articles and feedback for tests and demo data. */
import { v7 as uuid } from 'uuid'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { everybody } from '#modules/platform/identity/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import type { FeedbackCategory, FeedbackState } from '../contract/feedback.ts'
import { helpTables } from './db.ts'

interface DirectoryInput {
  readonly companyId: string
  readonly nameCn: string
  readonly nameEn?: string
  readonly id?: string
  readonly parentId?: string | null
  readonly position?: number
}

export async function buildDirectory(connection: Connection, input: DirectoryInput): Promise<string> {
  const { id = uuid(), companyId, nameCn, nameEn = '', parentId = null, position = 0 } = input
  await helpTables(connection)
    .insertInto('help.directory')
    .values({ id, company_id: companyId, parent_id: parentId, name_cn: nameCn, name_en: nameEn, position })
    .execute()
  return id
}

interface ArticleInput {
  readonly companyId: string
  readonly directoryId: string
  readonly authorId: string
  readonly now: number
  readonly id?: string
  readonly titleCn?: string
  readonly titleEn?: string
  readonly contentCn?: string
  readonly contentEn?: string
  readonly audiences?: readonly string[]
  readonly paths?: readonly string[]
  readonly position?: number
  readonly isDraft?: boolean
}

export async function buildArticles(connection: Connection, inputs: readonly ArticleInput[]): Promise<string[]> {
  const rows = inputs.map((input, index) => {
    const contentCn = cleanRichText(input.contentCn ?? '<p>先打开首页，再点“学习”。</p>')
    const contentEn = cleanRichText(input.contentEn ?? '')
    return {
      ...{ id: input.id ?? uuid(), company_id: input.companyId, directory_id: input.directoryId },
      ...{ title_cn: input.titleCn ?? `帮助${index + 1}`, title_en: input.titleEn ?? '' },
      ...{ content_cn: contentCn, content_en: contentEn },
      ...{ plain_cn: plainText(contentCn), plain_en: plainText(contentEn) },
      ...{ audiences: [...(input.audiences ?? [everybody])], paths: [...(input.paths ?? [])] },
      ...{ is_published: !input.isDraft, position: input.position ?? index },
      ...{ author_id: input.authorId, updated_at: input.now },
    }
  })
  await helpTables(connection).insertInto('help.article').values(rows).execute()
  return rows.map(({ id }) => id)
}

interface FeedbackInput {
  readonly companyId: string
  readonly senderId: string
  readonly now: number
  readonly id?: string
  readonly category?: FeedbackCategory
  readonly content?: string
  readonly state?: FeedbackState
  readonly answer?: { readonly authorId: string; readonly content: string; readonly at: number }
}

export async function buildFeedback(connection: Connection, input: FeedbackInput): Promise<string> {
  const { id = uuid(), companyId, senderId, now, answer } = input
  const db = helpTables(connection)
  await db
    .insertInto('help.feedback')
    .values({
      ...{ id, company_id: companyId, sender_id: senderId, category: input.category ?? 'problem' },
      ...{ content: input.content ?? '视频打不开', browser: 'Firefox', picture_ids: [], state: input.state ?? 'new' },
      ...{ message_count: answer ? 1 : 0, created_at: now, first_answer_at: answer?.at ?? null },
      updated_at: answer?.at ?? now,
    })
    .execute()
  if (answer)
    await db
      .insertInto('help.message')
      .values({
        ...{ id: uuid(), feedback_id: id, company_id: companyId, author_id: answer.authorId, is_answer: true },
        ...{ content: answer.content, created_at: answer.at },
      })
      .execute()
  return id
}
