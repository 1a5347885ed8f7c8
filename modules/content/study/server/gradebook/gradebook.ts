/** Members beside items: who is where in what, a page at a time, with the totals of each item. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { contactsSql, directorySql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Counted, countedRows, foundSql, type PageOf, type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Grade, GradebookFilter, GradeItem, GradePerson, GradeRow, GradeState } from '../../contract/gradebook.ts'
import { studyTables } from '../db.ts'
import { keyOf, type StudyState, studyStates } from '../kinds.ts'
import {
  type Column,
  followedSql,
  type GradebookScope,
  type GradedItem,
  gradebookScope,
  gradedKinds,
  gradesSql,
} from './scope.ts'

/** The states of `gradesSql`, by their numbers. */
const stateNumbers = { 'not-started': 0, learning: 1, done: 2, abandoned: 3 } as const

export interface PersonRow {
  readonly id: string
  readonly full_name: string
  readonly avatar_path: string
  readonly organization_id: string
  readonly organization_name: string
  readonly enabled: boolean
  readonly is_followed: boolean
}

export const personColumns = sql`p.id, p.full_name, p.avatar_path, p.organization_id, p.organization_name, k.enabled`

export function personOf(row: PersonRow): GradePerson {
  return {
    id: row.id,
    fullName: row.full_name,
    avatarPath: row.avatar_path,
    organization: { id: row.organization_id, name: row.organization_name },
    hasLeft: !row.enabled,
  }
}

/** Whether the caller may follow the member `p` in the grade `g`. */
function shownSql(caller: Caller, columns: readonly Column[]): RawBuilder<boolean> {
  const own = columns.filter((column) => column.isOwn).map((column) => column.businessId)
  return sql<boolean>`(${followedSql(caller)} or g.business_id = any(${own}::uuid[]))`
}

function inStateSql(caller: Caller, { columns }: GradebookScope, state: GradeState | undefined): RawBuilder<boolean> {
  if (state === undefined) return sql<boolean>`true`
  const grades = gradesSql(caller.companyId, columns)
  if (state !== 'not-registered')
    return sql<boolean>`p.id in (select g.member_id from ${grades} g
      where g.state = ${stateNumbers[state]} and ${shownSql(caller, columns)})`
  // Whoever is registered for all of them lacks none.
  const lacks = (shown: readonly Column[]) => sql`p.id not in (
    select g.member_id from ${gradesSql(caller.companyId, shown)} g group by g.member_id having count(*) >= ${shown.length}::int)`
  return sql<boolean>`case when ${followedSql(caller)} then ${lacks(columns)}
    else ${lacks(columns.filter((column) => column.isOwn))} end`
}

/** `from … where …`: the members `p`, with their contacts `k`, that stand in the gradebook. */
function membersSql(caller: Caller, scope: GradebookScope, filter: GradebookFilter): RawBuilder<unknown> {
  const { companyId } = caller
  const own = scope.columns.filter((column) => column.isOwn)
  const learns = own.length === 0 ? sql`false` : sql`p.id in (select g.member_id from ${gradesSql(companyId, own)} g)`
  const below =
    filter.organizationId === undefined
      ? sql`true`
      : sql`p.organization_id in ${organizationsBelowSql([filter.organizationId])}`
  return sql`from ${directorySql(companyId)} p join ${contactsSql(companyId)} k on k.id = p.id
    where (${followedSql(caller)} or ${learns}) and ${below} and (k.enabled or ${filter.withLeft === true}::boolean)
      and ${containsSql(sql`p.full_name`, filter.search)} and ${inStateSql(caller, scope, filter.state)}`
}

function stateOf(state: StudyState): GradeState {
  if (state.isFinished) return 'done'
  if (state.finishStatus === 3) return 'abandoned'
  return state.isStarted ? 'learning' : 'not-started'
}

export const absentGrade: Grade = { state: 'not-registered', percent: 0, score: null, finishedAt: null }

/** How far these members are in the columns: one statement a kind for the states, and one for the scores. */
export async function gradesOf(
  db: Connection,
  companyId: string,
  memberIds: readonly string[],
  columns: readonly GradedItem[],
) {
  const found = new Map<string, Grade>()
  if (memberIds.length === 0) return found
  const key = (memberId: string, businessType: number, id: string) => `${memberId} ${keyOf(businessType, id)}`
  for (const one of await studyStates(db, companyId, memberIds, columns)) {
    if (!one.isRegistered) continue
    const { percent, finishedAt } = one
    found.set(key(one.memberId, one.businessType, one.businessId), {
      state: stateOf(one),
      percent,
      score: null,
      finishedAt,
    })
  }
  for (const [kind, some] of Map.groupBy(columns, (column) => column.kind)) {
    const ids = some.map((column) => column.businessId)
    for (const { memberId, businessId, score } of (await kind.grades?.scores?.(db, companyId, memberIds, ids)) ?? []) {
      const at = key(memberId, kind.businessType, businessId)
      const grade = found.get(at)
      if (grade) found.set(at, { ...grade, score })
    }
  }
  return found
}

