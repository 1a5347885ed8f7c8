/** Pages for tests and demo data. */
import { v7 as uuid } from 'uuid'
import { everybody } from '#modules/platform/identity/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { emptyDocument, type PageDocument, type PageSection } from '../contract/document.ts'
import type { PageState } from '../contract/managing.ts'
import type { PageKind } from '../contract/shown.ts'
import { pagesTables } from './db.ts'
import { newModule } from './templates.ts'

export { newModule } from './templates.ts'

export interface PageInput {
  readonly id?: string
  readonly companyId: string
  readonly kind?: PageKind
  readonly nameCn?: string
  readonly nameEn?: string
  readonly parentId?: string | null
  readonly organizationId?: string | null
  readonly audiences?: readonly string[]
  readonly state?: PageState
  readonly document?: PageDocument
  readonly authorId?: string | null
  readonly position?: number
  readonly now: number
}

export const documentOf = (
  sections: readonly PageSection[],
  theme: Partial<PageDocument['theme']> = {},
): PageDocument => ({
  theme: { ...emptyDocument.theme, ...theme },
  sections: [...sections],
})

const helloDocument = documentOf([
  {
    id: 'one',
    columns: 'one',
    modules: [newModule('hello', 'rich-text', { settings: { html: { cn: '<p>欢迎</p>', en: '<p>Welcome</p>' } } })],
  },
])

/** A page; a published one has its first version. */
export async function buildPage(connection: Connection, input: PageInput): Promise<string> {
  const db = pagesTables(connection)
  const { id = uuid(), companyId, kind = 'home', state = 'published', document = helloDocument, now } = input
  const isPublished = state === 'published' || state === 'hidden'
  const text = JSON.stringify(document)
  await db
    .insertInto('pages.page')
    .values({
      ...{ id, company_id: companyId, kind, state, document: text, parent_id: input.parentId ?? null },
      ...{ name_cn: input.nameCn ?? '首页', name_en: input.nameEn ?? 'Home' },
      ...{ organization_id: input.organizationId ?? null, audiences: [...(input.audiences ?? [everybody])] },
      ...{ version: isPublished ? 1 : 0, has_changes: !isPublished, position: input.position ?? 0 },
      ...{ updated_at: now, updated_by: input.authorId ?? null },
    })
    .execute()
  if (isPublished)
    await db
      .insertInto('pages.version')
      .values({
        ...{ page_id: id, number: 1, company_id: companyId, document: text, note: '' },
        ...{ published_at: now, published_by: input.authorId ?? null },
      })
      .execute()
  return id
}
