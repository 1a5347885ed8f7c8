/** Rows of pages as their designers change them. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds, namedAudiences, organizationNames } from '#modules/platform/identity/server.ts'
import { PAGE_CHANGED } from '../contract/codes.ts'
import type { PageDocument } from '../contract/document.ts'
import type { ManagedPage, PageState } from '../contract/managing.ts'
import type { PageKind } from '../contract/shown.ts'
import type { PagesDb } from './db.ts'
import { assertMayManage } from './page.policy.ts'

export interface PageRecord {
  readonly id: string
  readonly companyId: string
  readonly kind: PageKind
  readonly parentId: string | null
  readonly organizationId: string | null
  readonly audiences: readonly string[]
  readonly nameCn: string
  readonly nameEn: string
  readonly state: PageState
  readonly revision: number
  readonly version: number
  readonly hasChanges: boolean
  readonly publishAt: number | null
  readonly updatedAt: number
  readonly updatedBy: string | null
  readonly document: PageDocument
}

/** All of `pages.page p` but the document. */
export const recordColumns = sql`p.id, p.company_id as "companyId", p.kind, p.parent_id as "parentId",
  p.organization_id as "organizationId", p.audiences, p.name_cn as "nameCn", p.name_en as "nameEn", p.state, p.revision,
  p.version, p.has_changes as "hasChanges", p.publish_at as "publishAt", p.updated_at as "updatedAt",
  p.updated_by as "updatedBy"`

/** A page that the caller may change. `lock`: nobody else changes it until the transaction ends. */
export async function managedRecord(
  db: PagesDb,
  caller: Caller,
  id: string,
  { lock = false, revision }: { readonly lock?: boolean; readonly revision?: number } = {},
): Promise<PageRecord> {
  const { rows } = await sql<PageRecord>`select ${recordColumns}, p.document from pages.page p
    where p.id = ${id} and p.company_id = ${caller.companyId} ${lock ? sql`for no key update` : sql``}`.execute(db)
  const [record] = rows
  if (!record) throw refuse(NOT_FOUND)
  await assertMayManage(db, caller, record.organizationId)
  if (revision !== undefined && record.revision !== revision) throw refuse(PAGE_CHANGED, { revision: record.revision })
  return record
}

export interface PageChange {
  readonly name_cn?: string
  readonly name_en?: string
  readonly parent_id?: string | null
  readonly organization_id?: string | null
  readonly audiences?: string[]
  readonly state?: PageState
  readonly document?: string
  readonly version?: number
  readonly has_changes?: boolean
  readonly publish_at?: number | null
  readonly publish_by?: string | null
  readonly publish_note?: string
}

/** Stores a change of a locked page; answers the revision to make the next one on. */
export async function changeRecord(
  db: PagesDb,
  record: Pick<PageRecord, 'id' | 'revision'>,
  change: PageChange,
  { by, now }: { readonly by: string | null; readonly now: number },
): Promise<{ revision: number }> {
  const revision = record.revision + 1
  await db
    .updateTable('pages.page')
    .set({ ...change, revision, updated_at: now, updated_by: by })
    .where('id', '=', record.id)
    .execute()
  return { revision }
}

/** With the names of what they name, in a few statements for all of them. */
export async function named(
  db: PagesDb,
  companyId: string,
  records: readonly Omit<PageRecord, 'document'>[],
  language: Language,
): Promise<ManagedPage[]> {
  const ids = records.flatMap(({ organizationId }) => organizationId ?? [])
  const organizations = await organizationNames(db, companyId, ids)
  const keys = [...new Set(records.flatMap(({ audiences }) => audiences))]
  const nameOf = await namedAudiences(db, companyId, keys, language)
  const members = await membersByIds(
    db,
    companyId,
    records.flatMap(({ updatedBy }) => updatedBy ?? []),
  )
  return records.map(({ companyId: _, updatedBy, audiences, ...record }) => ({
    ...record,
    organizationName: record.organizationId && (organizations.get(record.organizationId) ?? null),
    audiences: audiences.flatMap((key) => nameOf(key) ?? []),
    updatedByName: (updatedBy && members.get(updatedBy)?.fullName) || null,
  }))
}
