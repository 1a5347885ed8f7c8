/** Lotteries as those see them who run them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql, organizationNames } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { given } from '#server/db/given.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { consolationPlace, partsInAll, totalWeight } from '../contract/chances.ts'
import {
  NO_DRAWS,
  NO_THANKS_PRIZE,
  NOTHING_TO_WIN,
  PRIZE_WITHOUT_CHANCE,
  PROBABILITIES_WRONG,
  TIMES_WRONG,
} from '../contract/codes.ts'
import { companyScope, type LotteryInput, type LotteryStatus, type PrizeInput, stateOf } from '../contract/fields.ts'
import type { EditedLottery, ManagedLottery } from '../contract/managing.ts'
import type { lotteries } from '../contract.ts'
import { newSeed } from './chance.ts'
import type { LotteriesDb } from './db.ts'
import { assertGoodsKnown, setPrizesAside } from './goods-prizes.ts'
import { stockSql } from './lotteries.ts'
import { actionsOf, findManaged, type LotteryRecord, lockForAction, prizesOf } from './lottery-record.ts'
import { lotteryPublished } from './message-types.ts'
import {
  assertQualificationsKnown,
  namedQualifications,
  qualificationsOf,
  writeQualifications,
} from './qualifications.ts'
import { assertOpenScope, audienceOf, countEntrants, isOpen, mayManageScope, runsSql, type Scope } from './scopes.ts'

/** A scope that the caller does not run is refused like a missing one. */
async function assertScope(db: LotteriesDb, caller: Caller, scope: Scope): Promise<void> {
  if (!(await mayManageScope(db, caller, scope))) throw refuse(NOT_FOUND)
}

interface ListRow extends Omit<ManagedLottery, 'state' | 'possible'> {
  readonly status: LotteryStatus
}

export async function listManagedLotteries(
  db: LotteriesDb,
  caller: Caller,
  {
    search,
    status,
    scopeKind = companyScope,
    scopeId = caller.companyId,
    ...paging
  }: Input<typeof lotteries.managedLotteries>['query'],
  now: number,
) {
  await assertScope(db, caller, { scopeKind, scopeId })
  const { companyId } = caller
  const matching = sql`from lotteries.lottery l
    where l.company_id = ${companyId} and l.scope_id = ${scopeId} and l.scope_kind = ${scopeKind}
      and ${scopeKind === companyScope ? runsSql(caller) : sql`true`}
      and ${given(status, (one) => sql`l.status = ${one}`)}
      and ${containsWordsSql(sql`l.name`, search)}`
  const page = await sqlPage<ListRow>(db, paging, {
    matching,
    rows: (window) => sql<ListRow>`
      select l.id, l.name, l.status, l.opens_at as "opensAt", l.closes_at as "closesAt", l.draws_made as "drawsMade",
        l.revision, l.updated_at as "updatedAt", ${stockSql}, coalesce((select a.full_name
          from ${directorySql(companyId)} a where a.id = l.author_id), '') as "authorName"
      ${matching} order by l.updated_at desc, l.id desc ${window}`,
  })
  const isWritten = await isOpen(db, companyId, { scopeKind, scopeId })
  const items = page.items.map(({ status: own, ...row }): ManagedLottery => {
    const timed = { status: own, opensAt: row.opensAt, closesAt: row.closesAt }
    return { ...row, state: stateOf(timed, now), possible: isWritten ? actionsOf(own) : [] }
  })
  return { items, recordCount: page.recordCount }
}

async function assertWritable(db: LotteriesDb, companyId: string, input: LotteryInput): Promise<void> {
  const known = await organizationNames(db, companyId, input.organizationIds)
  if (known.size !== input.organizationIds.length) throw refuse(NOT_FOUND)
  if (input.drawsPerMember === 0 && input.paidDraws === null) throw refuse(NO_DRAWS)
  await assertQualificationsKnown(db, companyId, input.qualifications)
  await assertGoodsKnown(db, companyId, input.prizes)
  const { name, description } = input
  await assertClean(db, companyId, { name, description, prizes: input.prizes.map((prize) => prize.name).join('\n') })
}

