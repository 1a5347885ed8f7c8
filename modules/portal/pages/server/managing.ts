/** Pages as their designers list, begin, copy, rename and order them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertAudiences, organizationNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { PAGE_INVALID, PAGES_FULL } from '../contract/codes.ts'
import type { PageDocument } from '../contract/document.ts'
import { pagesMax } from '../contract/managing.ts'
import type { PageKind } from '../contract/shown.ts'
import type { pages } from '../contract.ts'
import type { PagesDb } from './db.ts'
import { assertMayManage, managedSql } from './page.policy.ts'
import { changeRecord, managedRecord, named, type PageRecord, recordColumns } from './page-records.ts'
import { problemsOf } from './problems.ts'
import { templateDocument } from './templates.ts'

const pageDepthMax = 5

export async function listPages(
  db: PagesDb,
  query: Input<typeof pages.listPages>['query'],
  { caller, language }: Context,
) {
  const ofKind = query.kind === undefined ? sql`true` : sql`p.kind = ${query.kind}`
  const ofState = query.state === undefined ? sql`p.state <> 'archived'` : sql`p.state = ${query.state}`
  const matching = sql`from pages.page p where p.company_id = ${caller.companyId} and ${managedSql(caller)}
    and ${ofKind} and ${ofState} and ${containsWordsSql(sql`(p.name_cn || ' ' || p.name_en)`, query.search)}`
  const found = await sqlPage<Omit<PageRecord, 'document'>>(db, query, {
    matching,
    rows: (window) => sql`select ${recordColumns} ${matching} order by p.updated_at desc, p.id desc ${window}`,
  })
  return { items: await named(db, caller.companyId, found.items, language), recordCount: found.recordCount }
}

export async function getPage(db: PagesDb, id: string, context: Context) {
  const { document, ...record } = await managedRecord(db, context.caller, id)
  const [page] = await named(db, context.caller.companyId, [record], context.language)
  if (!page) throw refuse(NOT_FOUND)
  return { ...page, document, problems: await problemsOf(db, document, context) }
}

interface Place {
  readonly parentId: string | null
  readonly organizationId: string | null
  readonly audiences: readonly string[]
}

/** Whether the page may stand there; `id` is that of a page that exists already. */
async function assertPlace(db: PagesDb, place: Place, kind: PageKind, { caller }: Context, id?: string): Promise<void> {
  const { companyId } = caller
  const { parentId, organizationId, audiences } = place
  await assertMayManage(db, caller, organizationId)
  if (kind === 'branch' && organizationId === null) {
    const field = { path: 'organizationId', rule: 'required', message: 'a branch belongs to an organization' }
    throw refuse(INVALID_INPUT, { fields: [field] })
  }
  if (organizationId !== null) {
    const known = await organizationNames(db, companyId, [organizationId])
    if (known.size === 0) throw refuse(NOT_FOUND)
  }
  await assertAudiences(db, companyId, audiences)
  if (parentId === null) return
  const { rows } = await sql<{ id: string }>`with recursive above as (
      select p.id, p.parent_id from pages.page p
        where p.id = ${parentId} and p.company_id = ${companyId} and p.state <> 'archived'
      union select p.id, p.parent_id from pages.page p join above a on p.id = a.parent_id)
    select id from above`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  const isBelowItself = rows.some((row) => row.id === id)
  if (isBelowItself || rows.length >= pageDepthMax) {
    const problem = { kind: 'column', moduleId: null, field: 'parentId' } as const
    throw refuse(PAGE_INVALID, { problems: [problem] })
  }
}

interface NewPage extends Place {
  readonly kind: PageKind
  readonly nameCn: string
  readonly nameEn: string
  readonly document: PageDocument
}

async function insertPage(db: PagesDb, input: NewPage, { caller, now, audit }: Context) {
  const { companyId, memberId } = caller
  await assertClean(db, companyId, { nameCn: input.nameCn, nameEn: input.nameEn })
  const { rows } = await sql<{ count: number; last: number }>`select count(*)::int as count,
      coalesce(max(position), 0)::int as last from pages.page where company_id = ${companyId}`.execute(db)
  const { count = 0, last = 0 } = rows[0] ?? {}
  if (count >= pagesMax) throw refuse(PAGES_FULL, { max: pagesMax })
  const id = uuid()
  const { kind, nameCn, nameEn, parentId, organizationId, audiences, document } = input
  await db
    .insertInto('pages.page')
    .values({
      ...{ id, company_id: companyId, kind, name_cn: nameCn, name_en: nameEn, parent_id: parentId },
      ...{ organization_id: organizationId, audiences: [...audiences], state: 'draft' },
      ...{ document: JSON.stringify(document), position: last + 1, updated_at: now, updated_by: memberId },
    })
    .execute()
  audit({ type: 'page', id, name: nameCn, after: { kind, nameCn, nameEn, organizationId, audiences } })
  return { id, revision: 0 }
}

export async function createPage(db: PagesDb, body: Input<typeof pages.createPage>['body'], context: Context) {
  const { template, ...input } = body
  await assertPlace(db, input, input.kind, context)
  return insertPage(db, { ...input, document: templateDocument(template) }, context)
}

export async function copyPage(db: PagesDb, id: string, body: Input<typeof pages.copyPage>['body'], context: Context) {
  const { kind, parentId, organizationId, audiences, document } = await managedRecord(db, context.caller, id)
  return insertPage(db, { ...body, kind, parentId, organizationId, audiences, document }, context)
}

const factsOf = ({ nameCn, nameEn, parentId, organizationId, audiences }: Omit<NewPage, 'kind' | 'document'>) => ({
  ...{ nameCn, nameEn, parentId, organizationId, audiences },
})

export async function changePage(
  db: PagesDb,
  id: string,
  { revision, ...input }: Input<typeof pages.changePage>['body'],
  context: Context,
) {
  const { caller, now, audit } = context
  const record = await managedRecord(db, caller, id, { lock: true, revision })
  await assertPlace(db, input, record.kind, context, id)
  await assertClean(db, caller.companyId, { nameCn: input.nameCn, nameEn: input.nameEn })
  audit({ type: 'page', id, name: input.nameCn, before: factsOf(record), after: factsOf(input) })
  const change = {
    ...{ name_cn: input.nameCn, name_en: input.nameEn, parent_id: input.parentId },
    ...{ organization_id: input.organizationId, audiences: [...input.audiences] },
  }
  return changeRecord(db, record, change, { by: caller.memberId, now })
}

/** The places of these pages are given to them in the order of the list. */
export async function orderPages(db: PagesDb, ids: readonly string[], { caller, audit }: Context) {
  const { rows } = await sql<{ id: string; position: number }>`select id, position from pages.page
    where company_id = ${caller.companyId} and id = any(${[...ids]}::uuid[]) order by position, id for no key update`.execute(
    db,
  )
  if (rows.length !== ids.length) throw refuse(NOT_FOUND)
  const sorted = rows.map(({ position }) => position)
  const given = ids.map((id, at) => ({ id, position: sorted[at] ?? at }))
  await sql`update pages.page p set position = one.position
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as one(id uuid, position int) where p.id = one.id`.execute(
    db,
  )
  audit({ type: 'page', after: { ids } })
  return {}
}
