/** Submissions as reviewers list them, and as their members and reviewers read them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Submission, SubmissionFile, SubmissionState } from '#kit/submissions.ts'
import { filesByIds, grantAccess } from '#modules/platform/files/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Counted, countedPage, foundSql, type PageOf, type Paging } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { ReviewItem, SubmissionDetails } from '../contract.ts'
import { submissionsTables } from './db.ts'
import { getKind, type ReviewedKind, type SubmissionPart } from './kinds.ts'

const addressSeconds = 3600
const historyMax = 50

interface Person {
  readonly id: string
  readonly fullName: string
  readonly avatarPath: string
}

/** A submission with the names of its subject and its member. */
export interface SubmissionRow {
  readonly id: string
  readonly round: number
  readonly subjectId: string
  readonly subjectName: string
  readonly partId: string
  readonly title: string
  readonly text: string
  readonly fileIds: readonly string[]
  readonly submittedAt: number
  readonly state: SubmissionState
  readonly opinion: string
  readonly decidedAt: number | null
  readonly decidedBy: Person | null
  readonly member: Person & { readonly organizationName: string }
}

const personSql = (alias: string) => sql`'id', ${sql.ref(`${alias}.id`)}, 'fullName', ${sql.ref(`${alias}.full_name`)},
  'avatarPath', ${sql.ref(`${alias}.avatar_path`)}`

const columns = sql`s.id, s.round, s.subject_id as "subjectId", subject.name as "subjectName", s.part_id as "partId",
  s.title, s.content as text, s.file_ids as "fileIds", s.submitted_at as "submittedAt", s.state, s.opinion,
  s.decided_at as "decidedAt", case when decider.id is not null then json_build_object(${personSql('decider')}) end
    as "decidedBy",
  json_build_object(${personSql('m')}, 'organizationName', m.organization_name) as member`

