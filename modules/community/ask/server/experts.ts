/** Experts: their figures, their promise, who follows them, and which of them could answer. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountBusinessType, accountCards, personalAccounts } from '#modules/community/community/server.ts'
import { followsSql, setFollowing } from '#modules/community/following/server.ts'
import { itemTopicsSql } from '#modules/content/topics/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { type Expert, promiseHoursDefault, questionBusinessType } from '../contract/shapes.ts'
import type { ask } from '../contract.ts'
import type { AskDb } from './db.ts'

interface Figures {
  readonly expertId: string
  readonly answerCount: number
  readonly acceptedCount: number
  readonly openCount: number
  readonly promiseHours: number | null
  readonly takesInvitations: boolean | null
}

async function figuresOf(db: AskDb, ids: readonly string[]): Promise<Map<string, Figures>> {
  const { rows } = await sql<Figures>`
    select e.id as "expertId", coalesce(a.answers, 0)::int as "answerCount", coalesce(a.accepted, 0)::int as "acceptedCount",
      (select count(*)::int from ask.invitation i where i.expert_id = e.id and i.answered_at is null) as "openCount",
      s.promise_hours as "promiseHours", s.takes_invitations as "takesInvitations"
    from unnest(${[...ids]}::uuid[]) as e (id) left join ask.expert_setting s on s.expert_id = e.id
    left join lateral (select count(*) as answers, count(a.accepted_at) as accepted from ask.answer a
      where a.expert_id = e.id and a.removed_at is null) a on true`.execute(db)
  return new Map(rows.map((row) => [row.expertId, row]))
}

/** Experts by their accounts, in the order of the ids; a statement for each of their parts. */
async function expertsByIds(db: AskDb, caller: Caller, ids: readonly string[]): Promise<Expert[]> {
  const { companyId } = caller
  const accounts = await personalAccounts(db, companyId, { by: 'account', ids })
  if (accounts.length === 0) return []
  const known = accounts.map(({ id }) => id)
  const figures = await figuresOf(db, known)
  const cards = await accountCards(db, caller, known)
  const members = await membersByIds(
    db,
    companyId,
    accounts.map(({ memberId }) => memberId),
  )
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return ids.flatMap((id) => {
    const [account, card] = [byId.get(id), cards.get(id)]
    if (!account || !card) return []
    const own = figures.get(id)
    return {
      ...{ id, memberId: account.memberId, name: card.name, desc: card.desc, frozen: card.frozen },
      fullName: members.get(account.memberId)?.fullName ?? '',
      headPortraitPath: card.headPortraitPath,
      topics: card.lstRelationTopic.map(({ topicId, topicName }) => ({ id: topicId, name: topicName })),
      answerCount: own?.answerCount ?? 0,
      acceptedCount: own?.acceptedCount ?? 0,
      openCount: own?.openCount ?? 0,
      promiseHours: own?.promiseHours ?? promiseHoursDefault,
      takesInvitations: !account.frozen && own?.takesInvitations !== false,
      attentionNum: card.attentionNum,
      attentionId: card.attentionId,
      isOwn: account.memberId === caller.memberId,
    }
  })
}

export async function getExpert(db: AskDb, caller: Caller, id: string): Promise<Expert> {
  const [expert] = await expertsByIds(db, caller, [id])
  if (!expert) throw refuse(NOT_FOUND)
  return expert
}

export async function setPromise(
  db: AskDb,
  caller: Caller,
  id: string,
  { promiseHours, takesInvitations }: Input<typeof ask.setPromise>['body'],
) {
  const [account] = await personalAccounts(db, caller.companyId, { by: 'account', ids: [id] })
  if (!account) throw refuse(NOT_FOUND)
  if (account.memberId !== caller.memberId) throw refuse(NO_PERMISSION)
  const setting = { promise_hours: promiseHours, takes_invitations: takesInvitations }
  await db
    .insertInto('ask.expert_setting')
    .values({ expert_id: id, company_id: caller.companyId, member_id: caller.memberId, ...setting })
    .onConflict((conflict) => conflict.column('expert_id').doUpdateSet(setting))
    .execute()
  return {}
}

/** Follows the account of an expert; only personal accounts are experts. */
export async function followExpert(db: AskDb, caller: Caller, expertId: string, now: number) {
  const [account] = await personalAccounts(db, caller.companyId, { by: 'account', ids: [expertId] })
  if (!account) throw refuse(NOT_FOUND)
  const ref = { businessType: accountBusinessType, businessId: expertId }
  const attentionId = await setFollowing(db, caller, ref, true, now)
  if (attentionId === null) throw new Error('what is followed has an id')
  return { attentionId }
}

export async function followedExpertIds(db: AskDb, caller: Caller) {
  const { rows } = await sql<{ id: string }>`select f.business_id as id
    from ${followsSql(caller, accountBusinessType)} f order by f.followed_at desc, f.business_id`.execute(db)
  const accounts = await personalAccounts(db, caller.companyId, { by: 'account', ids: rows.map(({ id }) => id) })
  const experts = new Set(accounts.map(({ id }) => id))
  const items = rows.flatMap(({ id }) => (experts.has(id) ? [id] : []))
  return { items, recordCount: items.length }
}

const candidatesMax = 40
const suggestedMax = 6
/** So many of the latest answers of a company say who could answer. */
const answersRead = 5000

interface Candidate {
  readonly id: string
  readonly merit: number
}

/** Accepted answers count most, then answers, then that the expert names the topic. */
async function candidates(db: AskDb, { companyId }: Caller, topicIds: readonly string[]): Promise<Candidate[]> {
  const isAbout = sql`t.topic_id = any(${[...topicIds]}::uuid[])`
  const ofTopics =
    topicIds.length === 0
      ? sql``
      : sql`where a.question_id in (select t.item_id from ${itemTopicsSql(companyId, questionBusinessType)} t where ${isAbout})`
  const named =
    topicIds.length === 0
      ? sql``
      : sql`union all select t.item_id as id, 4 as merit from ${itemTopicsSql(companyId, accountBusinessType)} t where ${isAbout}`
  const { rows } = await sql<Candidate>`
    select m.id, sum(m.merit)::int as merit from (
      select a.expert_id as id, case when a.accepted_at is null then 1 else 3 end as merit
      from (select a.expert_id, a.accepted_at, a.question_id from ask.answer a
        where a.company_id = ${companyId} and a.removed_at is null and a.expert_id is not null
        order by a.created_at desc limit ${answersRead}) a ${ofTopics} ${named}
    ) m group by m.id order by merit desc, m.id limit ${candidatesMax}`.execute(db)
  return rows
}

/** Who has much to answer already comes later: merit is shared by what is open, so that nobody drowns. */
export async function suggestedExperts(db: AskDb, caller: Caller, topicIds: readonly string[]) {
  const found = await candidates(db, caller, topicIds)
  const merits = new Map(found.map(({ id, merit }) => [id, merit]))
  const experts = await expertsByIds(db, caller, [...merits.keys()])
  const rank = ({ id, openCount }: Expert) => (merits.get(id) ?? 0) / (1 + openCount)
  const items = experts
    .filter(({ takesInvitations, isOwn }) => takesInvitations && !isOwn)
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, suggestedMax)
  return { items, recordCount: items.length }
}
