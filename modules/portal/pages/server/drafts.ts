/** The draft of a page, and how it becomes what viewers see. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { callerOfMember, membersByIds } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type Context, job } from '#server/module.ts'
import { PAGE_HAS_CHILDREN, PAGE_INVALID, PAGE_STATE, PAGE_TIME_WRONG } from '../contract/codes.ts'
import { documentBytesMax, type PageDocument, type PageModule } from '../contract/document.ts'
import type { PageState } from '../contract/managing.ts'
import type { pages } from '../contract.ts'
import { type PagesDb, pagesTables } from './db.ts'
import { changeRecord, managedRecord, type PageRecord } from './page-records.ts'
import { isStorable, modulesOf, problemsOf } from './problems.ts'

const yearMs = 366 * 86_400_000

function cleanModule(one: PageModule): PageModule {
  const { html } = one.settings
  if (!html) return one
  return { ...one, settings: { ...one.settings, html: { cn: cleanRichText(html.cn), en: cleanRichText(html.en) } } }
}

/** The document with what rich text may have. Before it is stored and before it is shown as a preview. */
const cleaned = (document: PageDocument): PageDocument => ({
  ...document,
  sections: document.sections.map((section) => ({ ...section, modules: section.modules.map(cleanModule) })),
})

/** What viewers will read of it. */
function textsOf(document: PageDocument): Record<string, string> {
  const of = ({ cn, en }: { cn: string; en: string }) => `${cn}\n${en}`
  const texts = modulesOf(document).flatMap(({ title, settings: { items = [], html, alt } }) => [
    of(title),
    ...items.flatMap((item) => [of(item.title), ...(item.text ? [of(item.text)] : [])]),
    ...(html ? [plainText(html.cn), plainText(html.en)] : []),
    ...(alt ? [of(alt)] : []),
  ])
  return { document: texts.join('\n') }
}

export async function saveDraft(
  db: PagesDb,
  id: string,
  { document: given, revision }: Input<typeof pages.saveDraft>['body'],
  context: Context,
) {
  const { caller, now, audit } = context
  const record = await managedRecord(db, caller, id, { lock: true, revision })
  if (record.state === 'archived') throw refuse(PAGE_STATE, { state: record.state })
  const document = cleaned(given)
  const problems = await problemsOf(db, document, context)
  const text = JSON.stringify(document)
  if (Buffer.byteLength(text) > documentBytesMax)
    problems.push({ kind: 'too-many-modules', moduleId: null, field: null })
  if (!isStorable(problems)) throw refuse(PAGE_INVALID, { problems })
  await assertClean(db, caller.companyId, textsOf(document))
  audit({ type: 'page', id, name: record.nameCn, after: { modules: modulesOf(document).length } })
  const saved = await changeRecord(db, record, { document: text, has_changes: true }, { by: caller.memberId, now })
  return { ...saved, problems }
}

/** Makes the draft of a locked page the version that viewers see. */
async function putOut(db: PagesDb, record: PageRecord, note: string, { by, now }: { by: string | null; now: number }) {
  const { rows } = await sql<{ last: number }>`select coalesce(max(number), 0)::int as last from pages.version
    where page_id = ${record.id}`.execute(db)
  const version = (rows[0]?.last ?? 0) + 1
  await db
    .insertInto('pages.version')
    .values({
      ...{ page_id: record.id, number: version, company_id: record.companyId, note },
      ...{ document: JSON.stringify(record.document), published_at: now, published_by: by },
    })
    .execute()
  const change = { state: 'published', version, has_changes: false, publish_at: null, publish_by: null } as const
  return { ...(await changeRecord(db, record, change, { by, now })), version }
}

export async function publishPage(
  db: PagesDb,
  id: string,
  { revision, note, publishAt }: Input<typeof pages.publishPage>['body'],
  context: Context,
) {
  const { caller, now, audit } = context
  const record = await managedRecord(db, caller, id, { lock: true, revision })
  if (record.state === 'archived') throw refuse(PAGE_STATE, { state: record.state })
  const problems = await problemsOf(db, record.document, context)
  if (problems.length > 0) throw refuse(PAGE_INVALID, { problems })
  audit({ type: 'page', id, name: record.nameCn, after: { note, publishAt, state: 'published' } })
  const by = caller.memberId
  if (publishAt === null) return putOut(db, record, note, { by, now })
  if (publishAt <= now || publishAt > now + yearMs) throw refuse(PAGE_TIME_WRONG)
  await scheduleAt(db, id, publishAt)
  const change = { publish_at: publishAt, publish_by: by, publish_note: note }
  return { ...(await changeRecord(db, record, change, { by, now })), version: record.version }
}

const scheduleAt = (db: PagesDb, id: string, publishAt: number): Promise<void> =>
  enqueue(db, publishDue, { id }, { key: `pages.publish ${id}`, runAt: publishAt })

/**
 * Publishes a page at its time: the draft as it is then. One that was moved to another time waits for that; one whose planner
 * may no longer publish it, or that cannot be published any more, stays a draft without a time.
 */
