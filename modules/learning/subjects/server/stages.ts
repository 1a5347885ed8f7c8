/** The stages of a subject's draft, with what stands in them: written as a whole. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { findStudyKind, keyOf } from '#modules/content/study/server.ts'
import { topicNames } from '#modules/content/topics/server.ts'
import { organizationNames, positionNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { StageInput } from '../contract/authoring.ts'
import { CONTENT_TWICE, CONTENT_UNKNOWN, WRONG_TYPE } from '../contract/errors.ts'
import { notInSubjects, subjectTypes } from '../contract/wire.ts'
import type { SubjectsDb } from './db.ts'
import { subjectLifecycle } from './subject-lifecycle.ts'

type ContentInput = StageInput['contents'][number]

const keyOfContent = ({ businessType, businessId }: ContentInput) => keyOf(businessType, businessId)

function assertOnce(contents: readonly ContentInput[]): void {
  const seen = new Set<string>()
  for (const content of contents) {
    const key = keyOfContent(content)
    const { businessType, businessId } = content
    if (seen.has(key)) throw refuse(CONTENT_TWICE, { businessType, businessId })
    seen.add(key)
  }
}

/** What is new in the subject must be there for the author; what stands in it already may have been taken down since. */
async function assertThere(db: SubjectsDb, caller: Caller, added: readonly ContentInput[]): Promise<void> {
  for (const [businessType, ofKind] of Map.groupBy(added, (content) => content.businessType)) {
    const ids = ofKind.map(({ businessId }) => businessId)
    const kind = notInSubjects.includes(businessType) ? undefined : findStudyKind(businessType)
    const visible = await kind?.visible(db, caller, ids)
    const items = new Map((await kind?.items(db, caller.companyId, ids))?.map((item) => [item.id, item]))
    const missing = ids.find((id) => !visible?.has(id) || !items.get(id)?.isAvailable)
    if (missing !== undefined) throw refuse(CONTENT_UNKNOWN, { businessType, businessId: missing })
  }
}

/** The conditions name positions, organizations and topics of the company. */
async function assertConditions(db: SubjectsDb, companyId: string, contents: readonly ContentInput[]): Promise<void> {
  const all = (field: 'positionIds' | 'organizationIds' | 'topicIds') => [
    ...new Set(contents.flatMap((content) => content[field] ?? [])),
  ]
  const asked = [
    [all('positionIds'), positionNames],
    [all('organizationIds'), organizationNames],
    [all('topicIds'), topicNames],
  ] as const
  for (const [ids, names] of asked)
    if (ids.length > 0 && (await names(db, companyId, ids)).size !== ids.length) throw refuse(NOT_FOUND)
}

const isConditioned = ({ positionIds = [], organizationIds = [], topicIds = [] }: ContentInput) =>
  positionIds.length + organizationIds.length + topicIds.length > 0

interface Known {
  readonly stages: ReadonlySet<string>
  /** Item → the id under which the subject knows it. */
  readonly contents: ReadonlyMap<string, string>
}

/** What the subject knows already, in its draft and on the shelf: ids stay with what they name. */
async function knownOf(db: SubjectsDb, subjectId: string): Promise<Known> {
  const stages = await db.selectFrom('subjects.stage').select('id').where('subject_id', '=', subjectId).execute()
  const contents = await db
    .selectFrom('subjects.content')
    .select(['id', 'business_type', 'business_id'])
    .where('subject_id', '=', subjectId)
    .execute()
  return {
    stages: new Set(stages.map(({ id }) => id)),
    contents: new Map(contents.map((row) => [keyOf(row.business_type, row.business_id), row.id])),
  }
}

/** Answers the ids of the stages. */
async function store(
  db: SubjectsDb,
  subject: { readonly id: string; readonly companyId: string },
  wished: readonly StageInput[],
  known: Known,
): Promise<string[]> {
  const used = new Set<string>()
  const stages = wished.map((stage, sort) => {
    const id = stage.id !== undefined && known.stages.has(stage.id) && !used.has(stage.id) ? stage.id : uuid()
    used.add(id)
    return { ...stage, id, sort }
  })
  const rows = stages.map(({ id, title, summary = '', sort }) => ({
    ...{ id, title: title.trim(), summary: summary.trim(), sort },
  }))
  const contents = stages.flatMap((stage) =>
    stage.contents.map((content, sort) => ({
      ...{ id: known.contents.get(keyOfContent(content)) ?? uuid(), stage_id: stage.id, sort },
      ...{ business_type: content.businessType, business_id: content.businessId, required: content.isRequired === 1 },
      position_ids: content.positionIds ?? [],
      organization_ids: content.organizationIds ?? [],
      topic_ids: content.topicIds ?? [],
    })),
  )
  await sql`delete from subjects.stage where subject_id = ${subject.id} and edition = 'draft'`.execute(db)
  await sql`
    insert into subjects.stage (subject_id, edition, id, company_id, title, summary, sort)
    select ${subject.id}, 'draft', g.id, ${subject.companyId}, g.title, g.summary, g.sort
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, title text, summary text, sort int)`.execute(
    db,
  )
  await sql`
    insert into subjects.content (subject_id, edition, id, company_id, stage_id, business_type, business_id, required,
      sort, position_ids, organization_ids, topic_ids)
    select ${subject.id}, 'draft', c.id, ${subject.companyId}, c.stage_id, c.business_type, c.business_id, c.required,
      c.sort, c.position_ids, c.organization_ids, c.topic_ids
    from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb) as c (id uuid, stage_id uuid, business_type smallint,
      business_id uuid, required boolean, sort int, position_ids uuid[], organization_ids uuid[], topic_ids uuid[])`.execute(
    db,
  )
  return stages.map((stage) => stage.id)
}

export async function changeStages(
  db: SubjectsDb,
  caller: Caller,
  id: string,
  { stages, revision }: { readonly stages: readonly StageInput[]; readonly revision: number },
  now: number,
) {
  const subject = await subjectLifecycle.lockForEdit(db, caller, id, revision)
  const { subjectType, companyId } = subject
  const contents = stages.flatMap((stage) => stage.contents)
  if (subjectType === subjectTypes.external) throw refuse(WRONG_TYPE, { subjectType })
  if (subjectType !== subjectTypes.personalized && contents.some(isConditioned))
    throw refuse(WRONG_TYPE, { subjectType })
  assertOnce(contents)
  const known = await knownOf(db, id)
  await assertThere(
    db,
    caller,
    contents.filter((content) => !known.contents.has(keyOfContent(content))),
  )
  await assertConditions(db, companyId, contents)
  const texts = stages.flatMap(({ title, summary = '' }, index) => [
    [`stages.${index}.title`, title],
    [`stages.${index}.summary`, summary],
  ])
  await assertClean(db, companyId, Object.fromEntries(texts))
  const stageIds = await store(db, subject, stages, known)
  await db.updateTable('subjects.subject').set({ has_changes: true }).where('id', '=', id).execute()
  return { id, revision: await subjectLifecycle.bump(db, id, now), stageIds }
}
