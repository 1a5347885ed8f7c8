/** Stored to-dos of members. The module that knows when a to-do is done opens and closes it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { publishToMembers } from './browser-events.ts'
import { messagesTables } from './db.ts'
import { todoKind } from './todo-kinds.ts'

export interface NewTodo {
  readonly companyId: string
  readonly memberIds: readonly string[]
  /** The name of a registered kind. */
  readonly kind: string
  readonly businessType: number
  /** The object of the to-do. A member has at most one to-do for each kind and object. */
  readonly businessId: string
  readonly title: string
  /** The target: a hash path of the shell without `#`. */
  readonly link: string
  readonly startsAt?: number
  readonly dueAt?: number
  readonly now: number
}

export interface TodoOf {
  readonly companyId: string
  readonly kind: string
  readonly businessId: string
  /** Absent: the to-dos of all members. */
  readonly memberIds?: readonly string[]
  readonly now: number
}

/**
 * Tells the open browsers of these members that their to-dos may have changed; of the whole company where there are more than
 * 100. Called by a module with a source (`todoSource`), in the transaction that changes what the source reads.
 */
export async function todosChanged(
  connection: Connection,
  companyId: string,
  memberIds: readonly string[],
): Promise<void> {
  if (memberIds.length > 0) await publishToMembers(connection, 'todo', companyId, memberIds)
}

function tell(connection: Connection, companyId: string, rows: readonly { member_id: string }[]): Promise<void> {
  return todosChanged(
    connection,
    companyId,
    rows.map((row) => row.member_id),
  )
}

/** Opens a to-do for each member; updates an open one, and reopens a closed one. */
export async function openTodo(connection: Connection, todo: NewTodo): Promise<void> {
  const { companyId, kind, businessType, businessId, title, link, startsAt = null, dueAt = null, now } = todo
  if (!todoKind.all().some((known) => known.kind === kind))
    throw new Error(`no module has registered the to-do ${kind}`)
  const members = [...new Set(todo.memberIds)]
  if (members.length === 0) return
  const ids = members.map(() => uuid())
  const { rows } = await sql<{ member_id: string }>`
    insert into messages.todo (id, company_id, member_id, kind, business_type, business_id, title, link,
      starts_at, due_at, created_at)
    select chosen.id, ${companyId}, chosen.member_id, ${kind}, ${businessType}, ${businessId}, ${title}, ${link},
      ${startsAt}::bigint, ${dueAt}::bigint, ${now}
    from unnest(${ids}::uuid[], ${members}::uuid[]) as chosen (id, member_id)
    order by chosen.member_id
    on conflict (company_id, kind, business_id, member_id) do update set
      title = excluded.title, link = excluded.link, starts_at = excluded.starts_at, due_at = excluded.due_at,
      begun_at = case when messages.todo.closed_at is null then messages.todo.begun_at end,
      created_at = case when messages.todo.closed_at is null then messages.todo.created_at else excluded.created_at end,
      closed_at = null, done_at = null
    returning member_id`.execute(messagesTables(connection))
  await tell(connection, companyId, rows)
}

/** Records that the member has started: "start" becomes "continue". */
export async function beginTodo(connection: Connection, todo: TodoOf): Promise<void> {
  const { rows } = await sql<{ member_id: string }>`
    update messages.todo set begun_at = ${todo.now}
    where company_id = ${todo.companyId} and kind = ${todo.kind} and business_id = ${todo.businessId}
      and (${todo.memberIds ?? null}::uuid[] is null or member_id = any(${todo.memberIds ?? null}::uuid[]))
      and closed_at is null and begun_at is null
    returning member_id`.execute(messagesTables(connection))
  await tell(connection, todo.companyId, rows)
}

/** Closes to-dos that are done or no longer needed. `isDone`: these members did it, and find it among what they have done. */
export async function closeTodo(connection: Connection, todo: TodoOf & { readonly isDone?: boolean }): Promise<void> {
  const { rows } = await sql<{ member_id: string }>`
    update messages.todo set closed_at = ${todo.now}, done_at = ${todo.isDone === true ? todo.now : null}::bigint
    where company_id = ${todo.companyId} and kind = ${todo.kind} and business_id = ${todo.businessId}
      and (${todo.memberIds ?? null}::uuid[] is null or member_id = any(${todo.memberIds ?? null}::uuid[]))
      and closed_at is null
    returning member_id`.execute(messagesTables(connection))
  await tell(connection, todo.companyId, rows)
}
