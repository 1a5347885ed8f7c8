/** The to-dos of a member: the stored ones and those of all sources, in one statement. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { pageWindow } from '#kit/schema.ts'
import { type Counted, countedPage, type PageOf, type Paging } from '#server/db/page.ts'
import type { DoneTodo, Stage, Todo } from '../contract/todos.ts'
import type { MessagesDb } from './db.ts'
import { type TodoKind, todoColumns, todoKind, todoSource } from './todo-kinds.ts'

const dayMs = 86_400_000
/** The list of done to-dos goes back so far. */
const doneDays = 90

interface TodoRow {
  readonly id: string
  readonly kind: string
  readonly business_type: number
  readonly business_id: string
  readonly title: string
  readonly link: string
  readonly starts_at: number | null
  readonly due_at: number | null
  readonly started_at: number | null
  readonly done_at: number | null
  readonly created_at: number
  readonly amount: number | null
}

const storedColumns = todoColumns({
  ...{ id: sql`stored.id`, businessType: sql`stored.business_type`, businessId: sql`stored.business_id` },
  ...{ title: sql`stored.title`, link: sql`stored.link`, startsAt: sql`stored.starts_at`, dueAt: sql`stored.due_at` },
  ...{ startedAt: sql`stored.begun_at`, doneAt: sql`stored.done_at`, createdAt: sql`stored.created_at` },
})

function storedSql({ companyId, memberId }: Caller, kinds: readonly string[], which: RawBuilder<unknown>) {
  return sql`select stored.kind, ${storedColumns} from messages.todo stored
    where stored.member_id = ${memberId} and stored.company_id = ${companyId} and ${which}
      and stored.kind = any(${kinds})`
}

const allKinds = (): readonly TodoKind[] => [...todoKind.all(), ...todoSource.all()]

/** The union of the stored to-dos and the sources, of one kind or of all; undefined for a kind that nobody registered. */
function unionSql(
  caller: Caller,
  kind: string | undefined,
  stored: RawBuilder<unknown>,
  sourceSql: (source: ReturnType<typeof todoSource.all>[number]) => RawBuilder<unknown> | undefined,
): RawBuilder<unknown> | undefined {
  const isChosen = (one: TodoKind) => kind === undefined || one.kind === kind
  const kinds = todoKind.all().filter(isChosen)
  const parts = [
    ...(kinds.length > 0
      ? [
          storedSql(
            caller,
            kinds.map((one) => one.kind),
            stored,
          ),
        ]
      : []),
    ...todoSource
      .all()
      .filter(isChosen)
      .flatMap((source) => {
        const rows = sourceSql(source)
        return rows ? [sql`select ${source.kind}::text as kind, source.* from (${rows}) source`] : []
      }),
  ]
  return parts.length === 0 ? undefined : sql.join(parts, sql` union all `)
}

function openSql(caller: Caller, now: number, kind?: string): RawBuilder<unknown> | undefined {
  return unionSql(caller, kind, sql`stored.closed_at is null`, (source) => source.openSql(caller, now))
}

function stageOf(todo: { starts_at: number | null; due_at: number | null }, now: number): Stage {
  if (todo.due_at !== null && todo.due_at <= now) return 'over'
  return todo.starts_at !== null && todo.starts_at > now ? 'upcoming' : 'in-progress'
}

function stageSql(stage: Stage | undefined, now: number) {
  if (stage === 'over') return sql`due_at <= ${now}`
  const notOver = sql`(due_at is null or due_at > ${now})`
  if (stage === 'upcoming') return sql`${notOver} and starts_at > ${now}`
  return stage === 'in-progress' ? sql`${notOver} and (starts_at is null or starts_at <= ${now})` : sql`true`
}

