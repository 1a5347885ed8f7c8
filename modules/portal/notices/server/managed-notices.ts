/** Notices as administrators write, publish and follow them. */
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  type Audience,
  audienceSql,
  directorySql,
  membersByIds,
  organizationNames,
} from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { findPage, sqlPage } from '#server/db/page.ts'
import { contains, containsWordsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { type ManagedNotice, NOTICE_CHANGED, type NoticeStatus, type notices } from '../contract.ts'
import type { NoticesDb } from './db.ts'
import { noticePublished } from './message-types.ts'
import { actionsOf, assertAllowed } from './notice.transitions.ts'
import type { DB } from './tables.ts'

type NoticeRecord = Selectable<DB['notices.notice']> & { status: NoticeStatus }
type NoticeInput = Input<typeof notices.createNotice>['body']

const audienceOf = ({ organization_ids: organizationIds }: Pick<NoticeRecord, 'organization_ids'>): Audience =>
  organizationIds.length === 0 ? { everybody: true } : { organizationIds }

export async function listNotices(
  db: NoticesDb,
  query: Input<typeof notices.listNotices>['query'],
  { caller }: Context,
) {
  const { companyId } = caller
  let matching = db.selectFrom('notices.notice').where('company_id', '=', companyId)
  if (query.status) matching = matching.where('status', '=', query.status)
  if (query.search?.trim()) matching = matching.where('title', 'ilike', contains(query.search.trim()))
  const page = await findPage(query, matching, (q) => q.selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc'))
  const rows = page.items as NoticeRecord[]
  const [names, authors, counts] = [
    await organizationNames(db, companyId, [...new Set(rows.flatMap((row) => row.organization_ids))]),
    await membersByIds(db, companyId, [...new Set(rows.map((row) => row.author_id))]),
    await countReaders(db, companyId, rows),
  ]
  const items = rows.map((row): ManagedNotice => {
    const { audienceCount = 0, readCount = 0 } = counts.get(row.id) ?? {}
    return {
      id: row.id,
      title: row.title,
      content: row.content,
      organizationIds: row.organization_ids,
      organizationNames: row.organization_ids.flatMap((id) => names.get(id) ?? []),
      isPinned: row.is_pinned,
      expiresAt: row.expires_at,
      status: row.status,
      authorName: authors.get(row.author_id)?.fullName ?? '',
      publishedAt: row.published_at,
      updatedAt: row.updated_at,
      revision: row.revision,
      audienceCount,
      readCount,
      actions: actionsOf(row.status),
    }
  })
  return { items, recordCount: page.recordCount }
}

/** The size of each audience and its readers, in one statement for all notices of a page. */
async function countReaders(db: NoticesDb, companyId: string, rows: readonly NoticeRecord[]) {
  if (rows.length === 0) return new Map<string, { audienceCount: number; readCount: number }>()
  const each = rows.map(
    (row) => sql`select ${row.id}::uuid as id, count(*) as audience_count, count(r.member_id) as read_count
      from ${audienceSql(companyId, audienceOf(row))} a
      left join notices.receipt r on r.notice_id = ${row.id} and r.member_id = a.id`,
  )
  const { rows: counts } = await sql<{ id: string; audience_count: number; read_count: number }>`
    ${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(
    counts.map((row) => [row.id, { audienceCount: row.audience_count, readCount: row.read_count }] as const),
  )
}

async function assertWritable(db: NoticesDb, companyId: string, input: NoticeInput): Promise<void> {
  const known = await organizationNames(db, companyId, input.organizationIds)
  if (known.size !== input.organizationIds.length) throw refuse(NOT_FOUND)
  await assertClean(db, companyId, { title: input.title, content: input.content })
}

const columnsOf = (input: NoticeInput) => ({
  title: input.title.trim(),
  content: input.content.trim(),
  organization_ids: [...input.organizationIds],
  is_pinned: input.isPinned,
  expires_at: input.expiresAt,
})

export async function createNotice(db: NoticesDb, input: NoticeInput, { caller, now, audit }: Context) {
  const { companyId, memberId } = caller
  await assertWritable(db, companyId, input)
  const id = uuid()
  const columns = columnsOf(input)
  await db
    .insertInto('notices.notice')
    .values({ id, company_id: companyId, ...columns, status: 'draft', author_id: memberId, updated_at: now })
    .execute()
  audit({ type: 'notice', id, name: columns.title, after: input })
  return { id, revision: 0 }
}

/** The notice, locked until the transaction ends; refused where another administrator has changed it meanwhile. */
async function lockForEdit(db: NoticesDb, companyId: string, id: string, revision?: number): Promise<NoticeRecord> {
  const record = await db
    .selectFrom('notices.notice')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!record) throw refuse(NOT_FOUND)
  if (revision !== undefined && record.revision !== revision)
    throw refuse(NOTICE_CHANGED, { revision: record.revision })
  return record as NoticeRecord
}

async function update(db: NoticesDb, record: NoticeRecord, changes: Partial<NoticeRecord>, now: number) {
  const revision = record.revision + 1
  await db
    .updateTable('notices.notice')
    .set({ ...changes, updated_at: now, revision })
    .where('id', '=', record.id)
    .execute()
  return { revision }
}

export async function changeNotice(
  db: NoticesDb,
  id: string,
  { revision, readAgain, ...input }: Input<typeof notices.changeNotice>['body'],
  { caller, now, audit }: Context,
) {
  const record = await lockForEdit(db, caller.companyId, id, revision)
  assertAllowed(record.status, 'edit')
  await assertWritable(db, caller.companyId, input)
  const columns = columnsOf(input)
  if (readAgain) await db.deleteFrom('notices.receipt').where('notice_id', '=', id).execute()
  const before = {
    title: record.title,
    content: record.content,
    organizationIds: record.organization_ids,
    isPinned: record.is_pinned,
    expiresAt: record.expires_at,
  }
  audit({ type: 'notice', id, name: columns.title, before, after: { ...input, readAgain: readAgain === true } })
  return update(db, record, columns, now)
}

export async function publishNotice(
  db: NoticesDb,
  id: string,
  body: Input<typeof notices.publishNotice>['body'],
  { caller, now, audit }: Context,
) {
  const record = await lockForEdit(db, caller.companyId, id, body.revision)
  assertAllowed(record.status, 'publish')
  if (body.notify)
    await notify(db, {
      companyId: caller.companyId,
      type: noticePublished.code,
      recipients: audienceOf(record),
      variables: { title: record.title },
      link: `/notices/${id}`,
      actorId: caller.memberId,
      now,
    })
  audit({ type: 'notice', id, name: record.title, before: { status: record.status }, after: { status: 'published' } })
  return update(db, record, { status: 'published', published_at: now }, now)
}

export async function withdrawNotice(
  db: NoticesDb,
  id: string,
  { revision }: Input<typeof notices.withdrawNotice>['body'],
  { caller, now, audit }: Context,
) {
  const record = await lockForEdit(db, caller.companyId, id, revision)
  assertAllowed(record.status, 'withdraw')
  audit({ type: 'notice', id, name: record.title, before: { status: record.status }, after: { status: 'withdrawn' } })
  return update(db, record, { status: 'withdrawn' }, now)
}

export async function deleteNotice(db: NoticesDb, id: string, { caller, audit }: Context): Promise<void> {
  const record = await lockForEdit(db, caller.companyId, id)
  assertAllowed(record.status, 'delete')
  await db.deleteFrom('notices.notice').where('id', '=', id).execute()
  audit({ type: 'notice', id, name: record.title, before: { title: record.title, content: record.content } })
}

interface Reader {
  readonly id: string
  readonly full_name: string
  readonly organization_name: string
  readonly read_at: number | null
}

export async function noticeReaders(
  db: NoticesDb,
  id: string,
  query: Input<typeof notices.noticeReaders>['query'],
  { caller }: Context,
) {
  const { companyId } = caller
  const record = await db
    .selectFrom('notices.notice')
    .select('organization_ids')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!record) throw refuse(NOT_FOUND)
  const isRead = query.isRead === undefined ? sql`true` : sql`(r.read_at is not null) = ${query.isRead}::boolean`
  const matching = sql`from ${directorySql(companyId)} m
    left join notices.receipt r on r.notice_id = ${id} and r.member_id = m.id
    where m.id in ${audienceSql(companyId, audienceOf(record))} and ${isRead}
      and ${containsWordsSql(sql`m.full_name`, query.search)}`
  const page = await sqlPage<Reader>(db, query, {
    matching,
    rows: (window) => sql<Reader>`select m.id, m.full_name, m.organization_name, r.read_at ${matching}
      order by r.read_at desc nulls first, m.full_name, m.id ${window}`,
  })
  const items = page.items.map((row) => ({
    memberId: row.id,
    fullName: row.full_name,
    organizationName: row.organization_name,
    readAt: row.read_at,
  }))
  return { items, recordCount: page.recordCount }
}
