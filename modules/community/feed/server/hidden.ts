/** What a member hides in the own feed. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountCards } from '#modules/community/community/server.ts'
import { contentBusinessType } from '#modules/community/contents/contract.ts'
import { itemTopicsSql, topicNames } from '#modules/content/topics/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { HIDDEN_MAX, type Hidden, type HiddenKind, TOO_MANY_HIDDEN } from '../contract.ts'
import type { FeedDb } from './db.ts'

/** The names of accounts or topics of the company, by id. */
async function namesOf(db: FeedDb, caller: Caller, kind: HiddenKind, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  if (kind === 'topic') return topicNames(db, caller.companyId, ids)
  return new Map([...(await accountCards(db, caller, ids))].map(([id, { name }]) => [id, name]))
}

interface Wanted {
  readonly kind: HiddenKind
  readonly id: string
  readonly hidden: boolean
}

/** A repeated call changes nothing. What is gone by now can still be shown again. */
export async function hide(db: FeedDb, caller: Caller, { kind, id, hidden }: Wanted, now: number): Promise<void> {
  if (!hidden) {
    await db
      .deleteFrom('feed.hidden')
      .where('member_id', '=', caller.memberId)
      .where('kind', '=', kind)
      .where('hidden_id', '=', id)
      .execute()
    return
  }
  if (!(await namesOf(db, caller, kind, [id])).has(id)) throw refuse(NOT_FOUND)
  await assertRoom(db, caller, { kind, id })
  await db
    .insertInto('feed.hidden')
    .values({ member_id: caller.memberId, kind, hidden_id: id, company_id: caller.companyId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Refuses what would be one too many; what is hidden already is none. Two that come at once are counted one after the other. */
async function assertRoom(db: FeedDb, caller: Caller, { kind, id }: Omit<Wanted, 'hidden'>): Promise<void> {
  await lockNames(db, `hidden ${caller.memberId}`)
  const { rows } = await sql<{ count: number; known: boolean }>`
    select count(*) as count, coalesce(bool_or(kind = ${kind} and hidden_id = ${id}), false) as known
    from feed.hidden where member_id = ${caller.memberId}`.execute(db)
  const [found] = rows
  if (!found || found.known || found.count < HIDDEN_MAX) return
  // What is gone stands in no list, so its member could not make room by it.
  const there = (await listHidden(db, caller)).map((row) => row.id)
  if (there.length >= HIDDEN_MAX) throw refuse(TOO_MANY_HIDDEN, { max: HIDDEN_MAX })
  await sql`delete from feed.hidden where member_id = ${caller.memberId}
    and not hidden_id = any(${there}::uuid[])`.execute(db)
}

/** With names; without what is gone. */
export async function listHidden(db: FeedDb, caller: Caller): Promise<Hidden[]> {
  const rows = await db
    .selectFrom('feed.hidden')
    .select(['kind', 'hidden_id', 'created_at'])
    .where('member_id', '=', caller.memberId)
    .orderBy('created_at', 'desc')
    .orderBy('hidden_id')
    .execute()
  const idsOf = (kind: HiddenKind) => rows.filter((row) => row.kind === kind).map((row) => row.hidden_id)
  const names = {
    account: await namesOf(db, caller, 'account', idsOf('account')),
    topic: await namesOf(db, caller, 'topic', idsOf('topic')),
  }
  return rows.flatMap(({ kind: text, hidden_id: id, created_at: createTime }) => {
    const kind = text as HiddenKind
    const name = names[kind].get(id)
    return name === undefined ? [] : [{ kind, id, name, createTime }]
  })
}

const hiddenIdsSql = (caller: Caller, kind: HiddenKind) => sql`(select hidden_id from feed.hidden
  where member_id = ${caller.memberId} and kind = ${kind})`

/** Whether the row `c` of contents is not hidden by the caller. */
export const shownSql = (caller: Caller): RawBuilder<unknown> => sql`(
  c.account_id not in ${hiddenIdsSql(caller, 'account')}
  and not exists (select from ${itemTopicsSql(caller.companyId, contentBusinessType)} about
    where about.item_id = c.id and about.topic_id in ${hiddenIdsSql(caller, 'topic')}))`

export interface HiddenIds {
  readonly account: ReadonlySet<string>
  readonly topic: ReadonlySet<string>
}

export async function hiddenIds(db: FeedDb, caller: Caller): Promise<HiddenIds> {
  const rows = await db
    .selectFrom('feed.hidden')
    .select(['kind', 'hidden_id'])
    .where('member_id', '=', caller.memberId)
    .execute()
  const idsOf = (kind: HiddenKind) => new Set(rows.filter((row) => row.kind === kind).map((row) => row.hidden_id))
  return { account: idsOf('account'), topic: idsOf('topic') }
}