function readPage<Item>(
  db: MessagesDb,
  todos: RawBuilder<unknown> | undefined,
  { order, paging }: { readonly order: RawBuilder<unknown>; readonly paging: Paging },
  itemOf: (row: TodoRow, kind: TodoKind) => Item,
): Promise<PageOf<Item>> {
  if (!todos) return Promise.resolve({ items: [], recordCount: 0 })
  const { limit, offset } = pageWindow(paging)
  const kinds = new Map(allKinds().map((kind) => [kind.kind, kind]))
  return sql<Counted<TodoRow>>`
    with todos as materialized (${todos}),
    page as (select * from todos order by ${order} limit ${limit} offset ${offset})
    select (select count(*)::int from todos) as record_count, page.*
    from (select 1) one left join page on true order by ${order}`
    .execute(db)
    .then(({ rows }) => countedPage<TodoRow, Item>(rows, (row) => itemOf(row, kinds.get(row.kind) as TodoKind)))
}

function shared(row: TodoRow, kind: TodoKind) {
  return {
    id: row.id,
    kind: row.kind,
    kindLabel: kind.label,
    businessType: row.business_type,
    businessId: row.business_id,
    title: row.title,
    kindTitle: kind.title ?? null,
    amount: row.amount,
    link: row.link,
  }
}

export interface TodoQuery extends Paging {
  readonly kind?: string
  readonly stage?: Stage
}

/** The earliest due date first, so the overdue ones; then to-dos without one, oldest first. */
export function listTodos(db: MessagesDb, caller: Caller, query: TodoQuery, now: number): Promise<PageOf<Todo>> {
  const open = openSql(caller, now, query.kind)
  const todos = open && sql`select * from (${open}) todo where ${stageSql(query.stage, now)}`
  const order = sql`due_at asc nulls last, created_at, id`
  return readPage(db, todos, { order, paging: query }, (row, kind): Todo => {
    const started = row.started_at !== null
    return {
      ...shared(row, kind),
      action: started ? kind.action.started : kind.action.initial,
      started,
      startsAt: row.starts_at,
      dueAt: row.due_at,
      stage: stageOf(row, now),
      createdAt: row.created_at,
    }
  })
}

interface KindCount {
  readonly kind: string
  readonly label: TodoKind['label']
  readonly count: number
}

interface Counts {
  readonly kind: string
  readonly count: number
  readonly overdue: number
}

async function countByKind(db: MessagesDb, todos: RawBuilder<unknown> | undefined, now: number) {
  if (!todos) return { rows: [], kinds: [] }
  const { rows } = await sql<Counts>`
    select kind, count(*)::int as count, (count(*) filter (where due_at <= ${now}))::int as overdue
    from (${todos}) todo group by kind`.execute(db)
  const counts = new Map(rows.map((row) => [row.kind, row.count]))
  const kinds = allKinds().flatMap(({ kind, label }) => {
    const count = counts.get(kind) ?? 0
    return count > 0 ? [{ kind, label, count }] : []
  })
  return { rows, kinds }
}

/** What the caller has done in the last 90 days, the newest first; and how much of each kind, whichever is listed. */
export async function listDoneTodos(
  db: MessagesDb,
  caller: Caller,
  query: Paging & { readonly kind?: string },
  now: number,
): Promise<PageOf<DoneTodo> & { kinds: KindCount[] }> {
  const since = now - doneDays * dayMs
  const done = (kind?: string) =>
    unionSql(caller, kind, sql`stored.done_at > ${since}`, (source) => source.doneSql?.(caller, since))
  const order = sql`done_at desc, id`
  const page = await readPage(db, done(query.kind), { order, paging: query }, (row, kind): DoneTodo => {
    return { ...shared(row, kind), dueAt: row.due_at, doneAt: row.done_at as number }
  })
  const { kinds } = await countByKind(db, done(), now)
  return { ...page, kinds }
}

/** How many to-dos are open, in all and by kind, and how many of them are overdue. */
export async function countTodos(db: MessagesDb, caller: Caller, now: number) {
  const { rows, kinds } = await countByKind(db, openSql(caller, now), now)
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    overdueCount: rows.reduce((sum, row) => sum + row.overdue, 0),
    kinds,
  }
}
