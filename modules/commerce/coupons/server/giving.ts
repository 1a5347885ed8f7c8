/** Coupons given to members by whoever manages them, and who has them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  assertMembersOfCompany,
  contactsSql,
  directorySql,
  organizationsBelowSql,
  organizationsSql,
} from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { COUPON_OUT_OF_TIME, COUPON_STATE, COUPON_TOO_MANY_MEMBERS, COUPONS_GONE } from '../contract/codes.ts'
import { type CouponHolder, givenAtOnceMax } from '../contract/shapes.ts'
import type { coupons } from '../contract.ts'
import type { CouponsDb } from './db.ts'
import { lockManaged } from './managed.ts'
import { couponGiven } from './message-types.ts'
import { ownStateSql } from './own.ts'

type Giving = Input<typeof coupons.giveCoupon>['body']

async function assertOrganizations(db: CouponsDb, companyId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${organizationsSql(companyId)} o where o.id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  if (rows[0]?.count !== ids.length) throw refuse(NOT_FOUND)
}

interface Target {
  readonly id: string
  /** The member has had as many as a member may have. */
  readonly isFull: boolean
}

async function targetsOf(
  db: CouponsDb,
  { companyId, memberId }: Caller,
  { id, memberMax, memberIds, organizationIds }: Giving & { readonly id: string; readonly memberMax: number },
): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select k.id, (select count(*) from coupons.holding h where h.coupon_id = ${id} and h.member_id = k.id)
      >= ${memberMax} as "isFull"
    from ${contactsSql(companyId)} k join ${directorySql(companyId)} d on d.id = k.id
    where k.enabled and k.id <> ${memberId} and (k.id = any(${[...memberIds]}::uuid[])
      or d.organization_id in ${organizationsBelowSql(organizationIds)})
    limit ${givenAtOnceMax + 1}`.execute(db)
  return rows
}

export async function giveCoupon(db: CouponsDb, caller: Caller, id: string, giving: Giving, now: number) {
  const { companyId, memberId } = caller
  const coupon = await lockManaged(db, caller, id)
  const { state, memberMax, validFrom, validUntil } = coupon
  if (state !== 'running') throw refuse(COUPON_STATE, { state })
  if (validUntil <= now) throw refuse(COUPON_OUT_OF_TIME, { validFrom, validUntil })
  await assertMembersOfCompany(db, companyId, giving.memberIds)
  await assertOrganizations(db, companyId, giving.organizationIds)
  const targets = await targetsOf(db, caller, { id, memberMax, ...giving })
  if (targets.length > givenAtOnceMax) throw refuse(COUPON_TOO_MANY_MEMBERS, { max: givenAtOnceMax })
  const ids = targets.flatMap((target) => (target.isFull ? [] : [target.id]))
  const left = coupon.total - coupon.given
  if (ids.length > left) throw refuse(COUPONS_GONE, { left })
  await sql`
    insert into coupons.holding (id, coupon_id, company_id, member_id, source, given_by, got_at)
    select gen_random_uuid(), ${id}, ${companyId}, one, 'given', ${memberId}, ${now}
    from unnest(${ids}::uuid[]) one`.execute(db)
  await sql`update coupons.coupon set given = given + ${ids.length} where id = ${id}`.execute(db)
  await notify(db, {
    ...{ companyId, type: couponGiven.code, recipients: ids, variables: { coupon: coupon.name }, link: '/coupons' },
    ...{ actorId: memberId, now },
  })
  return { given: ids.length, leftOut: targets.length - ids.length }
}

export async function listHolders(
  db: CouponsDb,
  { caller, now }: { readonly caller: Caller; readonly now: number },
  id: string,
  { search, ...paging }: Input<typeof coupons.couponHolders>['query'],
) {
  const { companyId } = caller
  const { rows } = await sql`select from coupons.coupon where id = ${id} and company_id = ${companyId}`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  const matching = sql`from coupons.holding h join coupons.coupon c on c.id = h.coupon_id
    join ${directorySql(companyId)} d on d.id = h.member_id
    where h.coupon_id = ${id} and ${containsSql(sql`d.full_name`, search)}`
  return sqlPage<CouponHolder>(db, paging, {
    matching,
    rows: (window) => sql<CouponHolder>`
      select h.id, h.member_id as "memberId", d.full_name as "memberName", d.organization_name as "organizationName",
        h.source, ${ownStateSql(now)} as state, h.got_at as "gotAt", h.used_at as "usedAt"
      ${matching} order by h.got_at desc, h.id desc ${window}`,
  })
}
