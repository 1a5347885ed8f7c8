/** Polls, quizzes, sign-in, likes and rewards: the activities of the whole room. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { post } from '#modules/platform/currency/server.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { ALREADY_ANSWERED, LIMIT_REACHED, NO_SIGN_ROUND, POLL_CLOSED, SWITCHED_OFF } from '../../contract/errors.ts'
import type { RequestInput } from '../../contract/requests.ts'
import { addEvents } from '../events.ts'
import { openRound, sign } from '../sign-ins.ts'
import { pollsOf, roundsOf } from '../wire-objects.ts'
import type { OpContext, Operations } from './operation.ts'

const coins = 1
const rewardTrade = 4

const wrongField = (path: string, message: string) =>
  refuse(INVALID_INPUT, { fields: [{ path, rule: 'options', message }] })

function assertPoll({ kind, options, correct, multiple }: RequestInput<'poll.open'>): void {
  if (new Set(options.map((option) => option.trim())).size < options.length)
    throw wrongField('options', 'must differ from each other')
  if (kind === 'poll') {
    if (correct !== undefined) throw wrongField('correct', 'is for a quiz')
    return
  }
  const isFitting = correct !== undefined && (multiple || correct.length === 1)
  if (!isFitting || !correct.every((option) => option < options.length))
    throw wrongField('correct', 'must name options of the quiz')
}

async function setPoll({ db, place }: OpContext, id: string, state: 'closed' | 'published'): Promise<void> {
  const { rows } = await sql`update rooms.poll set
      state = case when state = 'published' then state else ${state} end, closed_at = coalesce(closed_at, ${place.now})
    where id = ${id} and room_id = ${place.roomId} returning id`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  await addEvents(db, place, [{ name: 'poll', data: { id } }])
}

/** The payer and the payee of the coins; the host is the payee. */
async function payeeOf({ db, room, me }: OpContext): Promise<{ memberId: string; name: string; payer: string }> {
  const host = await db
    .selectFrom('rooms.participant')
    .select(['member_id', 'name'])
    .where('id', '=', room.host_participant_id)
    .executeTakeFirst()
  if (!host?.member_id || me.member_id === null || host.member_id === me.member_id) throw refuse(SWITCHED_OFF)
  return { memberId: host.member_id, name: host.name, payer: me.member_id }
}

export const pollOps: Operations<
  | 'poll.open'
  | 'poll.answer'
  | 'poll.close'
  | 'poll.publish'
  | 'sign.open'
  | 'sign.close'
  | 'sign.list'
  | 'sign'
  | 'like'
  | 'reward'
