import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { pageWindow } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Routes } from '#server/module.ts'
import { type AccountType, COIN, type CurrencyKind, POINTS } from '../contract/shapes.ts'
import type { currency } from '../contract.ts'
import { award } from './awards.ts'
import { listHolders } from './balance-lists.ts'
import { distribute, grantItems, parseGrantItems } from './distributions.ts'
import { changeExpiryRule, expiryRules, nextExpiry } from './expiry.ts'
import { once } from './idempotency-keys.ts'
import { proofWork } from './jobs.ts'
import { listProofs, startProof } from './ledger-proofs.ts'
import { adjust, recharge } from './recharges.ts'
import { exportRecords } from './record-export.ts'
import { signInEvent } from './reward-events.ts'
import { changeRewardRule, listRewardRules, listRuleChanges } from './rules.ts'
import { balanceOf, listAwards, listRecords, type RecordFilter, visibleOwner } from './statements.ts'
import type { DB } from './tables.ts'
import { listTeamMembers, searchTeams } from './team-members.ts'
import { teams } from './teams.ts'
import { tip } from './tips.ts'

const exportedMax = 20_000

interface RecordQuery extends RecordFilter {
  readonly accountCode: string
  readonly accountType?: AccountType
  readonly rewardType?: 1 | 2
}

async function accountOf(db: Connection, caller: Caller, { accountCode, accountType = 3, rewardType }: RecordQuery) {
  const owner = await visibleOwner(db, caller, accountType, accountCode)
  return { owner, kind: rewardType === POINTS ? POINTS : COIN } as const
}

async function ownBalance(db: Connection, caller: Caller, kind: CurrencyKind, now: number) {
  const balance = await balanceOf(db, caller.companyId, { kind: 'person', id: caller.memberId }, kind)
  return { ...balance, expiring: (await nextExpiry(db, caller, kind, now)) ?? null }
}

export const routes: Routes<DB, typeof currency> = {
  async totalAmount(db, { query }, { caller }) {
    const { accountCode, accountType = 3, type = COIN } = query
    const owner = await visibleOwner(db, caller, accountType, accountCode)
    const points = await balanceOf(db, caller.companyId, owner, POINTS)
    const balance = type === POINTS ? points : await balanceOf(db, caller.companyId, owner, COIN)
    return { ...balance, integralTotalAmount: points.totalAmount }
  },
  async tradeDetail(db, { query }, { caller, language }) {
    const account = await accountOf(db, caller, query)
    return listRecords(db, caller.companyId, account, query, pageWindow(query), language)
  },
  async exportTrades(db, { query }, { caller, language }) {
    const account = await accountOf(db, caller, query)
    const window = { limit: exportedMax, offset: 0 }
    const { items } = await listRecords(db, caller.companyId, account, query, window, language)
    return exportRecords(db, caller.companyId, items, language)
  },
  async grantDetail(db, { query }, { caller }) {
    return grantItems(db, caller, query.grantId, query)
  },
  async enjoyGrant(db, { body }, context) {
    const distribution = { teamId: body.enjoyId, kind: body.type, items: parseGrantItems(body.grantItems) }
    return once(db, context, 'enjoy-grant', body, () => distribute(db, context.caller, distribution, context.now))
  },
  async personAccount(db, _input, { caller, now }) {
    return { coin: await ownBalance(db, caller, COIN, now), points: await ownBalance(db, caller, POINTS, now) }
  },
  async awardRecords(db, { query }, { caller, language }) {
    return listAwards(db, caller, query.type ?? POINTS, query, language)
  },
  async signInAward(db, _input, { caller, now }) {
    const { companyId, memberId, sessionId } = caller
    const { event } = signInEvent
    const awards = await award(db, { companyId, memberId, event, businessId: sessionId, now })
    return { items: awards.map(({ kind, amount }) => ({ kind, amount: String(amount) })) }
  },
  async reward(db, { body }, context) {
    const { tradeAmount, type: kind, businessType, businessId } = body
    const input = { businessType, businessId, kind, amount: BigInt(tradeAmount) }
    return once(db, context, 'reward', body, () => tip(db, context.caller, input, context.now))
  },
  async ownTeams(db, _input, { caller }) {
    const items = await teams().teamsOf(db, { companyId: caller.companyId, memberId: caller.memberId })
    return { items: [...items], recordCount: items.length }
  },
  async teamMembers(db, { params, query }, { caller }) {
    return listTeamMembers(db, caller, params.enjoyId, query)
  },
  async recharge(db, { body }, context) {
    const { accounts, type: kind, tradeAmount, reason } = body
    const input = { accounts, kind, amount: BigInt(tradeAmount), reason }
    return once(db, context, 'recharge', body, () => recharge(db, input, context))
  },
  async adjust(db, { body }, context) {
    const { account, type: kind, tradeAmount, reason } = body
    const input = { account, kind, amount: BigInt(tradeAmount), reason }
    return once(db, context, 'adjust', body, () => adjust(db, input, context))
  },
  async holders(db, { query }, { caller }) {
    return listHolders(db, caller, { accountType: 1, ...query })
  },
  async searchTeams(db, { query }, { caller }) {
    return searchTeams(db, caller, query.search ?? '')
  },
  async rewardRules(db, _input, { caller, language }) {
    const items = await listRewardRules(db, caller.companyId, language)
    return { items, recordCount: items.length }
  },
  async changeRewardRule(db, { params, body }, context) {
    return changeRewardRule(db, params, body, context)
  },
  async expiryRules(db, _input, { caller }) {
    const items = await expiryRules(db, caller.companyId)
    return { items, recordCount: items.length }
  },
  async changeExpiryRule(db, { params, body }, context) {
    return changeExpiryRule(db, { ...params, ...body }, context)
  },
  async ruleChanges(db, { query }, { caller }) {
    return listRuleChanges(db, caller, query)
  },
  async startProof(db, _input, { caller, now }) {
    const { companyId, memberId } = caller
    const id = await startProof(db, { id: uuid(), companyId, memberId }, now)
    await proofWork.start(db, { id, companyId, memberId, title: '', now })
    return { id }
  },
  async proofs(db, { query }, { caller }) {
    return listProofs(db, caller, query)
  },
}
