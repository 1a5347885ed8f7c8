/**
 * What members have to do, as the modules register it. A kind either opens and closes stored to-dos (`todoKind`), or it has
 * a source (`todoSource`): a statement on the tables of its module. A source can't be out of date: what is done, withdrawn or
 * taken down is in the list no longer, and nobody has to close it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { extensionPoint } from '#server/extension.ts'
import type { TodoAction } from '../contract/todos.ts'
import type { Bilingual } from './message-types.ts'

export interface TodoKind {
  /** `approval.decide` */
  readonly kind: string
  readonly label: Bilingual
  /** For a kind whose to-dos are about nothing that has a name of its own; their `title` is empty. */
  readonly title?: Bilingual
  /** The action that the row offers before and after the member has started (SYSTEM-212). */
  readonly action: { readonly initial: TodoAction; readonly started: TodoAction }
}

export const todoKind = extensionPoint<TodoKind>('messages.todo-kind')

export interface TodoSource extends TodoKind {
  /**
   * The caller's open to-dos of this kind: a select of `todoColumns`, cut to the caller's company, which an index of the
   * member serves. It is joined with those of the other kinds to one statement, which every open tab makes for its badge. Undefined: there are none.
   */
  openSql(caller: Caller, now: number): RawBuilder<unknown> | undefined
  /** What the caller has done since an instant, with `doneAt`. Absent: the list of done to-dos leaves this kind out. */
  doneSql?(caller: Caller, since: number): RawBuilder<unknown> | undefined
}

export const todoSource = extensionPoint<TodoSource>('messages.todo-source')

type Sql = RawBuilder<unknown>

interface TodoColumns {
  /** A UUID, once in the kind for a member. */
  readonly id: Sql
  readonly businessType: Sql
  readonly businessId: Sql
  readonly title: Sql
  /** Hash path of the shell without `#`. */
  readonly link: Sql
  readonly startsAt?: Sql
  readonly dueAt?: Sql
  /** Not null once the member has started. */
  readonly startedAt?: Sql
  readonly doneAt?: Sql
  readonly createdAt: Sql
  /** How many wait behind this row, where one row stands for several. */
  readonly amount?: Sql
}

const none = sql`null`

/** The columns of a to-do in the order and the types that all sources share. */
export function todoColumns(of: TodoColumns): RawBuilder<unknown> {
  const { startsAt = none, dueAt = none, startedAt = none, doneAt = none, amount = none } = of
  return sql`(${of.id})::uuid as id, (${of.businessType})::int as business_type, (${of.businessId})::text as business_id,
    (${of.title})::text as title, (${of.link})::text as link, (${startsAt})::bigint as starts_at,
    (${dueAt})::bigint as due_at, (${startedAt})::bigint as started_at, (${doneAt})::bigint as done_at,
    (${of.createdAt})::bigint as created_at, (${amount})::int as amount`
}

interface ContentColumns extends Omit<TodoColumns, 'id' | 'businessId' | 'businessType' | 'title' | 'link'> {
  /** The row of the item, with `id` and `name`: one to-do of the kind for a member. */
  readonly row: Sql
  readonly businessType: number
  /** The link up to the id of the item. */
  readonly path: string
  /** The link after the id; with nothing after it where it is left out. */
  readonly pathEnd?: string
}

/** The columns of a to-do about an item of content. */
export function contentTodoColumns(of: ContentColumns): RawBuilder<unknown> {
  const { row, businessType, path, pathEnd = '', ...columns } = of
  const id = sql`${row}.id`
  return todoColumns({
    ...{ id, businessId: id, title: sql`${row}.name`, link: sql`${sql.lit(path)} || ${id} || ${sql.lit(pathEnd)}` },
    businessType: sql`${businessType}`,
    ...columns,
  })
}

interface Waiting {
  /** `from … where …`: the rows that wait, cut to the caller's company. The statement around adds conditions with `and`. */
  readonly rows: Sql
}

/**
 * The subjects for which something waits, as a table with the column `subject_id`. Each is found by one look into the index
 * that serves `rows` in the order of `subject`: neither all subjects nor the rows of one subject are walked through.
 */
export function waitingSubjects({ rows, subject }: Waiting & { readonly subject: Sql }): Sql {
  const next = (after: Sql) => sql`(select ${subject} ${rows} ${after} order by ${subject} limit 1)`
  return sql`(with recursive waiting (subject_id) as (${next(sql``)} union all
    select ${next(sql`and ${subject} > waiting.subject_id`)} from waiting where waiting.subject_id is not null)
    select subject_id from waiting where subject_id is not null)`
}

/**
 * More are not counted: a subject with a hundred thousand waiting rows would cost every page of whoever has to act on them
 * (decision 113). Stands in the statement as a number: a plan for all values takes a limit that it does not know for a tenth
 * of the rows, and sorts them all.
 */
const countedMax = 100

/** How many of the rows wait (`amount`), and for how long (`since`), as a table of one row; `id` makes the order certain. */
export function waitingCount({ rows, since, id }: Waiting & { readonly since: Sql; readonly id: Sql }): Sql {
  return sql`(select count(*)::int as amount, min(waiting.since) as since from (
    select ${since} as since ${rows} order by ${since}, ${id} limit ${sql.lit(countedMax)}
  ) waiting)`
}