export const columnsOf = (input: LotteryInput) => ({
  name: input.name.trim(),
  description: input.description.trim(),
  organization_ids: [...input.organizationIds],
  opens_at: input.opensAt,
  closes_at: input.closesAt,
  draws_per_member: input.drawsPerMember,
  draws_per_day: input.drawsPerDay,
  draw_price_hundredths: input.paidDraws?.priceHundredths ?? null,
  paid_draws_per_member: input.paidDraws?.perMember ?? null,
  needs_attendance: input.needsAttendance,
})

/** In place of those that the draft had. */
export async function writePrizes(
  db: LotteriesDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  prizes: readonly PrizeInput[],
): Promise<void> {
  await db.deleteFrom('lotteries.prize').where('lottery_id', '=', id).execute()
  if (prizes.length === 0) return
  const rows = prizes.map(({ kind, name, weight, stock: typed, goodsId = null }, place) => {
    const stock = kind === 'thanks' ? null : typed
    return {
      ...{ lottery_id: id, place, company_id: companyId, kind, name: name.trim(), weight, stock, remaining: stock },
      goods_id: kind === 'thanks' ? null : goodsId,
    }
  })
  await db.insertInto('lotteries.prize').values(rows).execute()
}

export async function createLottery(
  db: LotteriesDb,
  caller: Caller,
  { scopeKind = companyScope, scopeId = caller.companyId, ...input }: Input<typeof lotteries.createLottery>['body'],
  now: number,
) {
  const { companyId, organizationId, memberId } = caller
  await assertScope(db, caller, { scopeKind, scopeId })
  await assertOpenScope(db, companyId, { scopeKind, scopeId })
  await assertWritable(db, companyId, input)
  const id = uuid()
  await db
    .insertInto('lotteries.lottery')
    .values({
      ...{ id, company_id: companyId, organization_id: organizationId, author_id: memberId },
      ...{ scope_kind: scopeKind, scope_id: scopeId, updated_at: now, ...columnsOf(input) },
    })
    .execute()
  await writePrizes(db, { id, companyId }, input.prizes)
  await writeQualifications(db, { id, companyId }, input.qualifications)
  return { id, revision: 0 }
}

export async function editedLottery(
  db: LotteriesDb,
  id: string,
  { caller, language, now }: Pick<Context, 'caller' | 'language' | 'now'>,
): Promise<EditedLottery> {
  const lottery = await findManaged(db, caller, id)
  const { rows } = await sql<Pick<EditedLottery, 'joined' | 'winners' | 'delivered'>>`
    select (select count(*)::int from lotteries.attendance a where a.lottery_id = ${id}) as joined,
      count(*)::int as winners, count(d.delivered_at)::int as delivered
    from lotteries.draw d where d.lottery_id = ${id} and d.is_win`.execute(db)
  const { companyId: _, authorId: __, publishedAt: ___, status, ...shown } = lottery
  const possible = (await isOpen(db, caller.companyId, lottery)) ? actionsOf(status) : []
  return {
    ...shown,
    ...{ joined: 0, winners: 0, delivered: 0, ...rows[0] },
    ...{ state: stateOf(lottery, now), possible, prizes: await prizesOf(db, id) },
    entrants: await countEntrants(db, lottery),
    qualifications: await namedQualifications(db, caller.companyId, await qualificationsOf(db, id), language),
  }
}

