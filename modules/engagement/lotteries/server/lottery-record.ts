/** A lottery as it is stored, without its seed. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { LOTTERY_CHANGED, LOTTERY_STATUS } from '../contract/codes.ts'
import type { ShownPrize } from '../contract/drawing.ts'
import type { LotteryAction, LotteryInput, LotteryStatus } from '../contract/fields.ts'
import type { LotteriesDb } from './db.ts'
import { assertOpenScope, mayManage } from './scopes.ts'

export interface LotteryRecord extends Omit<LotteryInput, 'prizes' | 'qualifications'> {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
  readonly authorId: string
  readonly scopeKind: string
  readonly scopeId: string
  readonly status: LotteryStatus
  readonly commitment: string | null
  readonly drawsMade: number
  readonly revision: number
  readonly updatedAt: number
  readonly publishedAt: number | null
}

/** Of the lottery `l`. The seed is not among it: who reads it says so (`seedOf`). */
export const recordSql = sql`l.id, l.company_id as "companyId", l.organization_id as "organizationId",
  l.author_id as "authorId", l.scope_kind as "scopeKind", l.scope_id as "scopeId", l.name, l.description,
  l.organization_ids as "organizationIds", l.opens_at as "opensAt", l.closes_at as "closesAt",
  l.draws_per_member as "drawsPerMember", l.draws_per_day as "drawsPerDay", l.needs_attendance as "needsAttendance",
  case when l.draw_price_hundredths is null then null
    else json_build_object('priceHundredths', l.draw_price_hundredths, 'perMember', l.paid_draws_per_member) end as "paidDraws",
  l.status, l.commitment, l.draws_made as "drawsMade", l.revision, l.updated_at as "updatedAt",
  l.published_at as "publishedAt"`

/** The lottery of a company; `lock` keeps it as it is until the end of the transaction. */
export async function findLottery(
  db: LotteriesDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<LotteryRecord> {
  const { rows } = await sql<LotteryRecord>`
    select ${recordSql} from lotteries.lottery l where l.id = ${id} and l.company_id = ${companyId}
    ${lock ? sql`for no key update` : sql``}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** The same for who runs it. */
export async function findManaged(
  db: LotteriesDb,
  caller: Caller,
  id: string,
  options: { readonly lock?: boolean } = {},
): Promise<LotteryRecord> {
  const found = await findLottery(db, { id, companyId: caller.companyId }, options)
  if (!(await mayManage(db, caller, found))) throw refuse(NO_PERMISSION)
  return found
}

const allowed: Readonly<Record<LotteryStatus, readonly LotteryAction[]>> = {
  draft: ['edit', 'publish', 'delete'],
  // TRAINING-058: nothing takes a published lottery back.
  published: ['end'],
  ended: [],
}

export const actionsOf = (status: LotteryStatus): LotteryAction[] => [...allowed[status]]

/** The lottery, locked for an action that its status allows; refused where somebody else has changed it meanwhile. */
export async function lockForAction(
  db: LotteriesDb,
  caller: Caller,
  id: string,
  { action, revision }: { readonly action: LotteryAction; readonly revision?: number },
): Promise<LotteryRecord> {
  await assertOpenScope(db, caller.companyId, await findManaged(db, caller, id))
  const found = await findManaged(db, caller, id, { lock: true })
  if (!allowed[found.status].includes(action)) throw refuse(LOTTERY_STATUS, { action, status: found.status })
  if (revision !== undefined && revision !== found.revision) throw refuse(LOTTERY_CHANGED, { revision: found.revision })
  return found
}

/** The prizes in the order of the wheel. */
export async function prizesOf(db: LotteriesDb, lotteryId: string): Promise<ShownPrize[]> {
  const rows = await db
    .selectFrom('lotteries.prize')
    .select(['place', 'kind', 'name', 'weight', 'stock', 'remaining', 'goods_id as goodsId'])
    .where('lottery_id', '=', lotteryId)
    .orderBy('place')
    .execute()
  return rows as ShownPrize[]
}