export const publishDue = job({
  name: 'pages.publish-due',
  payload: Type.Object({ id: Id }),
  async run(connection, { id }, { now }) {
    const db = pagesTables(connection)
    const row = await db
      .selectFrom('pages.page')
      .select(['company_id', 'publish_at', 'publish_by', 'publish_note'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row || row.publish_at === null) return
    if (row.publish_at > now) return scheduleAt(db, id, row.publish_at)
    const caller = row.publish_by ? await callerOfMember(db, row.publish_by) : undefined
    const record = caller && (await managedRecord(db, caller, id).catch(() => undefined))
    const isReady =
      record && record.state !== 'archived' && (await problemsOf(db, record.document, { caller, now })).length === 0
    if (isReady) await putOut(db, record, row.publish_note, { by: row.publish_by, now })
    else await db.updateTable('pages.page').set({ publish_at: null, publish_by: null }).where('id', '=', id).execute()
  },
})

export async function cancelPublication(db: PagesDb, id: string, { caller, now, audit }: Context) {
  const record = await managedRecord(db, caller, id, { lock: true })
  audit({ type: 'page', id, name: record.nameCn, before: { publishAt: record.publishAt }, after: { publishAt: null } })
  return changeRecord(db, record, { publish_at: null, publish_by: null }, { by: caller.memberId, now })
}

/** From which states a page comes into one. */
const leadingTo: Readonly<Record<'published' | 'hidden' | 'archived', readonly PageState[]>> = {
  published: ['hidden'],
  hidden: ['published', 'archived'],
  archived: ['draft', 'published', 'hidden'],
}

export async function setPageState(
  db: PagesDb,
  id: string,
  state: 'published' | 'hidden' | 'archived',
  { caller, now, audit }: Context,
) {
  const record = await managedRecord(db, caller, id, { lock: true })
  if (!leadingTo[state].includes(record.state)) throw refuse(PAGE_STATE, { state: record.state })
  if (state === 'archived') {
    const { rows } = await sql`select from pages.page
      where company_id = ${caller.companyId} and parent_id = ${id} and state <> 'archived' limit 1`.execute(db)
    if (rows.length > 0) throw refuse(PAGE_HAS_CHILDREN)
  }
  // What was never published and comes out of the archive is a draft again.
  const next = state === 'hidden' && record.version === 0 ? 'draft' : state
  audit({ type: 'page', id, name: record.nameCn, before: { state: record.state }, after: { state: next } })
  const change = { state: next, ...(state === 'archived' && { publish_at: null, publish_by: null }) } as const
  return changeRecord(db, record, change, { by: caller.memberId, now })
}

export async function listVersions(
  db: PagesDb,
  id: string,
  query: Input<typeof pages.pageVersions>['query'],
  { caller }: Context,
) {
  await managedRecord(db, caller, id)
  interface Row {
    readonly number: number
    readonly note: string
    readonly publishedAt: number
    readonly publishedBy: string | null
    readonly moduleCount: number
  }
  const matching = sql`from pages.version v where v.page_id = ${id}`
  const found = await sqlPage<Row>(db, query, {
    matching,
    rows: (window) => sql`select v.number, v.note, v.published_at as "publishedAt", v.published_by as "publishedBy",
        jsonb_array_length(jsonb_path_query_array(v.document, '$.sections[*].modules[*]')) as "moduleCount"
      ${matching} order by v.number desc ${window}`,
  })
  const names = await membersByIds(
    db,
    caller.companyId,
    found.items.flatMap(({ publishedBy }) => publishedBy ?? []),
  )
  const items = found.items.map(({ publishedBy, ...row }) => ({
    ...row,
    publishedByName: (publishedBy && names.get(publishedBy)?.fullName) || null,
  }))
  return { items, recordCount: found.recordCount }
}

export async function getVersion(db: PagesDb, id: string, number: number, { caller }: Context) {
  await managedRecord(db, caller, id)
  const { rows } = await sql<{ number: number; document: PageDocument }>`select number, document from pages.version
    where page_id = ${id} and number = ${number}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export async function restoreVersion(
  db: PagesDb,
  { id, number }: { readonly id: string; readonly number: number },
  revision: number,
  context: Context,
) {
  const { caller, now, audit } = context
  const record = await managedRecord(db, caller, id, { lock: true, revision })
  if (record.state === 'archived') throw refuse(PAGE_STATE, { state: record.state })
  const { document } = await getVersion(db, id, number, context)
  audit({ type: 'page', id, name: record.nameCn, after: { version: number } })
  const change = { document: JSON.stringify(document), has_changes: number !== record.version }
  return changeRecord(db, record, change, { by: caller.memberId, now })
}

/** For a page that the caller may change: nothing of it is stored. */
export async function checkedPreview(db: PagesDb, id: string, given: PageDocument, context: Context) {
  const record = await managedRecord(db, context.caller, id)
  const document = cleaned(given)
  return { record: { ...record, document }, problems: await problemsOf(db, document, context) }
}
