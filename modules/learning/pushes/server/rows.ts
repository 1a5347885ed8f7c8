/** Pushes as rows, the state they are in, and what that state allows. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { directorySql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { containsSql } from '#server/db/search.ts'
import { PUSH_NOT_CHANGEABLE } from '../contract/errors.ts'
import type { PushAction, PushRow, PushState } from '../contract/shapes.ts'
import type { PushesDb } from './db.ts'
import { pushedOrganizations } from './scope.ts'
import type { Push } from './tables.ts'

export type StoredPush = Selectable<Push>

/** What the screens offer and the calls accept. */
const actionsOf: Readonly<Record<PushState, readonly PushAction[]>> = {
  draft: ['edit', 'publish', 'copy', 'delete'],
  scheduled: ['extend', 'copy', 'revoke'],
  sending: ['extend', 'copy', 'revoke'],
  running: ['urge', 'extend', 'retry', 'copy', 'revoke'],
  ended: ['extend', 'copy'],
  revoked: ['copy'],
}

/** Map `push-task-status` (COURSE-036). */
const statusOf: Readonly<Record<PushState, 1 | 2 | 3>> = {
  draft: 1,
  scheduled: 1,
  sending: 2,
  running: 2,
  ended: 3,
  revoked: 3,
}

export function stateOf(
  push: Pick<StoredPush, 'revoked_at' | 'published_at' | 'cut_off_at' | 'starts_at' | 'sent_at'>,
  now: number,
): PushState {
  if (push.revoked_at !== null) return 'revoked'
  if (push.published_at === null) return 'draft'
  if (push.cut_off_at !== null && push.cut_off_at <= now) return 'ended'
  if (push.starts_at !== null && push.starts_at > now) return 'scheduled'
  return push.sent_at === null ? 'sending' : 'running'
}

function inStateSql(state: PushState | undefined, now: number): RawBuilder<boolean> {
  if (state === undefined) return sql<boolean>`true`
  return sql<boolean>`case when t.revoked_at is not null then 'revoked' when t.published_at is null then 'draft'
    when t.cut_off_at <= ${now}::bigint then 'ended' when t.starts_at > ${now}::bigint then 'scheduled'
    when t.sent_at is null then 'sending' else 'running' end = ${state}`
}

/** An author keeps what they made; who holds `push.manage` where it was made manages it. */
export function ownSql(caller: Caller): RawBuilder<boolean> {
  const granted = pushedOrganizations(caller)
  if (granted.includes(caller.companyId)) return sql<boolean>`true`
  return sql<boolean>`(t.author_id = ${caller.memberId} or t.organization_id in ${organizationsBelowSql(granted)})`
}

/** The push, where the caller manages it: 900005 for one that is not there, 10138 for somebody else's. */
export async function getPush(db: PushesDb, caller: Caller, id: string, lock = false): Promise<StoredPush> {
  const { rows } = await sql<StoredPush & { own: boolean }>`
    select t.*, ${ownSql(caller)} as own from pushes.push t
    where t.id = ${id} and t.company_id = ${caller.companyId} ${lock ? sql`for update of t` : sql``}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  if (!row.own) throw refuse(NO_PERMISSION)
  return row
}

/** As `getPush`, locked, and refused with 380603 where its state does not allow the action. */
export async function getForAction(db: PushesDb, caller: Caller, id: string, action: PushAction, now: number) {
  const push = await getPush(db, caller, id, true)
  const state = stateOf(push, now)
  if (!possibleActions(push, now).includes(action)) throw refuse(PUSH_NOT_CHANGEABLE, { state, action })
  return push
}

function possibleActions(push: StoredPush, now: number): readonly PushAction[] {
  const actions = actionsOf[stateOf(push, now)]
  return push.failed_count > 0 ? actions : actions.filter((action) => action !== 'retry')
}

export interface ListedPush extends StoredPush {
  readonly author_name: string | null
  readonly author_avatar: string | null
  readonly content_count: number
  readonly done_count: number
}

/** Columns of `ListedPush` for a push `t`, with what they are joined to. */
const listedColumns = sql`t.*, a.full_name as author_name, a.avatar_path as author_avatar,
  (select count(*)::int from pushes.content c where c.push_id = t.id) as content_count,
  (select count(*)::int from pushes.push_member m where m.push_id = t.id and m.task_status = 3 and m.push_status = 2)
    as done_count`

export function rowOf(push: ListedPush, now: number): PushRow {
  const state = stateOf(push, now)
  const allDone = state === 'running' && push.member_count > 0 && push.done_count === push.member_count
  return {
    id: push.id,
    name: push.name,
    startTime: push.starts_at,
    finishTime: push.cut_off_at,
    finishPushCount: push.finish_push_count,
    status: allDone ? 3 : statusOf[state],
    state,
    memberCount: push.member_count,
    failedCount: push.failed_count,
    doneCount: push.done_count,
    contentCount: push.content_count,
    author: { id: push.author_id, fullName: push.author_name ?? '', avatarPath: push.author_avatar ?? '' },
    createTime: push.created_at,
    publishTime: push.published_at,
    actions: [...possibleActions(push, now)],
  }
}

/** The pushes of these ids as the lists show them, in no order. */
export async function listedPushes(db: PushesDb, companyId: string, ids: readonly string[]): Promise<ListedPush[]> {
  const { rows } = await sql<ListedPush>`
    select ${listedColumns} from pushes.push t left join ${directorySql(companyId)} a on a.id = t.author_id
    where t.id = any(${[...ids]}::uuid[]) and t.company_id = ${companyId}`.execute(db)
  return rows
}

export interface PushQuery {
  readonly page?: number
  readonly pageSize?: number
  readonly search?: string
  readonly state?: PushState
  readonly mine?: boolean
}

export async function listPushes(db: PushesDb, caller: Caller, query: PushQuery, now: number) {
  const { limit, offset } = pageWindow(query)
  const matching = sql`from pushes.push t
    where t.company_id = ${caller.companyId} and ${query.mine ? sql`t.author_id = ${caller.memberId}` : ownSql(caller)}
      and ${containsSql(sql`t.name`, query.search)} and ${inStateSql(query.state, now)}`
  // The ids of the page and the count in one statement; a second one reads the whole rows.
  const { rows } = await sql<{ record_count: number; ids: string[] }>`
    select (select count(*)::int ${matching}) as record_count,
      array(select t.id ${matching} order by t.created_at desc, t.id desc limit ${limit} offset ${offset}) as ids`.execute(
    db,
  )
  const { record_count: recordCount = 0, ids = [] } = rows[0] ?? {}
  const found = new Map((await listedPushes(db, caller.companyId, ids)).map((row) => [row.id, row]))
  const items = ids.flatMap((id) => {
    const row = found.get(id)
    return row ? [rowOf(row, now)] : []
  })
  return { items, recordCount }
}