function rowOf(row: PersonRow, columns: readonly Column[], found: ReadonlyMap<string, Grade>): GradeRow {
  const grades = columns.map((column) =>
    row.is_followed || column.isOwn
      ? (found.get(`${row.id} ${keyOf(column.businessType, column.businessId)}`) ?? absentGrade)
      : null,
  )
  const registered = grades.filter((grade) => grade !== null && grade.state !== 'not-registered') as Grade[]
  const sum = registered.reduce((total, grade) => total + grade.percent, 0)
  return {
    member: personOf(row),
    grades,
    registeredCount: registered.length,
    doneCount: registered.filter((grade) => grade.state === 'done').length,
    percent: registered.length === 0 ? 0 : Math.floor(sum / registered.length),
    mayOpenRecord: row.is_followed,
  }
}

function columnsOf({ columns }: GradebookScope, language: Language): GradeItem[] {
  return columns.map(({ businessType, businessId, kind, item }) => ({
    ...{ businessType, businessId, label: kind.label[language], name: item.name, link: item.link },
  }))
}

async function withGrades(db: Connection, caller: Caller, { columns }: GradebookScope, people: readonly PersonRow[]) {
  const memberIds = people.map((row) => row.id)
  const found = await gradesOf(db, caller.companyId, memberIds, columns)
  return people.map((row) => rowOf(row, columns, found))
}

async function readRows(
  connection: Connection,
  caller: Caller,
  scope: GradebookScope,
  filter: GradebookFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<GradeRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns}, ${followedSql(caller)} as is_followed ${membersSql(caller, scope, filter)}
    order by p.full_name, p.id limit ${limit}::int offset ${offset}::int`.execute(studyTables(connection))
  return withGrades(connection, caller, scope, rows)
}

/**
 * A page of members and how many there are. Without a state the page comes straight from the index of names, and the members
 * are counted apart; with one every grade has to be looked at, and that once.
 */
async function findMembers(
  connection: Connection,
  caller: Caller,
  scope: GradebookScope,
  filter: GradebookFilter & Paging,
): Promise<PageOf<PersonRow>> {
  const db = studyTables(connection)
  const matching = membersSql(caller, scope, filter)
  const columns = sql`${personColumns}, ${followedSql(caller)} as is_followed`
  if (filter.state === undefined)
    return sqlPage(db, filter, {
      matching,
      rows: (window) => sql<PersonRow>`select ${columns} ${matching} order by p.full_name, p.id ${window}`,
    })
  const { rows } = await sql<Counted<PersonRow>>`
    with ${foundSql(sql`p.id`, sql`p.full_name, p.id`, matching, filter)},
    member as (select ${columns} from unnest((select ids from found)) page(id)
      join ${directorySql(caller.companyId)} p on p.id = page.id join ${contactsSql(caller.companyId)} k on k.id = p.id)
    select found.record_count, m.* from found left join member m on true order by m.full_name, m.id`.execute(db)
  return countedRows<PersonRow>(rows)
}

async function countMembers(connection: Connection, caller: Caller, scope: GradebookScope, filter: GradebookFilter) {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count ${membersSql(caller, scope, filter)}`.execute(studyTables(connection))
  return rows[0]?.count ?? 0
}

export async function readGradebook(
  connection: Connection,
  caller: Caller,
  query: GradebookFilter & Paging,
  language: Language,
) {
  const scope = await gradebookScope(connection, caller, query.items)
  const { items: people, recordCount } = await findMembers(connection, caller, scope, query)
  return {
    items: await withGrades(connection, caller, scope, people),
    recordCount,
    columns: columnsOf(scope, language),
    kinds: gradedKinds(),
  }
}

interface TotalRow {
  readonly business_type: number
  readonly business_id: string
  readonly registered: number
  readonly not_started: number
  readonly learning: number
  readonly done: number
}

export async function gradebookTotals(connection: Connection, caller: Caller, filter: GradebookFilter) {
  const scope = await gradebookScope(connection, caller, filter.items)
  const { rows } = await sql<TotalRow>`
    with member as materialized (select p.id, p.organization_id ${membersSql(caller, scope, filter)})
    select g.business_type, g.business_id, count(*)::int as registered,
      (count(*) filter (where g.state = 0))::int as not_started,
      (count(*) filter (where g.state = 1))::int as learning, (count(*) filter (where g.state = 2))::int as done
    from member p join ${gradesSql(caller.companyId, scope.columns)} g on g.member_id = p.id
    where ${shownSql(caller, scope.columns)} group by g.business_type, g.business_id`.execute(studyTables(connection))
  const known = new Map(rows.map((row) => [keyOf(row.business_type, row.business_id), row]))
  return {
    memberCount: await countMembers(connection, caller, scope, filter),
    items: scope.columns.map(({ businessType, businessId }) => {
      const row = known.get(keyOf(businessType, businessId))
      return {
        ...{ businessType, businessId, registeredCount: row?.registered ?? 0, doneCount: row?.done ?? 0 },
        ...{ notStartedCount: row?.not_started ?? 0, learningCount: row?.learning ?? 0 },
      }
    }),
  }
}

const chunkSize = 250

/** All rows of the gradebook, up to so many, for the export: read in pieces, so that no more than one is kept. */
export async function* eachGradeRow(
  connection: Connection,
  caller: Caller,
  scope: GradebookScope,
  filter: GradebookFilter,
  rowsMax: number,
): AsyncGenerator<GradeRow> {
  for (let offset = 0; offset < rowsMax; offset += chunkSize) {
    const limit = Math.min(chunkSize, rowsMax - offset)
    const rows = await readRows(connection, caller, scope, filter, { limit, offset })
    yield* rows
    if (rows.length < limit) return
  }
}
