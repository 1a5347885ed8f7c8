/**
 * Whose grades a caller may read, by the rule of the progress board: whoever holds `course.progress` for an organization
 * sees its members in everything; whoever makes, manages or teaches an item sees all its learners in that item.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, can } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { readsGradebook } from '../../contract/access.ts'
import { gradebookItemsMax } from '../../contract/gradebook.ts'
import { findStudyKind, keyOf, type StudyItem, type StudyKind, type StudyRef, studyItems, studyKind } from '../kinds.ts'

export interface GradedItem extends StudyRef {
  readonly kind: StudyKind
}

export interface Column extends GradedItem {
  readonly item: StudyItem
  /** The caller sees all learners of the item. */
  readonly isOwn: boolean
}

export interface GradebookScope {
  /** The organizations in which the caller sees progress; each stands for all below it. */
  readonly followed: readonly string[]
  readonly columns: readonly Column[]
}

/** So many columns stand there at first. */
const columnsAtFirst = 10

function followedOrganizations(caller: Caller): readonly string[] {
  return caller.permissions.get('course.progress') ?? []
}

/** Whether the member `p` is in an organization in which the caller sees progress. */
export function followedSql(caller: Caller): RawBuilder<boolean> {
  const followed = followedOrganizations(caller)
  if (followed.includes(caller.companyId)) return sql<boolean>`true`
  if (followed.length === 0) return sql<boolean>`false`
  return sql<boolean>`p.organization_id in ${organizationsBelowSql(followed)}`
}

function refOf(key: string): StudyRef {
  const [type = '', businessId = ''] = key.split(':')
  return { businessType: Number(type), businessId }
}

export const gradedKinds = () => graded().map((kind) => kind.businessType)

const graded = () => studyKind.all().filter((kind) => kind.grades)

/** The newest items that the caller may follow, of the first kind that has any: courses before all others. */
async function newestItems(db: Connection, caller: Caller): Promise<StudyRef[]> {
  const isFollower = followedOrganizations(caller).length > 0
  for (const { businessType, grades } of graded().sort((one, other) => one.businessType - other.businessType)) {
    const ids = (await grades?.newest(db, caller, { isFollower, limit: columnsAtFirst })) ?? []
    if (ids.length > 0) return ids.map((businessId) => ({ businessType, businessId }))
  }
  return []
}

/** The items of these keys as columns. What is not there any more is left out; what the caller may not follow is refused. */
export async function gradebookScope(
  db: Connection,
  caller: Caller,
  keys: readonly string[] | undefined,
): Promise<GradebookScope> {
  const followed = followedOrganizations(caller)
  const isChosen = keys !== undefined && keys.length > 0
  const refs = isChosen ? [...new Set(keys)].map(refOf).slice(0, gradebookItemsMax) : await newestItems(db, caller)
  const items = await studyItems(db, caller.companyId, refs)
  const columns: Column[] = []
  for (const [businessType, some] of Map.groupBy(refs, (ref) => ref.businessType)) {
    const kind = findStudyKind(businessType)
    if (!kind?.grades) continue
    const known = some.filter((ref) => items.has(keyOf(businessType, ref.businessId)))
    const own = await kind.grades.owned(
      db,
      caller,
      known.map((ref) => ref.businessId),
    )
    for (const ref of known)
      columns.push({
        ...{ ...ref, kind, isOwn: own.has(ref.businessId) },
        item: items.get(keyOf(businessType, ref.businessId)) as StudyItem,
      })
  }
  const mayFollow = (column: Column) => column.isOwn || followed.length > 0
  const isReader = columns.length > 0 || readsGradebook.permission.some((code) => can(caller, code))
  if (!isReader || !columns.every(mayFollow)) throw refuse(NO_PERMISSION)
  const place = new Map(refs.map((ref, at) => [keyOf(ref.businessType, ref.businessId), at]))
  const at = (column: Column) => place.get(keyOf(column.businessType, column.businessId)) ?? 0
  return { followed, columns: columns.sort((one, other) => at(one) - at(other)) }
}

/** `(select member_id, business_type, business_id, state, finished_at …)` of the columns. */
export function gradesSql(companyId: string, columns: readonly Column[]): RawBuilder<unknown> {
  const parts = [...Map.groupBy(columns, (column) => column.kind)].flatMap(([kind, some]) =>
    kind.grades
      ? [
          sql`select g.member_id, ${kind.businessType}::int as business_type, g.business_id, g.state
            from ${kind.grades.sql(
              companyId,
              some.map((column) => column.businessId),
            )} g`,
        ]
      : [],
  )
  return parts.length === 0
    ? sql`(select null::uuid as member_id, 0 as business_type, null::uuid as business_id, 0 as state where false)`
    : sql`(${sql.join(parts, sql` union all `)})`
}
