/** Subjects as their authors see them: the list, and the whole of one for its editor. */
import { sql } from 'kysely'
import type { AuthoredQuery } from '#kit/authored-content.ts'
import type { Caller, Language } from '#kit/caller.ts'
import { getAuthored, listAuthored } from '#modules/content/catalog/server.ts'
import { keyOf, studyItems } from '#modules/content/study/server.ts'
import { topicNames, topicsOf } from '#modules/content/topics/server.ts'
import { completionAwardsOf } from '#modules/learning/certificates/server.ts'
import { organizationNames, organizationsSql, positionNames } from '#modules/platform/identity/server.ts'
import type { EditedContent, EditedSubject } from '../contract/authoring.ts'
import { businessType, type SubjectType } from '../contract/wire.ts'
import { type ContentRow, contentsOf, refOf } from './content-progress.ts'
import type { SubjectsDb } from './db.ts'
import { kindName } from './details.ts'
import { coverAddress } from './list-items.ts'
import { publishHints } from './shelf.ts'
import { subjectLifecycle } from './subject-lifecycle.ts'

interface DetailsRow {
  readonly cover_file_id: string | null
  readonly subject_type: SubjectType
  readonly publish_client: 0 | 1 | 2
  readonly stage_count: number
  readonly content_count: number
  readonly learner_count: number
}

const kind = {
  lifecycle: subjectLifecycle,
  details: {
    columns: sql`c.cover_file_id, c.subject_type, c.publish_client, coalesce(k.learner_count, 0) as learner_count,
      (select count(*)::int from subjects.stage g where g.subject_id = c.id and g.edition = 'draft') as stage_count,
      (select count(*)::int from subjects.content n where n.subject_id = c.id and n.edition = 'draft') as content_count`,
    joins: sql`left join subjects.subject_counter k on k.subject_id = c.id`,
    of: (row: DetailsRow) => ({
      coverUrl: coverAddress(row.cover_file_id),
      subjectType: row.subject_type,
      publishClient: row.publish_client,
      stageCount: row.stage_count,
      contentCount: row.content_count,
      learnerCount: row.learner_count,
    }),
  },
}

export function listManaged(
  db: SubjectsDb,
  caller: Caller,
  { subjectType, ...query }: AuthoredQuery & { readonly subjectType?: SubjectType },
) {
  const ofType =
    subjectType === undefined ? sql<boolean>`true` : sql<boolean>`c.subject_type = ${subjectType}::smallint`
  return listAuthored(db, kind, caller, query, ofType)
}

interface EditedRow {
  readonly summary: string
  readonly description: string
  readonly cover_file_id: string | null
  readonly url: string | null
  readonly version_number: number
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
  const { record, item } = await getAuthored(db, kind, caller, id)
  const { companyId } = caller
  const { rows } = await sql<EditedRow>`
    select s.summary, s.description, s.cover_file_id, s.url, s.version_number,
      (select json_agg(json_build_object('id', vo.id, 'name', vo.name) order by vo.name)
        from subjects.subject_visibility v join ${organizationsSql(companyId)} vo on vo.id = v.organization_id
        where v.subject_id = s.id) as visible_organizations
    from subjects.subject s where s.id = ${id}`.execute(db)
  const row = rows[0] as EditedRow
  const topics = (await topicsOf(db, companyId, businessType, [id])).get(id) ?? []
  return {
    ...item,
    summary: row.summary,
    description: row.description,
    coverFileId: row.cover_file_id,
    url: row.url,
    visibleOrganizations: row.visible_organizations ?? [],
    topics: topics.map(({ id: topicId, name }) => ({ id: topicId, name })),
    gives: await completionAwardsOf(db, companyId, { businessType, businessId: id }),
    versionNumber: row.version_number,
    publishHints: await publishHints(db, record),
    stages: await editedStages(db, companyId, id, language),
  }
}
