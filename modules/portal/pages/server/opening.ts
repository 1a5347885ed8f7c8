/**
 * Which pages a caller may open. What a page consists of is the same for all and kept until the company's next edit; whether
 * this caller may open it is asked for each call, so that a right that ends counts at once.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { audiencesOfSql, organizationAndAboveSql } from '#modules/platform/identity/server.ts'
import { kept } from '#server/db/kept.ts'
import type { Context } from '#server/module.ts'
import { BRANCH_GONE, NOT_BRANCH_MEMBER } from '../contract/codes.ts'
import type { PageDocument } from '../contract/document.ts'
import type { HomeConfig } from '../contract/reading.ts'
import type { PageKind } from '../contract/shown.ts'
import type { PagesDb } from './db.ts'
import { fileUrl } from './show-page.ts'
import { inLanguage } from './texts.ts'

/** The readers of a page. */
interface Gate {
  readonly id: string
  readonly kind: PageKind
  readonly state: string
  readonly organizationId: string | null
  readonly audiences: readonly string[]
}

export interface PublishedPage extends Gate {
  readonly nameCn: string
  readonly nameEn: string
  readonly parentId: string | null
  readonly version: number
  readonly document: PageDocument | null
  /** The branches that it lies below: who may not open one of them does not open this page either. */
  readonly branches: readonly Gate[]
}

async function loadPage(db: PagesDb, companyId: string, id: string): Promise<PublishedPage | null> {
  const gate = sql`p.id, p.kind, p.state, p.organization_id as "organizationId", p.audiences`
  const { rows } = await sql<PublishedPage>`with recursive above as (
      select ${gate}, p.parent_id, p.company_id from pages.page p where p.id = (
        select parent_id from pages.page where id = ${id} and company_id = ${companyId})
      union select ${gate}, p.parent_id, p.company_id from pages.page p join above a on p.id = a.parent_id)
    select ${gate}, p.name_cn as "nameCn", p.name_en as "nameEn", p.parent_id as "parentId", p.version, v.document,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'state', a.state,
        'organizationId', a."organizationId", 'audiences', a.audiences)) from above a where a.kind = 'branch'), '[]') as branches
    from pages.page p left join pages.version v on v.page_id = p.id and v.number = p.version
    where p.id = ${id} and p.company_id = ${companyId}`.execute(db)
  return rows[0] ?? null
}

interface Standing {
  readonly audiences: readonly string[]
  readonly organizations: readonly string[]
  /** Branches that are closed for the caller. */
  readonly closed: readonly string[]
}

async function standingOf(db: PagesDb, caller: Caller): Promise<Standing> {
  const { rows } = await sql<Standing>`select ${audiencesOfSql(caller)} as audiences,
    array(select one::text from unnest(array${organizationAndAboveSql(caller.organizationId)}) one) as organizations,
    array(select d.page_id::text from pages.disabled_member d
      where d.company_id = ${caller.companyId} and d.member_id = ${caller.memberId}) as closed`.execute(db)
  return rows[0] ?? { audiences: [], organizations: [], closed: [] }
}

const isFor = ({ id, organizationId, audiences }: Gate, standing: Standing) =>
  (organizationId === null || standing.organizations.includes(organizationId)) &&
  audiences.some((key) => standing.audiences.includes(key)) &&
  !standing.closed.includes(id)

const isOpenFor = (page: PublishedPage, standing: Standing) =>
  isFor(page, standing) && page.branches.every((branch) => branch.state === 'published' && isFor(branch, standing))

type Opened = PublishedPage & { readonly document: PageDocument }

const isPublished = (page: PublishedPage | null): page is Opened =>
  page?.state === 'published' && page.document !== null

const findPage = (db: PagesDb, caller: Caller, id: string) =>
  kept(db, caller, 'pages.page', id, () => loadPage(db, caller.companyId, id))

/** A published page of the kind that the caller may open; others do not exist for the caller. */
export async function openPage(db: PagesDb, caller: Caller, id: string, kind: PageKind): Promise<Opened> {
  const page = await findPage(db, caller, id)
  if (!isPublished(page) || page.kind !== kind) throw refuse(NOT_FOUND)
  if (!isOpenFor(page, await standingOf(db, caller))) throw refuse(NOT_FOUND)
  return page
}

/** SYSTEM-022, SYSTEM-023: says which of both it is. */
export async function openBranch(db: PagesDb, caller: Caller, id: string): Promise<Opened> {
  const page = await findPage(db, caller, id)
  if (!isPublished(page) || page.kind !== 'branch') throw refuse(BRANCH_GONE)
  if (!isOpenFor(page, await standingOf(db, caller))) throw refuse(NOT_BRANCH_MEMBER)
  return page
}

/** A page of whichever kind, refused as its own call refuses it. */
export async function openAny(db: PagesDb, caller: Caller, id: string): Promise<Opened> {
  const page = await findPage(db, caller, id)
  if (page?.kind === 'branch') return openBranch(db, caller, id)
  if (!page) throw refuse(NOT_FOUND)
  return openPage(db, caller, id, page.kind)
}

interface ListedPage extends Omit<PublishedPage, 'document' | 'branches'> {
  readonly logoFileId: string | null
}

/** Published pages that the caller may open: those of nearer organizations first, then in their order. */
async function listOpen(
  db: PagesDb,
  { caller, language }: Context,
  only: ReturnType<typeof sql>,
): Promise<HomeConfig[]> {
  const standing = await standingOf(db, caller)
  const { rows } =
    await sql<ListedPage>`select p.id, p.kind, p.state, p.organization_id as "organizationId", p.audiences,
      p.name_cn as "nameCn", p.name_en as "nameEn", p.parent_id as "parentId", p.version,
      v.document -> 'theme' ->> 'logoFileId' as "logoFileId"
    from pages.page p join pages.version v on v.page_id = p.id and v.number = p.version
    where p.company_id = ${caller.companyId} and p.state = 'published' and ${only}
      and p.audiences && ${[...standing.audiences]}::text[]
      and (p.organization_id is null or p.organization_id = any(${[...standing.organizations]}::uuid[]))
    order by p.position, p.id limit 100`.execute(db)
  const distance = ({ organizationId }: ListedPage) =>
    organizationId === null ? standing.organizations.length : standing.organizations.indexOf(organizationId)
  return rows
    .filter((row) => isFor(row, standing))
    .sort((one, other) => distance(one) - distance(other))
    .map((row) => ({
      ...{ id: row.id, kind: row.kind, parentId: row.parentId, organizationId: row.organizationId },
      name: inLanguage({ cn: row.nameCn, en: row.nameEn }, language),
      logoUrl: fileUrl(row.logoFileId),
    }))
}

export async function homeConfigs(db: PagesDb, parentId: string | undefined, context: Context) {
  if (parentId !== undefined) await openAny(db, context.caller, parentId)
  const below = (id: string | null) => id === (parentId ?? null)
  const wanted = parentId === undefined ? sql`p.parent_id is null` : sql`p.parent_id = ${parentId}`
  const found = await listOpen(db, context, sql`(${wanted} or p.kind = 'branch')`)
  return { items: found.filter((one) => below(one.parentId)), hasBranches: found.some(({ kind }) => kind === 'branch') }
}

export async function ownBranches(db: PagesDb, context: Context) {
  return { items: await listOpen(db, context, sql`p.kind = 'branch'`) }
}
