/** Issued amounts: posted at once up to the company's limit, beyond it after another administrator has agreed. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { decimalText } from '#kit/amounts.ts'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOR_ONESELF, refuse } from '#kit/errors.ts'
import { type ApprovalOutcome, apply, approvalSubject } from '#modules/platform/approvals/server.ts'
import { membersByIds, organizationNames } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { COIN, type CurrencyKind, trade } from '../contract/shapes.ts'
import { counterpart, type Owner } from './account-locks.ts'
import { currencyTables } from './db.ts'
import { issueLimit, windowMs } from './limits.ts'
import { type Posted, post } from './postings.ts'
import { teams } from './teams.ts'

/** Map `approval-business-type`, beyond the specification's 2 (live). */
const issueApproval = 30

export interface Issue {
  readonly companyId: string
  readonly event: 'recharge' | 'adjustment'
  readonly kind: CurrencyKind
  /** For each owner, in hundredths. */
  readonly amount: bigint
  readonly reason: string
  readonly owners: readonly Owner[]
  /** The administrator who issues. */
  readonly issuerId: string
  readonly now: number
}

/** Posts the issue, and tells the members who receive something. `eventKey`: an approved issue is posted once. */
export async function postIssue(db: Connection, issue: Issue, eventKey?: string): Promise<Posted> {
  const { companyId, event, kind, amount, reason, owners, issuerId, now } = issue
  const posted = await post(db, {
    companyId,
    kind,
    tradeType: event === 'recharge' ? trade.issue : trade.adjustment,
    event,
    eventKey,
    reason,
    createdBy: issuerId,
    now,
    legs: [
      { owner: counterpart('issuance', companyId), amount: -amount * BigInt(owners.length) },
      ...owners.map((owner) => ({ owner, amount })),
    ],
  })
  if (event === 'recharge') await notifyReceivers(db, issue)
  return posted
}

async function notifyReceivers(db: Connection, { companyId, kind, owners, issuerId, now }: Issue): Promise<void> {
  await notify(db, {
    companyId,
    type: 'currency.received',
    recipients: owners.filter((owner) => owner.kind === 'person').map((owner) => owner.id),
    actorId: issuerId,
    variables: { from: { cn: '平台', en: 'the platform' } },
    link: kind === COIN ? '/center/my/coins' : '/center/my/points',
    now,
  })
}

/** Refuses accounts that are the member's to spend: the own one, and those of teams whose coins the member distributes. */
export async function assertNotTo(
  db: Connection,
  { companyId, memberId }: Pick<Caller, 'companyId' | 'memberId'>,
  owners: readonly Owner[],
): Promise<void> {
  const known = await teams().teamsOf(db, { companyId, memberId })
  const ids = new Set([memberId, ...known.filter(({ memberType }) => memberType === 0).map(({ id }) => id)])
  if (owners.some(({ id }) => ids.has(id))) throw refuse(NOT_FOR_ONESELF)
}

