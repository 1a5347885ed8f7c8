/** Entries of modules that list documents: courses, live sessions, classes. All modules of a page in one statement. */
import { type RawBuilder, sql } from 'kysely'
import { type PageEntry, type PageModuleRequest, type PageReader, pageSource } from '#modules/content/catalog/server.ts'
import { visibleDocumentsSql } from '#modules/insight/search/server.ts'
import { type ModuleType, type ModuleTypeName, moduleTypes } from '../contract/module-types.ts'
import type { PagesDb } from './db.ts'

interface Ref {
  readonly kind: string
  readonly id: string
}

const kindsOf = ({ type }: PageModuleRequest) => (moduleTypes[type as ModuleTypeName] as ModuleType).kinds ?? []

export const documentTypes = Object.entries(moduleTypes as Readonly<Record<string, ModuleType>>).flatMap(
  ([type, { kinds }]) => (kinds ? [type] : []),
)

/** Refs of the sources that are no order of the index, by the id of the module. Nothing recommended: what is hot. */
async function refsOf(db: PagesDb, reader: PageReader, modules: readonly PageModuleRequest[], limit?: number) {
  const refs = new Map<string, readonly Ref[]>()
  for (const one of modules) if (one.source?.type === 'chosen') refs.set(one.id, one.source.refs ?? [])
  const recommended = modules.filter(({ source }) => source?.type === 'recommended')
  const from = pageSource.all().find(({ source }) => source === 'recommended')
  if (!from || recommended.length === 0) return refs
  const most = limit ?? Math.max(...recommended.map(({ count }) => count)) + 1
  const kinds = [...new Set(recommended.flatMap(kindsOf))]
  const found = await from.refs(db, reader, kinds, most * kinds.length)
  for (const one of recommended) {
    const fitting = found.filter(({ kind }) => kindsOf(one).includes(kind))
    if (fitting.length > 0) refs.set(one.id, fitting)
  }
  return refs
}

/** `where … order by …` of one module over the documents `d`. */
function matchingSql(one: PageModuleRequest, refs: readonly Ref[] | undefined, { caller, now }: PageReader) {
  const from = sql`from ${visibleDocumentsSql(caller, kindsOf(one), now)} d`
  if (refs) {
    const keys = refs.map(({ kind, id }) => `${kind} ${id}`)
    const ids = refs.map(({ id }) => id)
    return {
      matching: sql`${from} where d.id = any(${ids}::uuid[]) and d.kind || ' ' || d.id = any(${keys}::text[])`,
      by: sql`array_position(${keys}::text[], d.kind || ' ' || d.id)`,
    }
  }
  const { type, order = 'newest', categoryIds = [] } = one.source ?? { type: 'newest' as const }
  const sorting = type === 'rule' ? order : type
  const category = categoryIds.length > 0 ? sql`d."categoryId" = any(${[...categoryIds]}::uuid[])` : sql`true`
  if (sorting === 'soon')
    return {
      matching: sql`${from} where ${category} and d."startsAt" is not null and coalesce(d."endsAt", d."startsAt") >= ${now}`,
      by: sql`d."startsAt", d.id`,
    }
  const matching = sql`${from} where ${category}`
  if (sorting === 'hot' || sorting === 'recommended') return { matching, by: sql`d.heat desc, d.id` }
  return { matching, by: sql`coalesce(d."publishedAt", d."startsAt", 0) desc, d.id` }
}

interface Row extends PageEntry {
  readonly key: string
}

const columns = sql`d.kind, d.id, d.title, d.summary as text, d.link, d."coverFileId", d."publishedAt", d."startsAt", d."endsAt"`

export async function documentEntries(db: PagesDb, reader: PageReader, modules: readonly PageModuleRequest[]) {
  const found = new Map<string, PageEntry[]>(modules.map(({ id }) => [id, []]))
  const refs = await refsOf(db, reader, modules)
  const parts = modules.map((one): RawBuilder<unknown> => {
    const { matching, by } = matchingSql(one, refs.get(one.id), reader)
    return sql`(select ${one.id}::text as key, row_number() over (order by ${by}) as at, ${columns} ${matching}
      order by ${by} limit ${one.count + 1})`
  })
  if (parts.length === 0) return found
  const { rows } = await sql<Row>`select * from (${sql.join(parts, sql` union all `)}) every order by key, at`.execute(
    db,
  )
  for (const { key, ...entry } of rows) found.get(key)?.push(entry)
  return found
}

export async function listDocumentEntries(
  db: PagesDb,
  reader: PageReader,
  one: PageModuleRequest,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const refs = await refsOf(db, reader, [one], 100)
  const { matching, by } = matchingSql(one, refs.get(one.id), reader)
  const { rows } =
    await sql<PageEntry>`select ${columns} ${matching} order by ${by} limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db)
  return { entries: rows, recordCount: counted.rows[0]?.count ?? 0 }
}
