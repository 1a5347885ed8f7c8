/** List items of subjects, with the caller's progress. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { IsPay } from '#modules/commerce/prices/contract.ts'
import { isPaySql } from '#modules/commerce/prices/server.ts'
import { countsOf } from '#modules/content/topics/server.ts'
import { organizationsSql } from '#modules/platform/identity/server.ts'
import { type Counted, countedRows, foundSql, type Paging } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { businessType, type SubjectCard, type SubjectStatus, type SubjectType } from '../contract/wire.ts'
import { progressOf, type RegistrationFacts } from './completion-rules.ts'
import { progressOfMembers } from './content-progress.ts'
import type { SubjectsDb } from './db.ts'
import { inStateSql, type StateName, visibleSql } from './filters.ts'

export interface CardRow {
  readonly id: string
  readonly name: string
  readonly summary: string
  readonly cover_file_id: string | null
  readonly organization_id: string
  readonly organization_name: string
  readonly subject_type: SubjectType
  readonly publish_client: 0 | 1 | 2
  readonly status: SubjectStatus
  readonly published_at: number | null
  readonly stage_count: number
  readonly content_count: number
  readonly learner_count: number
  readonly share_count: number
  readonly study_status: number | null
  readonly last_content_id: string | null
  readonly registered_at: number | null
  readonly started_at: number | null
  readonly touched_at: number | null
  readonly finished_at: number | null
}

/** `select ${cardColumns} from ${cardSources(caller)} where …`: subjects `s` with the caller's registration `r`. */
export const cardColumns = sql`s.id, s.name, s.summary, s.cover_file_id, s.organization_id, o.name as organization_name,
  s.subject_type, s.publish_client, s.status, s.published_at, s.stage_count, s.content_count, 
  coalesce(k.learner_count, 0) as learner_count, coalesce(k.share_count, 0) as share_count, r.status as study_status, r.last_content_id, r.registered_at, r.started_at, r.touched_at, r.finished_at`

export function cardSources(caller: Caller, from: RawBuilder<unknown> = sql`subjects.subject s`): RawBuilder<unknown> {
  return sql`${from} join ${organizationsSql(caller.companyId)} o on o.id = s.organization_id
    left join subjects.subject_counter k on k.subject_id = s.id
    left join subjects.registration r on r.member_id = ${caller.memberId} and r.subject_id = s.id`
}

/** Covers are files that the whole company may see: their address needs no signature. */
export function coverAddress(fileId: string | null): string | null {
  return fileId && `/api/v1/human/file/${fileId}`
}

export function registrationOf(row: CardRow): RegistrationFacts | undefined {
  const { study_status: status, registered_at, touched_at, started_at, finished_at, last_content_id } = row
  if (status === null || registered_at === null || touched_at === null) return undefined
  return { status, registered_at, touched_at, started_at, finished_at, last_content_id }
}

type ItemCounts = Awaited<ReturnType<typeof countsOf>> extends Map<string, infer Counts> ? Counts : never

export function subjectCard(row: CardRow, percent: number, counts: ItemCounts | undefined): SubjectCard {
  const registration = registrationOf(row)
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    coverUrl: coverAddress(row.cover_file_id),
    organization: { id: row.organization_id, name: row.organization_name },
    subjectType: row.subject_type,
    publishClient: row.publish_client,
    status: row.status,
    publishedAt: row.published_at,
    stageCount: row.stage_count,
    contentCount: row.content_count,
    learnerCount: row.learner_count,
    shareCount: row.share_count,
    score: counts && counts.scoreCount > 0 ? { average: counts.averageScore, count: counts.scoreCount } : null,
    commentCount: counts?.comments ?? 0,
    study: registration
      ? {
          status: registration.status as 0 | 1 | 2 | 3,
          percent,
          lastStudiedAt: registration.started_at === null ? null : registration.touched_at,
        }
      : null,
  }
}

/** The cards of the rows of a page; contents are looked into where the caller is registered and not done. */
async function cardsOf(db: SubjectsDb, caller: Caller, rows: readonly CardRow[]): Promise<SubjectCard[]> {
  const { companyId, memberId } = caller
  const ids = rows.map(({ id }) => id)
  const counts = ids.length === 0 ? new Map() : await countsOf(db, companyId, businessType, ids)
  const open = rows.filter((row) => row.study_status !== null && row.study_status !== 2).map(({ id }) => id)
  const study = await progressOfMembers(db, companyId, { memberIds: [memberId], subjectIds: open })
  return rows.map((row) => {
    const { percent } = progressOf(registrationOf(row), row.subject_type, study.of(memberId, row.id))
    return subjectCard(row, percent, counts.get(row.id))
  })
}

/** The subjects of the page that `found` names, as source of `cardSources`. */
const pageOfSubjects = sql`unnest((select ids from found)) page(id) join subjects.subject s on s.id = page.id`

interface CatalogueQuery extends Paging {
  readonly search?: string
  readonly subjectType?: SubjectType
  readonly sort?: 'newest' | 'hot'
  readonly clientType?: 1 | 2
  readonly isPay?: IsPay
}

export async function listSubjects(db: SubjectsDb, caller: Caller, query: CatalogueQuery, now: number) {
  const isHot = query.sort === 'hot'
  const order = isHot ? sql`coalesce(learner_count, 0) desc, id` : sql`published_at desc, id`
  const type = query.subjectType === undefined ? sql`true` : sql`s.subject_type = ${query.subjectType}::smallint`
  const matching = sql`from subjects.subject s ${isHot ? sql`left join subjects.subject_counter k on k.subject_id = s.id` : sql``}
    where s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null
      and s.publish_client in (0, ${query.clientType ?? 1}::smallint) and ${type}
      and ${visibleSql(caller)} and ${containsWordsSql(sql`s.name`, query.search)}
      and ${isPaySql(caller, { businessTypes: [businessType], id: sql`s.id`, isPay: query.isPay }, now)}`
  const { rows } = await sql<Counted<CardRow>>`
    with ${foundSql(sql`id`, order, matching, query)},
    cards as (select ${cardColumns} from ${cardSources(caller, pageOfSubjects)})
    select found.record_count, cards.* from found left join cards on true order by ${order}`.execute(db)
  const { items: full, recordCount } = countedRows<CardRow>(rows)
  return { items: await cardsOf(db, caller, full), recordCount }
}

export async function listMySubjects(db: SubjectsDb, caller: Caller, query: Paging & { readonly state?: StateName }) {
  const matching = sql`from subjects.registration r
    where r.member_id = ${caller.memberId} and r.company_id = ${caller.companyId} and ${inStateSql(query.state)}
      and not exists (select from subjects.subject gone where gone.id = r.subject_id and gone.deleted_at is not null)`
  const { rows } = await sql<Counted<CardRow>>`
    with ${foundSql(sql`subject_id`, sql`touched_at desc, subject_id`, matching, query)},
    cards as (select ${cardColumns} from ${cardSources(caller, pageOfSubjects)})
    select found.record_count, cards.* from found left join cards on true order by touched_at desc, id`.execute(db)
  const { items: full, recordCount } = countedRows<CardRow>(rows)
  return { items: await cardsOf(db, caller, full), recordCount }
}