function sources(kind: ReviewedKind, { companyId }: Caller, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${from} join ${kind.subjects} subject on subject.id = s.subject_id
    join ${directorySql(companyId)} m on m.id = s.member_id
    left join ${directorySql(companyId)} decider on decider.id = s.decided_by`
}

interface SubmissionQuery extends Paging {
  readonly subjectId?: string
  readonly state?: SubmissionState
  readonly search?: string
}

async function listPage<Item>(
  connection: Connection,
  caller: Caller,
  list: {
    readonly kind: ReviewedKind
    readonly where: RawBuilder<unknown>
    readonly isOldestFirst: boolean
    readonly query: SubmissionQuery
    readonly itemOf: (row: SubmissionRow) => Item
  },
): Promise<PageOf<Item>> {
  const { kind, where, isOldestFirst, query, itemOf } = list
  const { subjectId, state } = query
  const way = isOldestFirst ? sql`asc` : sql`desc`
  const matching = sql`from submissions.submission s join ${kind.subjects} subject on subject.id = s.subject_id
    where s.company_id = ${caller.companyId} and s.kind = ${kind.key} and ${kind.isPresentSql}
      and ${subjectId === undefined ? sql`true` : sql`s.subject_id = ${subjectId}::uuid`}
      and ${state === undefined ? sql`true` : sql`s.state = ${state}`} and ${where}`
  const page = sql`unnest((select ids from found)) page(id) join submissions.submission s on s.id = page.id`
  const { rows } = await sql<Counted<SubmissionRow>>`
    with ${foundSql(sql`s.id`, sql`s.submitted_at ${way}, s.id ${way}`, matching, query)},
    submissions as (select ${columns} from ${sources(kind, caller, page)})
    select found.record_count, f.* from found left join submissions f on true
    order by f."submittedAt" ${way}, f.id ${way}`.execute(submissionsTables(connection))
  return countedPage<SubmissionRow, Item>(rows, itemOf)
}

/** What waits for the caller as a reviewer, oldest first; what is decided, newest first. */
export async function listReviews(
  connection: Connection,
  caller: Caller,
  { kind: key, state = 'waiting', ...query }: SubmissionQuery & { readonly kind: string },
): Promise<PageOf<ReviewItem>> {
  const kind = getKind(key)
  const { search } = query
  const name = search?.trim()
    ? sql`exists (select from ${directorySql(caller.companyId)} m where m.id = s.member_id
        and ${containsSql(sql`m.full_name`, search)})`
    : sql`true`
  const where = sql`s.member_id <> ${caller.memberId} and ${kind.reviewsSql(caller)} and ${name}`
  const isOldestFirst = state === 'waiting'
  return listPage(connection, caller, { kind, where, isOldestFirst, query: { ...query, state }, itemOf: reviewItem })
}

/** How many submissions of a kind wait for the caller as a reviewer: as many as `listReviews` answers. */
export async function reviewsWaiting(
  connection: Connection,
  caller: Caller,
  key: string,
): Promise<{ readonly value: number }> {
  const kind = getKind(key)
  const { rows } = await sql<{ value: number }>`
    select count(*)::int as value from submissions.submission s join ${kind.subjects} subject on subject.id = s.subject_id
    where s.company_id = ${caller.companyId} and s.kind = ${kind.key} and s.state = 'waiting' and ${kind.isPresentSql}
      and s.member_id <> ${caller.memberId} and ${kind.reviewsSql(caller)}`.execute(submissionsTables(connection))
  return { value: rows[0]?.value ?? 0 }
}

function reviewItem(row: SubmissionRow): ReviewItem {
  const { text: _, fileIds, opinion: __, decidedAt: ___, decidedBy: ____, ...item } = row
  return { ...item, fileCount: fileIds.length }
}

/** What the caller has handed in, newest first. */
export function listOwnSubmissions<Item>(
  connection: Connection,
  caller: Caller,
  { kind, ...query }: SubmissionQuery & { readonly kind: string },
  itemOf: (row: SubmissionRow) => Item,
): Promise<PageOf<Item>> {
  const where = sql`s.member_id = ${caller.memberId}`
  return listPage(connection, caller, { kind: getKind(kind), where, isOldestFirst: false, query, itemOf })
}

/** The submissions of a member for a part, newest first. The caller is the member or a reviewer: the kind has checked it. */
export async function submissionHistory(
  connection: Connection,
  caller: Caller,
  { kind: key, subjectId, partId, memberId }: SubmissionPart & { readonly kind: string; readonly memberId: string },
  now: number,
): Promise<Submission[]> {
  const kind = getKind(key)
  const { rows } = await sql<SubmissionRow>`
    select ${columns} from ${sources(kind, caller, sql`submissions.submission s`)}
    where s.kind = ${key} and s.subject_id = ${subjectId} and s.part_id = ${partId} and s.member_id = ${memberId}
    order by s.round desc limit ${historyMax}`.execute(submissionsTables(connection))
  return withFiles(connection, caller, rows, now)
}

/** What was handed in, by ids, for a module that has checked who asks. */
export async function submissionsByIds(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Pick<SubmissionRow, 'id' | 'round' | 'text' | 'fileIds'>[]> {
  const { rows } = await sql<Pick<SubmissionRow, 'id' | 'round' | 'text' | 'fileIds'>>`
    select s.id, s.round, s.content as text, s.file_ids as "fileIds" from submissions.submission s
    where s.company_id = ${companyId} and s.id = any(${[...ids]}::uuid[])`.execute(submissionsTables(connection))
  return rows
}

/** A submission with its files and the earlier ones, for its member and its reviewers; others get NOT_FOUND. */
export async function submissionDetails(
  connection: Connection,
  caller: Caller,
  id: string,
  now: number,
): Promise<SubmissionDetails> {
  const db = submissionsTables(connection)
  const found = await db
    .selectFrom('submissions.submission')
    .select(['kind', 'subject_id', 'part_id', 'member_id'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  const kind = getKind(found.kind)
  const { rows } = await sql<SubmissionRow & { guide: string | null }>`
    select ${columns}, ${kind.guideSql ?? sql`null`} as guide
    from ${sources(kind, caller, sql`submissions.submission s`)}
    where s.id = ${id} and ${kind.isPresentSql} and (s.member_id = ${caller.memberId} or ${kind.reviewsSql(caller)})`.execute(
    db,
  )
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  const { subjectId, subjectName, partId, title, member, state } = row
  const part = { kind: kind.key, subjectId, partId, memberId: member.id }
  const history = await submissionHistory(connection, caller, part, now)
  const [submission] = await withFiles(connection, caller, [row], now)
  return {
    ...(submission as Submission),
    ...{ subjectId, subjectName, partId, title, member, guide: row.guide ?? '' },
    canDecide: state === 'waiting' && member.id !== caller.memberId,
    earlier: history.filter(({ round }) => round < row.round),
  }
}

/** The rows with their files, whose addresses are for the caller alone. */
async function withFiles(
  connection: Connection,
  { companyId, memberId }: Caller,
  rows: readonly SubmissionRow[],
  now: number,
): Promise<Submission[]> {
  const known = await filesByIds(
    connection,
    companyId,
    rows.flatMap(({ fileIds }) => fileIds),
  )
  const addresses = new Map<string, string>()
  for (const fileId of known.keys()) {
    addresses.set(fileId, await grantAccess(connection, { companyId, fileId, memberId, seconds: addressSeconds, now }))
  }
  const fileOf = (id: string): SubmissionFile => {
    const file = known.get(id)
    return { id, name: file?.name ?? '', sizeBytes: file?.sizeBytes ?? 0, url: addresses.get(id) ?? null }
  }
  return rows.map(({ id, round, text, fileIds, submittedAt, state, opinion, decidedAt, decidedBy }) => {
    return { id, round, text, files: fileIds.map(fileOf), submittedAt, state, opinion, decidedAt, decidedBy }
  })
}
