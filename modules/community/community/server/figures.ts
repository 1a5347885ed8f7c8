/** Figures of share accounts by day and month, for those who administer them. */
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { followerCounts, followersByDay } from '#modules/community/following/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { DayFigures, MonthFigures } from '../contract/accounts.ts'
import type { ShareAccount } from '../contract/shapes.ts'
import { accountBusinessType, getAccount } from './accounts.ts'
import { dayOf, dayText, monthStart, type Span } from './days.ts'
import type { CommunityDb } from './db.ts'

/** Of what an account has published. */
export interface PublishedFigures {
  readonly praise: number
  readonly reads: number
  readonly contents: number
}

export interface FiguresOfDay extends Partial<PublishedFigures> {
  /** A day of the company, counted from 1970-01-01. */
  readonly day: number
}

/** What a module above knows of what accounts have published with it. */
export interface AccountFigures {
  /** Likes, reads and publications on the days from `from` to `to` that had any. */
  byDay(
    db: Connection,
    span: { readonly companyId: string; readonly accountId: string; readonly from: number; readonly to: number },
  ): Promise<readonly FiguresOfDay[]>
  /** Of all time; accounts without any may be left out. */
  totals(
    db: Connection,
    companyId: string,
    accountIds: readonly string[],
  ): Promise<ReadonlyMap<string, PublishedFigures>>
}

export const accountFigures = extensionPoint<AccountFigures>('community.account-figures')

/** What an account has published, over all modules. */
export async function publishedTotals(
  db: CommunityDb,
  companyId: string,
  accountId: string,
): Promise<PublishedFigures> {
  const total = { praise: 0, reads: 0, contents: 0 }
  for (const source of accountFigures.all()) {
    const found = (await source.totals(db, companyId, [accountId])).get(accountId)
    total.praise += found?.praise ?? 0
    total.reads += found?.reads ?? 0
    total.contents += found?.contents ?? 0
  }
  return total
}

async function getAdministered(db: CommunityDb, caller: Caller, id: string): Promise<ShareAccount> {
  const account = await getAccount(db, caller, id)
  if (account.currentMember === null || account.currentMember.memberType === 2) throw refuse(NO_PERMISSION)
  return account
}

/** Every day of the span, with zeros where nothing happened. */
async function figuresByDay(
  db: CommunityDb,
  companyId: string,
  accountId: string,
  { from, to }: Span,
): Promise<DayFigures[]> {
  const days = Array.from({ length: to - from + 1 }, (_, at) => ({
    ...{ day: dayText(from + at), won: 0, lost: 0, visits: 0, praise: 0, reads: 0, contents: 0 },
  }))
  const ref = { businessType: accountBusinessType, businessId: accountId }
  for (const { day, won, lost } of await followersByDay(db, companyId, ref, { from, to }))
    Object.assign(days[day - from] ?? {}, { won, lost })
  const visits = await db
    .selectFrom('community.account_day')
    .select(['day', 'visit_count'])
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  for (const { day, visit_count } of visits) Object.assign(days[day - from] ?? {}, { visits: visit_count })
  for (const source of accountFigures.all()) {
    for (const found of await source.byDay(db, { companyId, accountId, from, to })) {
      const day = days[found.day - from]
      if (!day) continue
      day.praise += found.praise ?? 0
      day.reads += found.reads ?? 0
      day.contents += found.contents ?? 0
    }
  }
  return days
}

async function followersOf(db: CommunityDb, companyId: string, accountId: string): Promise<number> {
  return (await followerCounts(db, companyId, accountBusinessType, [accountId])).get(accountId) ?? 0
}

export async function accountAnalysis(
  db: CommunityDb,
  caller: Caller,
  { id, days = 30 }: { readonly id: string; readonly days?: number },
  now: number,
) {
  const { companyId } = caller
  await getAdministered(db, caller, id)
  const { visit_count: visits } = await db
    .selectFrom('community.account')
    .select('visit_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const to = await dayOf(db, companyId, now)
  return {
    total: {
      attentionNum: await followersOf(db, companyId, id),
      visits,
      ...(await publishedTotals(db, companyId, id)),
    },
    items: await figuresByDay(db, companyId, id, { from: to - days + 1, to }),
  }
}

const counted = ['won', 'lost', 'visits', 'praise', 'reads', 'contents'] as const

/** Months with their figures, the newest first; of each the followers at its end, counted back from today’s. */
function monthsOf(days: readonly DayFigures[], followersToday: number): MonthFigures[] {
  let followers = followersToday
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].toReversed().map(([month, ofMonth]) => {
    const figures = { won: 0, lost: 0, visits: 0, praise: 0, reads: 0, contents: 0 }
    for (const day of ofMonth) for (const name of counted) figures[name] += day[name]
    const attentionNum = followers
    followers += figures.lost - figures.won
    return { month, attentionNum, ...figures }
  })
}

export async function accountReport(
  db: CommunityDb,
  caller: Caller,
  { id, months = 12 }: { readonly id: string; readonly months?: number },
  now: number,
) {
  const { companyId } = caller
  const account = await getAdministered(db, caller, id)
  const to = await dayOf(db, companyId, now)
  // Months before there was the account are no months without a follower.
  const first = monthStart(await dayOf(db, companyId, account.createTime), 0)
  const from = Math.min(monthStart(to, 0), Math.max(first, monthStart(to, months - 1)))
  const days = await figuresByDay(db, companyId, id, { from, to })
  const owner = await db
    .selectFrom('community.account_member')
    .select('member_id')
    .where('account_id', '=', id)
    .where('member_type', '=', 0)
    .executeTakeFirst()
  const names = owner ? await membersByIds(db, companyId, [owner.member_id]) : undefined
  return {
    ...{ id, name: account.name, createTime: account.createTime },
    administrator: (owner && names?.get(owner.member_id)?.fullName) ?? null,
    items: monthsOf(days, await followersOf(db, companyId, id)),
  }
}
