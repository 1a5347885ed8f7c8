/** Classes for tests and demo data. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { ShelfStatus } from '#kit/authored-content.ts'
import type { Connection } from '#server/db/connection.ts'
import type { ActivityKind } from '../contract/activities.ts'
import { type ClassInput, type EnrollmentRules, newClass } from '../contract/fields.ts'
import { columnsOf } from './class-fields.ts'
import { classesTables } from './db.ts'
import { changeQuotas } from './places.ts'

const dayMs = 86_400_000

export interface BuiltClass extends Partial<Omit<ClassInput, 'enrollment'>> {
  readonly id?: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly now: number
  /** On the shelf where it is left out. */
  readonly status?: ShelfStatus
  readonly closedAt?: number
  readonly enrollment?: Partial<EnrollmentRules>
  /** Members who take part. */
  readonly participants?: readonly string[]
  readonly graduates?: readonly string[]
}

/** It begins in a week and lasts two days, unless the input says otherwise. */
export async function buildClass(connection: Connection, input: BuiltClass): Promise<string> {
  const db = classesTables(connection)
  const { id = uuid(), author, now, status = 'on-shelf', closedAt = null, enrollment, ...rest } = input
  const { participants = [], graduates = [], ...written } = rest
  const columns = columnsOf({
    ...{ ...newClass, name: '新任经理训练营', startsAt: now + 7 * dayMs, endsAt: now + 9 * dayMs, ...written },
    enrollment: { ...newClass.enrollment, ...enrollment },
  })
  const isPublished = status !== 'draft'
  const { companyId } = author
  await db
    .insertInto('classes.class')
    .values({
      ...{
        id,
        company_id: companyId,
        organization_id: author.organizationId,
        author_id: author.id,
        ...columns,
        status,
      },
      ...{ version_number: isPublished ? 1 : 0, updated_at: now, published_at: isPublished ? now : null },
      ...{ off_shelf_at: status === 'off-shelf' ? now : null, closed_at: closedAt, places_taken: participants.length },
    })
    .execute()
  await changeQuotas(db, { id, companyId }, written.quotas ?? [])
  if (participants.length > 0)
    await db
      .insertInto('classes.enrollment')
      .values(
        participants.map((memberId) => {
          const isGraduate = graduates.includes(memberId)
          return {
            ...{
              id: uuid(),
              class_id: id,
              member_id: memberId,
              company_id: companyId,
              state: 'enrolled',
              source: 'self',
            },
            ...{
              queued_at: now,
              decided_at: now,
              graduation: isGraduate ? 2 : 1,
              graduated_at: isGraduate ? now : null,
            },
          }
        }),
      )
      .execute()
  return id
}

interface BuiltActivity {
  readonly classId: string
  readonly companyId: string
  readonly title: string
  /** A notice where it is left out. */
  readonly kind?: ActivityKind
  readonly text?: string
  /** From the beginning where it is left out. */
  readonly opensAt?: number
  readonly dueAt?: number
  readonly fileIds?: readonly string[]
}

/** An activity in a class without content of the platform; answers its id. */
export async function buildActivity(connection: Connection, input: BuiltActivity): Promise<string> {
  const { classId, companyId, title, kind = 'notice', text = title, opensAt = 1, dueAt, fileIds = [] } = input
  const id = uuid()
  await classesTables(connection)
    .insertInto('classes.activity')
    .values({
      ...{ id, class_id: classId, company_id: companyId, kind, phase: 0, sort: 0, is_required: true, title, text },
      ...{ url: '', venue: '', opens_at: opensAt, due_at: dueAt ?? null, file_ids: [...fileIds] },
    })
    .execute()
  return id
}

/** A series of these classes, in their order; answers its id. */
export async function buildSeries(
  connection: Connection,
  of: { readonly companyId: string; readonly name: string; readonly classIds: readonly string[]; readonly now: number },
): Promise<string> {
  const db = classesTables(connection)
  const id = uuid()
  await db
    .insertInto('classes.series')
    .values({ id, company_id: of.companyId, name: of.name, created_at: of.now })
    .execute()
  await sql`
    update classes.class c set series_id = ${id}, series_number = n.number
    from unnest(${[...of.classIds]}::uuid[]) with ordinality n(id, number) where c.id = n.id`.execute(db)
  return id
}

/** As the contract has it, for tests of the modules that belong to classes. */
export { activityInputOf } from '../contract/activities.ts'
