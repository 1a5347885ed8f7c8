/** Builders for tests and demo data: subjects with their stages, on the shelf or not. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SubjectStatus, SubjectType } from '../contract/wire.ts'
import { subjectsTables } from './db.ts'

export interface ContentInput {
  readonly businessId: string
  /** A course unless said. */
  readonly businessType?: number
  readonly required?: boolean
  readonly positionIds?: readonly string[]
  readonly organizationIds?: readonly string[]
  readonly topicIds?: readonly string[]
}

export interface SubjectInput {
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly id?: string
  readonly name?: string
  readonly summary?: string
  readonly description?: string
  readonly subjectType?: SubjectType
  readonly publishClient?: 0 | 1 | 2
  readonly url?: string
  readonly visibleOrganizationIds?: readonly string[]
  /** On the shelf unless said. */
  readonly status?: SubjectStatus
  readonly stages?: readonly {
    readonly title?: string
    readonly summary?: string
    readonly contents: readonly ContentInput[]
  }[]
  readonly now?: number
}

interface BuiltSubject {
  readonly id: string
  /** Of all stages, in order. */
  readonly contentIds: readonly string[]
}

export async function buildSubject(connection: Connection, input: SubjectInput): Promise<BuiltSubject> {
  const db = subjectsTables(connection)
  const { author, id = uuid(), status = 'on-shelf', stages = [], visibleOrganizationIds: seenBy = [] } = input
  const { now = Date.now(), url = null } = input
  const published = status !== 'draft'
  const { companyId } = author
  const contentCount = stages.reduce((sum, { contents }) => sum + contents.length, 0)
  await db
    .insertInto('subjects.subject')
    .values({
      ...{ id, company_id: companyId, organization_id: author.organizationId, author_id: author.id },
      ...{ name: input.name ?? '新员工成长地图', summary: input.summary ?? '', description: input.description ?? '' },
      ...{ subject_type: input.subjectType ?? 0, publish_client: input.publishClient ?? 0, status },
      ...{ visible_to_all: seenBy.length === 0, url, shelf_url: published ? url : null },
      ...{ has_changes: !published, version_number: published ? 1 : 0, created_at: now, updated_at: now },
      ...{ stage_count: published ? stages.length : 0, content_count: published ? contentCount : 0 },
      ...{ published_at: published ? now : null, off_shelf_at: status === 'off-shelf' ? now : null },
    })
    .execute()
  if (seenBy.length > 0)
    await db
      .insertInto('subjects.subject_visibility')
      .values(seenBy.map((organization_id) => ({ subject_id: id, organization_id, company_id: companyId })))
      .execute()
  const numbered = stages.map((stage, sort) => ({ ...stage, id: uuid(), sort }))
  const contents = numbered.flatMap((stage) =>
    stage.contents.map((content, sort) => ({
      ...{ subject_id: id, id: uuid(), company_id: companyId, stage_id: stage.id, sort },
      ...{ business_type: content.businessType ?? 1, business_id: content.businessId },
      required: content.required ?? true,
      position_ids: [...(content.positionIds ?? [])],
      organization_ids: [...(content.organizationIds ?? [])],
      topic_ids: [...(content.topicIds ?? [])],
    })),
  )
  for (const edition of published ? ['draft', 'shelf'] : ['draft']) {
    const rows = numbered.map(({ id: stageId, title = '第一阶段', summary = '', sort }) => ({
      ...{ subject_id: id, edition, id: stageId, company_id: companyId, title, summary, sort },
    }))
    if (rows.length > 0) await db.insertInto('subjects.stage').values(rows).execute()
    const inEdition = contents.map((content) => ({ ...content, edition }))
    if (inEdition.length > 0) await db.insertInto('subjects.content').values(inEdition).execute()
  }
  return { id, contentIds: contents.map((content) => content.id) }
}
