/** To-dos of members. The module that knows when a to-do is done opens and closes it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Stage, Todo, TodoAction } from '../contract/todos.ts'
import { publishToMembers } from './browser-events.ts'
import { type MessagesDb, messagesTables } from './db.ts'
import type { Bilingual } from './message-types.ts'

export interface TodoKind {
  /** `approval.decide` */
  readonly kind: string
  readonly label: Bilingual
  /** The action that the row offers before and after the member has started (SYSTEM-212). */
  readonly action: { readonly initial: TodoAction; readonly started: TodoAction }
}

export const todoKind = extensionPoint<TodoKind>('messages.todo-kind')

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

async function tell(connection: Connection, companyId: string, rows: readonly { member_id: string }[]): Promise<void> {
  await publishToMembers(
    connection,
    'todo',
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
      closed_at = null
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

/** Closes to-dos that are done or no longer needed. */
export async function closeTodo(connection: Connection, todo: TodoOf): Promise<void> {
  const { rows } = await sql<{ member_id: string }>`
    update messages.todo set closed_at = ${todo.now}
    where company_id = ${todo.companyId} and kind = ${todo.kind} and business_id = ${todo.businessId}
      and (${todo.memberIds ?? null}::uuid[] is null or member_id = any(${todo.memberIds ?? null}::uuid[]))
      and closed_at is null
    returning member_id`.execute(messagesTables(connection))
  await tell(connection, todo.companyId, rows)
}

interface TodoRow {
  readonly id: string
  readonly kind: string
  readonly business_type: number
  readonly business_id: string
  readonly title: string
  readonly link: string
  readonly starts_at: number | null
  readonly due_at: number | null
  readonly begun_at: number | null
  readonly created_at: number
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

function answer(row: TodoRow, kind: TodoKind, now: number): Todo {
  const started = row.begun_at !== null
  return {
    id: row.id,
    kind: row.kind,
    kindLabel: kind.label,
    businessType: row.business_type,
    businessId: row.business_id,
    title: row.title,
    action: started ? kind.action.started : kind.action.initial,
    started,
    link: row.link,
    startsAt: row.starts_at,
    dueAt: row.due_at,
    stage: stageOf(row, now),
    createdAt: row.created_at,
  }
}

export interface TodoQuery extends Paging {
  readonly kind?: string
  readonly stage?: Stage
}

/** The earliest due date first, then to-dos without one, oldest first. A member belongs to one company. */
export async function listTodos(db: MessagesDb, caller: Caller, query: TodoQuery, now: number) {
  const kinds = new Map(todoKind.all().map((kind) => [kind.kind, kind]))
  const matching = sql`from messages.todo
    where member_id = ${caller.memberId} and closed_at is null
      and kind = any(${query.kind === undefined ? [...kinds.keys()] : [query.kind]}) and ${stageSql(query.stage, now)}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<TodoRow>`
      select id, kind, business_type, business_id, title, link, starts_at, due_at, begun_at, created_at
      ${matching} order by sort_at, created_at, id ${window}`,
  })
  const items = rows.flatMap((row) => {
    const kind = kinds.get(row.kind)
    return kind ? [answer(row, kind, now)] : []
  })
  return { items, recordCount }
}

export async function countTodos(db: MessagesDb, caller: Caller) {
  const known = todoKind.all()
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*) as count from messages.todo
    where member_id = ${caller.memberId} and closed_at is null
      and kind = any(${known.map((kind) => kind.kind)}) group by kind`.execute(db)
  const counts = new Map(rows.map((row) => [row.kind, row.count]))
  const kinds = known.flatMap(({ kind, label }) => {
    const count = counts.get(kind) ?? 0
    return count > 0 ? [{ kind, label, count }] : []
  })
  return { count: kinds.reduce((sum, kind) => sum + kind.count, 0), kinds }
}
