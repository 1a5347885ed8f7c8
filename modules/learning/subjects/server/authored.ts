/** Subjects as their authors see them: the list, and the whole of one for its editor. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { PublicationApproval, StoredApproval } from '#modules/content/catalog/server.ts'
import { keyOf, studyItems } from '#modules/content/study/server.ts'
import { topicNames, topicsOf } from '#modules/content/topics/server.ts'
import { completionAwardsOf } from '#modules/learning/certificates/server.ts'
import { directorySql, organizationNames, organizationsSql, positionNames } from '#modules/platform/identity/server.ts'
import { type Counted, countedRows, foundSql, type Paging } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { AuthoredSubject, EditedContent, EditedSubject } from '../contract/authoring.ts'
import { businessType, type Person, type SubjectStatus, type SubjectType } from '../contract/wire.ts'
import { type ContentRow, contentsOf, refOf } from './content-progress.ts'
import type { SubjectsDb } from './db.ts'
import { kindName } from './details.ts'
import { coverAddress } from './list-items.ts'
import { subjectPolicy } from './policy.ts'
import { publishHints } from './shelf.ts'
import { subjectLifecycle } from './subject-lifecycle.ts'
import { actionsOf } from './transitions.ts'

interface AuthoredRow {
  readonly id: string
  readonly name: string
  readonly cover_file_id: string | null
  readonly organization_id: string
  readonly organization_name: string
  readonly author: Person | null
  readonly subject_type: SubjectType
  readonly publish_client: 0 | 1 | 2
  readonly status: SubjectStatus
  readonly approval: StoredApproval
  readonly has_changes: boolean
  readonly version_number: number
  readonly stage_count: number
  readonly content_count: number
  readonly learner_count: number
  readonly updated_at: number
  readonly published_at: number | null
}

const authoredColumns = sql`s.id, s.name, s.cover_file_id, o.id as organization_id, o.name as organization_name,
  case when a.id is not null then
    json_build_object('id', a.id, 'fullName', a.full_name, 'avatarPath', a.avatar_path) end as author,
  s.subject_type, s.publish_client, s.status, s.approval, s.has_changes, s.version_number,
  coalesce((select k.learner_count from subjects.subject_counter k where k.subject_id = s.id), 0) as learner_count,
  (select count(*)::int from subjects.stage g where g.subject_id = s.id and g.edition = 'draft') as stage_count,
  (select count(*)::int from subjects.content c where c.subject_id = s.id and c.edition = 'draft') as content_count,
  s.updated_at, s.published_at`

const authoredSources = (companyId: string) => sql`
  join ${organizationsSql(companyId)} o on o.id = s.organization_id
  left join ${directorySql(companyId)} a on a.id = s.author_id`

function authoredSubject(row: AuthoredRow, approval: PublicationApproval | undefined): AuthoredSubject {
  return {
    id: row.id,
    name: row.name,
    coverUrl: coverAddress(row.cover_file_id),
    organization: { id: row.organization_id, name: row.organization_name },
    author: row.author,
    subjectType: row.subject_type,
    publishClient: row.publish_client,
    status: row.status,
    approval: approval ?? null,
    hasUnpublishedChanges: row.has_changes && row.version_number > 0,
    stageCount: row.stage_count,
    contentCount: row.content_count,
    learnerCount: row.learner_count,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    actions: actionsOf({ status: row.status, hasChanges: row.has_changes, approval: approval?.state ?? null }),
  }
}

interface AuthoredQuery extends Paging {
  readonly status?: SubjectStatus
  readonly approval?: 'waiting' | 'refused'
  readonly subjectType?: SubjectType
  readonly search?: string
  readonly mine?: boolean
}

export async function listAuthored(db: SubjectsDb, caller: Caller, query: AuthoredQuery) {
  const { companyId } = caller
  const matching = sql`from subjects.subject s
    where s.company_id = ${companyId} and s.deleted_at is null and ${subjectPolicy.editableSql(caller, 's', query.mine)}
      and ${query.status === undefined ? sql`true` : sql`s.status = ${query.status}`}
      and ${query.approval === undefined ? sql`true` : sql`s.approval = ${query.approval}`}
      and ${query.subjectType === undefined ? sql`true` : sql`s.subject_type = ${query.subjectType}::smallint`}
      and ${containsWordsSql(sql`s.name`, query.search)}`
  const { rows } = await sql<Counted<AuthoredRow>>`
    with ${foundSql(sql`id`, sql`updated_at desc, id`, matching, query)},
    full_rows as (select ${authoredColumns} from unnest((select ids from found)) page(id)
      join subjects.subject s on s.id = page.id ${authoredSources(companyId)})
    select found.record_count, f.* from found left join full_rows f on true
    order by f.updated_at desc, f.id`.execute(db)
  const { items: full, recordCount } = countedRows<AuthoredRow>(rows)
  const approvals = await subjectLifecycle.approvals(db, companyId, full)
  return { items: full.map((row) => authoredSubject(row, approvals.get(row.id))), recordCount }
}

type EditedRow = AuthoredRow & {
  readonly summary: string
  readonly description: string
  readonly url: string | null
  readonly revision: number
  readonly visible_organizations: { id: string; name: string }[] | null
}

/** The contents of the draft, with the names of all that their conditions name. */
async function editedContents(
  db: SubjectsDb,
  companyId: string,
  subjectId: string,
  language: Language,
): Promise<(EditedContent & { readonly stageId: string })[]> {
  const rows = await contentsOf(db, companyId, [subjectId], 'draft')
  const items = await studyItems(db, companyId, rows.map(refOf))
  const all = (idsOf: (row: ContentRow) => readonly string[]) => [...new Set(rows.flatMap(idsOf))]
  const [positions, organizations, topics] = [
    await positionNames(
      db,
      companyId,
      all((row) => row.position_ids),
    ),
    await organizationNames(
      db,
      companyId,
      all((row) => row.organization_ids),
    ),
    await topicNames(
      db,
      companyId,
      all((row) => row.topic_ids),
    ),
  ]
  const named = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
    ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id) ?? '' }] : []))
  return rows.map((row) => {
    const item = items.get(keyOf(row.business_type, row.business_id))
    return {
      ...{ id: row.id, stageId: row.stage_id, businessType: row.business_type, businessId: row.business_id },
      businessName: item?.name ?? '',
      kindName: kindName(row.business_type, language),
      coverUrl: coverAddress(item?.coverFileId ?? null),
      isRequired: row.required ? 1 : 0,
      isAvailable: item?.isAvailable ?? false,
      positions: named(row.position_ids, positions),
      organizations: named(row.organization_ids, organizations),
      topics: named(row.topic_ids, topics),
    }
  })
}