async function bump(db: LotteriesDb, { id, revision }: LotteryRecord, now: number) {
  await db
    .updateTable('lotteries.lottery')
    .set({ updated_at: now, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
  return { id, revision: revision + 1 }
}

export async function changeLottery(
  db: LotteriesDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof lotteries.changeLottery>['body'],
  now: number,
) {
  const lottery = await lockForAction(db, caller, id, { action: 'edit', revision })
  await assertWritable(db, caller.companyId, input)
  await db.updateTable('lotteries.lottery').set(columnsOf(input)).where('id', '=', id).execute()
  await writePrizes(db, lottery, input.prizes)
  await writeQualifications(db, lottery, input.qualifications)
  return bump(db, lottery, now)
}

/** COMMERCE-081, COMMERCE-082. */
function assertFair(prizes: Awaited<ReturnType<typeof prizesOf>>): void {
  if (consolationPlace(prizes) < 0) throw refuse(NO_THANKS_PRIZE)
  const goods = prizes.filter(({ kind }) => kind === 'goods')
  if (goods.length === 0) throw refuse(NOTHING_TO_WIN)
  const forShow = goods.find(({ weight }) => weight === 0)
  if (forShow) throw refuse(PRIZE_WITHOUT_CHANCE, { name: forShow.name })
  const total = totalWeight(prizes)
  if (total !== partsInAll) throw refuse(PROBABILITIES_WRONG, { total })
}

export async function publishLottery(
  db: LotteriesDb,
  caller: Caller,
  id: string,
  { revision, notify: isAnnounced }: Input<typeof lotteries.publishLottery>['body'],
  now: number,
) {
  const lottery = await lockForAction(db, caller, id, { action: 'publish', revision })
  const opensAt = lottery.opensAt ?? now
  if (lottery.closesAt === null || lottery.closesAt <= Math.max(now, opensAt)) throw refuse(TIMES_WRONG)
  assertFair(await prizesOf(db, id))
  await setPrizesAside(db, lottery, { by: caller.memberId, now })
  await db
    .updateTable('lotteries.lottery')
    .set({ status: 'published', published_at: now, opens_at: opensAt, ...newSeed() })
    .where('id', '=', id)
    .execute()
  if (isAnnounced)
    await notify(db, {
      ...{ companyId: caller.companyId, type: lotteryPublished.code, recipients: audienceOf(lottery), now },
      ...{ variables: { lottery: lottery.name }, link: `/lottery/${id}`, actorId: caller.memberId },
    })
  return bump(db, lottery, now)
}

export async function deleteLottery(db: LotteriesDb, caller: Caller, id: string): Promise<void> {
  await lockForAction(db, caller, id, { action: 'delete' })
  await db.deleteFrom('lotteries.lottery').where('id', '=', id).execute()
}

interface FactsRow {
  readonly id: string
  readonly name: string
  readonly organization_ids: string[]
}

/** What the audit log keeps of a lottery: names instead of ids, and never the seed. */
async function factsOf(db: LotteriesDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<FactsRow>`
    select l.id, l.name, l.description, l.opens_at as "opensAt", l.closes_at as "closesAt", l.status,
      l.draws_per_member as "drawsPerMember", l.draws_per_day as "drawsPerDay", l.needs_attendance as "needsAttendance",
      l.draw_price_hundredths as "drawPriceHundredths", l.paid_draws_per_member as "paidDrawsPerMember",
      l.organization_ids, (select string_agg(p.name || ' ' || p.weight || coalesce(' ×' || p.stock, ''), '、' order by p.place)
        from lotteries.prize p where p.lottery_id = l.id) as prizes,
      (select count(d.delivered_at)::int from lotteries.draw d where d.lottery_id = l.id and d.is_win) as delivered
    from lotteries.lottery l where l.id = any(${[...ids]}::uuid[]) and l.company_id = ${companyId}`.execute(db)
  const organizations = await organizationNames(
    db,
    companyId,
    rows.flatMap((row) => row.organization_ids),
  )
  return rows.map(({ organization_ids: organizationIds, ...facts }) => ({
    ...facts,
    organizations: organizationIds.flatMap((one) => organizations.get(one) ?? []).join('、'),
  }))
}

export const auditedLotteries = audited<LotteriesDb, 'lottery'>({ lottery: factsOf })
