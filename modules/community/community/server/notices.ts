/** News of share accounts. Each is one row; who follows reads it there, up to the moment until which they have read. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { followKind, followsSql } from '#modules/community/following/server.ts'
import { itemKind } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inStretch, type StreamPlace } from '#server/db/stretch.ts'
import { job } from '#server/module.ts'
import { type AccountNotice, noticesMax } from '../contract/accounts.ts'
import { accountBusinessType } from './accounts.ts'
import { type CommunityDb, communityTables } from './db.ts'

/** What is older is no news. */
const noticeAgeMax = 90 * 86_400_000

export interface AccountNews {
  readonly companyId: string
  readonly accountId: string
  /** What it is about, of a kind that is registered with `itemKind` or `followKind`: these say who may see it. */
  readonly businessType: number
  readonly businessId: string
  readonly title: string
  /** A hash path of the shell. */
  readonly link: string
  /** It is news each time, as a release of a column is; otherwise a thing is news once. */
  readonly isRepeated?: true
}

/** Tells the followers of an account about something that it has published. A thing stands in their news once, at its newest. */
export async function accountNotice(connection: Connection, news: AccountNews, now: number): Promise<void> {
  await communityTables(connection)
    .insertInto('community.account_notice')
    .values({
      id: uuid(),
      company_id: news.companyId,
      account_id: news.accountId,
      business_type: news.businessType,
      business_id: news.businessId,
      title: news.title,
      link: news.link,
      created_at: now,
    })
    .onConflict((conflict) => {
      const same = conflict.columns(['account_id', 'business_type', 'business_id'])
      return news.isRepeated ? same.doUpdateSet({ created_at: now, title: news.title }) : same.doNothing()
    })
    .execute()
}

/** What the caller may see of these things, by id. */
async function visibleNames(db: CommunityDb, caller: Caller, businessType: number, ids: readonly string[]) {
  const kind = [...itemKind.all(), ...followKind.all()].find((one) => one.businessType === businessType)
  const items = (await kind?.visible(db, caller, ids)) ?? []
  return new Map(items.map(({ id, name }) => [id, name]))
}

type NoticeRow = Omit<AccountNotice, 'headPortraitPath'> & { readonly avatar: string }

/** The newest unread news behind a place, whoever may see what they are about. */
async function unreadBehind(
  db: CommunityDb,
  caller: Caller,
  place: StreamPlace | undefined,
  now: number,
): Promise<NoticeRow[]> {
  // The newest of each account are chosen by the index alone; the rows of the few that are shown are read afterwards.
  const { rows } = await sql<NoticeRow>`
    with unread as (
      select n.id, n.created_at from ${followsSql(caller, accountBusinessType)} f
      join community.account a on a.id = f.business_id and a.frozen_at is null
      cross join lateral (
        select n.id, n.created_at from community.account_notice n
        where n.account_id = a.id and ${inStretch({ place }, sql.ref('n.created_at'), sql.ref('n.id'))}
          and n.created_at >= f.followed_at
          and n.created_at > greatest(${now - noticeAgeMax}, coalesce((select r.read_until from community.notices_read r
            where r.member_id = ${caller.memberId}), 0))
        order by n.created_at desc, n.id desc limit ${noticesMax}::int) n
      where a.company_id = ${caller.companyId}
      order by n.created_at desc, n.id desc limit ${noticesMax}::int
    )
    select n.id, a.id as "accountId", a.name as "accountName", a.avatar_file_id as avatar,
      n.business_type as "businessType", n.business_id as "businessId", n.title, n.link, n.created_at as "createTime"
    from unread join community.account_notice n on n.id = unread.id join community.account a on a.id = n.account_id
    order by n.created_at desc, n.id desc`.execute(db)
  return rows
}

/** Those about what the caller may see, with its present name. */
async function visibleAmong(db: CommunityDb, caller: Caller, rows: readonly NoticeRow[]): Promise<AccountNotice[]> {
  const names = new Map<number, ReadonlyMap<string, string>>()
  for (const [businessType, ofKind] of Map.groupBy(rows, (row) => row.businessType)) {
    const ids = ofKind.map(({ businessId }) => businessId)
    names.set(businessType, await visibleNames(db, caller, businessType, ids))
  }
  return rows.flatMap(({ avatar, ...row }): AccountNotice[] => {
    const title = names.get(row.businessType)?.get(row.businessId)
    return title === undefined ? [] : [{ ...row, title, headPortraitPath: `files/${avatar}` }]
  })
}

/** Reads until there are enough, and no more often than this: where so many are hidden, older news is left out. */
const ROUNDS_MAX = 5

/** The unread news of the accounts that the caller follows, since they follow them; without what they may not see. */
export async function unreadNotices(db: CommunityDb, caller: Caller, now: number) {
  const items: AccountNotice[] = []
  let place: StreamPlace | undefined
  for (let round = 0; round < ROUNDS_MAX && items.length < noticesMax; round += 1) {
    const rows = await unreadBehind(db, caller, place, now)
    items.push(...(await visibleAmong(db, caller, rows)))
    const last = rows.at(-1)
    if (!last || rows.length < noticesMax) break
    place = { at: last.createTime, id: last.id }
  }
  const shown = items.slice(0, noticesMax)
  return { items: shown, recordCount: shown.length }
}

/** All that is there now has been read. */
export async function clearNotices(db: CommunityDb, caller: Caller, now: number): Promise<void> {
  await db
    .insertInto('community.notices_read')
    .values({ member_id: caller.memberId, company_id: caller.companyId, read_until: now })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ read_until: now }))
    .execute()
}

/** Notices that nobody reads any more are deleted each night. */
export const removeOldNotices = job({
  name: 'community.remove-old-notices',
  payload: Type.Object({}),
  cron: '40 18 * * *',
  async run(connection, _, { now }) {
    await communityTables(connection)
      .deleteFrom('community.account_notice')
      .where('created_at', '<', now - noticeAgeMax)
      .execute()
  },
})