async function editedStages(db: SubjectsDb, companyId: string, subjectId: string, language: Language) {
  const contents = Map.groupBy(await editedContents(db, companyId, subjectId, language), ({ stageId }) => stageId)
  const stages = await db
    .selectFrom('subjects.stage')
    .select(['id', 'title', 'summary'])
    .where('subject_id', '=', subjectId)
    .where('edition', '=', 'draft')
    .orderBy('sort')
    .execute()
  return stages.map((stage) => ({
    ...stage,
    contents: (contents.get(stage.id) ?? []).map(({ stageId: _, ...content }) => content),
  }))
}

export async function editedSubject(
  db: SubjectsDb,
  caller: Caller,
  id: string,
  language: Language,
): Promise<EditedSubject> {
  const subject = await subjectLifecycle.getEditable(db, caller, id)
  const { companyId } = caller
  const { rows } = await sql<EditedRow>`
    select ${authoredColumns}, s.summary, s.description, s.url, s.revision,
      (select json_agg(json_build_object('id', vo.id, 'name', vo.name) order by vo.name)
        from subjects.subject_visibility v join ${organizationsSql(companyId)} vo on vo.id = v.organization_id
        where v.subject_id = s.id) as visible_organizations
    from subjects.subject s ${authoredSources(companyId)} where s.id = ${id}`.execute(db)
  const row = rows[0] as EditedRow
  const topics = (await topicsOf(db, companyId, businessType, [id])).get(id) ?? []
  return {
    ...authoredSubject(row, (await subjectLifecycle.approvals(db, companyId, [row])).get(id)),
    summary: row.summary,
    description: row.description,
    coverFileId: row.cover_file_id,
    url: row.url,
    visibleOrganizations: row.visible_organizations ?? [],
    topics: topics.map(({ id: topicId, name }) => ({ id: topicId, name })),
    gives: await completionAwardsOf(db, companyId, { businessType, businessId: id }),
    revision: row.revision,
    versionNumber: row.version_number,
    needsApproval: await subjectLifecycle.needsApproval(db, subject),
    publishHints: await publishHints(db, subject),
    stages: await editedStages(db, companyId, id, language),
  }
}