/** What the administrator issued lately without an approval. */
async function issuedLately(db: Connection, { companyId, kind, issuerId, now }: Issue): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(e.amount), 0)::text as amount
    from currency.transfer t join currency.entry e on e.transfer_id = t.id
    where t.company_id = ${companyId} and t.created_by = ${issuerId} and t.created_at > ${now - windowMs}
      and t.trade_type in (2, 18) and t.event_key is null and t.kind = ${kind}
      and e.amount > 0 and e.seq is not null`.execute(currencyTables(db))
  return BigInt(rows[0]?.amount ?? 0)
}

/** Whether another administrator has to agree. Issues of one administrator wait for each other. */
export async function needsApproval(db: Connection, issue: Issue): Promise<boolean> {
  const { companyId, kind, issuerId, amount, owners } = issue
  await lockNames(db, `currency issue ${issuerId} ${kind}`)
  const sum = (await issuedLately(db, issue)) + amount * BigInt(owners.length)
  return sum > (await issueLimit(db, companyId, kind))
}

const labels = {
  cn: {
    title: '发放',
    kind: '币种',
    coins: '学币',
    points: '积分',
    each: '每个账户',
    accounts: '账户数',
    receivers: '获得者',
    separator: '、',
    more: '等',
    reason: '原因',
  },
  en: {
    title: 'Issue',
    kind: 'Kind',
    coins: 'Coins',
    points: 'Points',
    each: 'Each account',
    accounts: 'Accounts',
    receivers: 'Receivers',
    separator: ', ',
    more: ' and others',
    reason: 'Reason',
  },
} as const

/** So many are named to the approver. */
const namedMax = 10

/** Who receives, for the approver. */
async function receiversText(db: Connection, { companyId, owners }: Issue, language: Language): Promise<string> {
  const idsOf = (kind: Owner['kind']) => owners.filter((owner) => owner.kind === kind).map(({ id }) => id)
  const members = await membersByIds(db, companyId, idsOf('person'))
  const organizations = await organizationNames(db, companyId, idsOf('organization'))
  const known = await teams().byIds(db, { companyId, teamIds: idsOf('team') })
  const names = [
    ...[...members.values()].map(({ fullName }) => fullName),
    ...organizations.values(),
    ...known.map(({ name }) => name),
  ]
  const { separator, more } = labels[language]
  return names.slice(0, namedMax).join(separator) + (names.length > namedMax ? more : '')
}

/** Answers the id of the application. */
export async function applyForIssue(
  db: Connection,
  issue: Issue,
  { organizationId, language }: { readonly organizationId: string; readonly language: Language },
): Promise<string> {
  const { companyId, event, kind, amount, reason, owners, issuerId, now } = issue
  const id = uuid()
  const pairs = JSON.stringify(owners.map((owner) => [owner.kind, owner.id]))
  await sql`
    insert into currency.issue_application
      (id, company_id, event, kind, amount, reason, owners, applicant_id, created_at)
    values (${id}, ${companyId}, ${event}, ${kind}, ${String(amount)}::bigint, ${reason}, ${pairs}::jsonb, ${issuerId},
      ${now})`.execute(currencyTables(db))
  const label = labels[language]
  const coin = kind === COIN ? label.coins : label.points
  await apply(db, {
    ...{ companyId, organizationId, businessType: issueApproval, businessId: id, applicantId: issuerId, now },
    name: `${label.title} ${decimalText(amount * BigInt(owners.length))} ${coin}`,
    summary: {
      [label.kind]: coin,
      [label.each]: decimalText(amount),
      [label.accounts]: String(owners.length),
      [label.receivers]: await receiversText(db, issue, language),
      ...(reason && { [label.reason]: reason }),
    },
  })
  return id
}

interface ApplicationRow extends Pick<Issue, 'event' | 'kind' | 'reason' | 'issuerId'> {
  readonly amount: string
  readonly owners: readonly (readonly [Owner['kind'], string])[]
}

/** Posts an agreed issue. Whoever receives something of it can't be the one who agrees. */
async function issueDecided(db: Connection, { companyId, businessId, result, decidedBy, now }: ApprovalOutcome) {
  if (result !== 'agreed') return
  const tables = currencyTables(db)
  const { rows } = await sql<ApplicationRow>`
    select event, kind, amount::text, reason, owners, applicant_id as "issuerId" from currency.issue_application
    where id = ${businessId} and company_id = ${companyId}`.execute(tables)
  const [row] = rows
  if (!row) throw new Error(`there is no application ${businessId} for an issue`)
  const owners = row.owners.map(([kind, id]): Owner => ({ kind, id }))
  if (decidedBy !== null) await assertNotTo(db, { companyId, memberId: decidedBy }, owners)
  const issue: Issue = { ...row, companyId, amount: BigInt(row.amount), owners, now }
  const { transferId } = await postIssue(db, issue, `issue:${businessId}`)
  await tables
    .updateTable('currency.issue_application')
    .set({ transfer_id: transferId })
    .where('id', '=', businessId)
    .execute()
}

/**
 * An issue has no screen of its own before it is agreed, and afterwards it stands in the accounts of its receivers. The
 * summary of the application says what is issued, to how many accounts, and names the first receivers.
 */
export const issueSubject = approvalSubject({
  businessType: issueApproval,
  key: 'currency-issue',
  label: { cn: '发放学币与积分', en: 'Issue of coins or points' },
  isAlwaysOn: true,
  decided: issueDecided,
  link: () => '',
  reviseLink: () => '/manage/currency/holders',
})