> = {
  'poll.open': {
    async run({ db, place }, input) {
      assertPoll(input)
      const { kind, question, options, multiple, correct } = input
      await assertClean(db, place.companyId, {
        question,
        ...Object.fromEntries(options.map((option, index) => [`options.${index}`, option])),
      })
      const open = await db
        .selectFrom('rooms.poll')
        .select('id')
        .where('room_id', '=', place.roomId)
        .where('state', '=', 'open')
        .executeTakeFirst()
      if (open) throw refuse(LIMIT_REACHED, { max: 1 })
      const id = uuid()
      await db
        .insertInto('rooms.poll')
        .values({
          ...{ id, company_id: place.companyId, room_id: place.roomId, kind, question, options, multiple },
          ...{ correct: correct ?? null, opened_at: place.now },
        })
        .execute()
      await addEvents(db, place, [{ name: 'poll', data: { id } }])
      const [poll] = await pollsOf(db, place.roomId, [id])
      if (!poll) throw refuse(NOT_FOUND)
      return { poll }
    },
  },
  'poll.answer': {
    way: 'shared',
    async run({ db, place, me, servedRoom }, { id, options }) {
      // A shared lock: closing a poll waits for the answers in progress.
      const { rows } = await sql<{ state: string; multiple: boolean; size: number }>`
        select state, multiple, cardinality(options) as size from rooms.poll
        where id = ${id} and room_id = ${place.roomId} for share`.execute(db)
      const [poll] = rows
      if (!poll) throw refuse(NOT_FOUND)
      if (poll.state !== 'open') throw refuse(POLL_CLOSED)
      if (options.length > 1 && !poll.multiple) throw wrongField('options', 'must be one')
      if (!options.every((option) => option < poll.size)) throw wrongField('options', 'must be options of the poll')
      const { rows: kept } = await sql`insert into rooms.poll_answer (poll_id, participant_id, company_id, options, at)
        values (${id}, ${me.id}, ${place.companyId}, ${options}, ${place.now})
        on conflict do nothing returning poll_id`.execute(db)
      if (kept.length === 0) throw refuse(ALREADY_ANSWERED)
      servedRoom.recount('polls')
      return {}
    },
  },
  'poll.close': {
    async run(context, { id }) {
      await setPoll(context, id, 'closed')
      return {}
    },
  },
  'poll.publish': {
    async run(context, { id }) {
      await setPoll(context, id, 'published')
      return {}
    },
  },
  'sign.open': {
    async run({ db, place }, { seconds }) {
      await sql`update rooms.sign_round set closed_at = least(coalesce(closes_at, ${place.now}), ${place.now})
        where room_id = ${place.roomId} and closed_at is null and number > 0`.execute(db)
      const id = uuid()
      await sql`insert into rooms.sign_round (id, company_id, room_id, number, opened_at, closes_at)
        select ${id}, ${place.companyId}, ${place.roomId}, coalesce(max(number), 0) + 1, ${place.now},
          ${place.now + seconds * 1000} from rooms.sign_round where room_id = ${place.roomId}`.execute(db)
      await addEvents(db, place, [{ name: 'sign' }])
      const round = (await roundsOf(db, place.roomId, place.now)).find((one) => one.id === id)
      if (!round) throw refuse(NOT_FOUND)
      return { round }
    },
  },
  'sign.close': {
    async run({ db, place }) {
      const { rows } = await sql`update rooms.sign_round set closed_at = ${place.now}
        where room_id = ${place.roomId} and closed_at is null and number > 0 returning id`.execute(db)
      if (rows.length === 0) throw refuse(NO_SIGN_ROUND)
      await addEvents(db, place, [{ name: 'sign' }])
      return {}
    },
  },
  'sign.list': {
    way: 'shared',
    async run({ db, place }, { roundId, page }) {
      const rounds = await roundsOf(db, place.roomId, place.now)
      const id = roundId ?? rounds[0]?.id ?? null
      const signatures = sql`rooms.signature s join rooms.participant p on p.id = s.participant_id
        where s.round_id = ${id}::uuid and p.room_id = ${place.roomId}`
      const { rows: items } = await sql<{ participantId: string; name: string; at: number }>`
        select p.id as "participantId", p.name, s.at from ${signatures} order by s.at, p.id
        limit 50 offset ${(page - 1) * 50}`.execute(db)
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${signatures}`.execute(db)
      return { rounds, items, recordCount: rows[0]?.count ?? 0 }
    },
  },
  sign: {
    way: 'shared',
    async run({ db, place, me, servedRoom }) {
      const roundId = await openRound(db, place.roomId, place.now)
      if (roundId === undefined) throw refuse(NO_SIGN_ROUND)
      const at = await sign(db, { companyId: place.companyId, roundId, participantId: me.id, now: place.now })
      servedRoom.recount('sign')
      return { at }
    },
  },
  like: {
    way: 'outside',
    run: async ({ servedRoom }, { count }) => ({ total: await servedRoom.addLikes(count) }),
  },
  reward: {
    async run(context, input) {
      const { db, place, room, me } = context
      const rule = await ruleValue(db, place.companyId, 'CURRENCY_REWARD_RULE_CONFIG')
      if (rule.switchOpen !== '1') throw refuse(SWITCHED_OFF)
      const { memberId, name, payer } = await payeeOf(context)
      const id = uuid()
      const amount = BigInt(input.coins) * 100n
      await post(db, {
        ...{ companyId: place.companyId, kind: coins, tradeType: rewardTrade, event: 'tip', now: place.now },
        ...{ eventKey: `room-reward:${id}`, businessId: place.roomId, subject: room.title, createdBy: payer },
        legs: [
          { owner: { kind: 'person', id: payer }, amount: -amount },
          { owner: { kind: 'person', id: memberId }, amount, balanceKind: 'reward' },
        ],
      })
      await db
        .insertInto('rooms.reward')
        .values({
          ...{ id, company_id: place.companyId, room_id: place.roomId, participant_id: me.id },
          ...{ coins: input.coins, at: place.now },
        })
        .execute()
      await addEvents(db, place, [
        { name: 'reward', participantId: me.id, data: { coins: input.coins, to: room.host_participant_id } },
      ])
      return { coins: input.coins, name }
    },
  },
}
