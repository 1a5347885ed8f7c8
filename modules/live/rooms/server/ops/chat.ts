/** Messages, and questions with votes. Text stays text; sensitive words are refused. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { LIMIT_REACHED, SILENCED, SLOW_MODE, SWITCHED_OFF } from '../../contract/errors.ts'
import { addEvents } from '../events.ts'
import { changeRoom } from '../rooms.ts'
import { settingsOf } from '../settings.ts'
import { chatOf, messagesById, questionsById, questionsOf } from '../wire-objects.ts'
import { findSubordinate, type OpContext, type Operations } from './operation.ts'

const pinnedMax = 5
/** The open questions of one person. */
const openQuestionsMax = 20

/** Staff may always write. */
function assertMayWrite({ room, me }: OpContext, isOpen: 'chatOpen' | 'questionsOpen'): void {
  if (me.silenced) throw refuse(SILENCED)
  if (me.role !== 'viewer') return
  const settings = settingsOf(room.settings)
  const isGuest = me.member_id === null
  if (!settings[isOpen] || (isGuest && !settings.guestsMayWrite)) throw refuse(SWITCHED_OFF)
}

async function assertSlowMode({ db, room, me, place }: OpContext): Promise<void> {
  const { slowModeSeconds } = settingsOf(room.settings)
  if (me.role !== 'viewer' || slowModeSeconds === 0) return
  const last = await db
    .selectFrom('rooms.message')
    .select('at')
    .where('participant_id', '=', me.id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const waitMs = (last?.at ?? 0) + slowModeSeconds * 1000 - place.now
  if (waitMs > 0) throw refuse(SLOW_MODE, { seconds: Math.ceil(waitMs / 1000) })
}

async function pin(context: OpContext, id: string, at: number | null): Promise<void> {
  const { db, place } = context
  const changed = await db
    .updateTable('rooms.message')
    .set({ pinned_at: at })
    .where('id', '=', id)
    .where('room_id', '=', place.roomId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw refuse(NOT_FOUND)
  await addEvents(db, place, [{ name: 'chat', data: { id } }])
}

export const chatOps: Operations<
  | 'chat.send'
  | 'chat.history'
  | 'chat.pin'
  | 'chat.unpin'
  | 'chat.remove'
  | 'chat.mutePerson'
  | 'chat.slowMode'
  | 'question.ask'
  | 'question.vote'
  | 'question.answered'
  | 'question.remove'
  | 'question.list'
> = {
  'chat.send': {
    // Slow mode counts the person's own messages: messages of one person wait for each other, not for everybody's.
    way: 'shared',
    async run(context, { text }) {
      const { db, place, me } = context
      assertMayWrite(context, 'chatOpen')
      await sql`select from rooms.participant where id = ${me.id} for no key update`.execute(db)
      await assertSlowMode(context)
      await assertClean(db, place.companyId, { text })
      const id = uuid()
      await db
        .insertInto('rooms.message')
        .values({ id, company_id: place.companyId, room_id: place.roomId, participant_id: me.id, text, at: place.now })
        .execute()
      await addEvents(db, place, [{ name: 'chat', data: { id } }])
      const [message] = await messagesById(db, [id])
      if (!message) throw refuse(NOT_FOUND)
      return { message }
    },
  },
  'chat.history': {
    way: 'shared',
    run: async ({ db, place }, { before }) => ({ items: await chatOf(db, place.roomId, before) }),
  },
  'chat.pin': {
    async run(context, { id }) {
      const { db, place } = context
      const { count } = await db
        .selectFrom('rooms.message')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('room_id', '=', place.roomId)
        .where('pinned_at', 'is not', null)
        .where('removed_at', 'is', null)
        .where('id', '<>', id)
        .executeTakeFirstOrThrow()
      if (count >= pinnedMax) throw refuse(LIMIT_REACHED, { max: pinnedMax })
      await pin(context, id, place.now)
      return {}
    },
  },
  'chat.unpin': {
    async run(context, { id }) {
      await pin(context, id, null)
      return {}
    },
  },
  'chat.remove': {
    async run({ db, place }, { id }) {
      const removed = await db
        .updateTable('rooms.message')
        .set({ removed_at: place.now, pinned_at: null })
        .where('id', '=', id)
        .where('room_id', '=', place.roomId)
        .where('removed_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!removed) throw refuse(NOT_FOUND)
      await addEvents(db, place, [{ name: 'chat.removed', data: { id } }])
      return {}
    },
  },
  'chat.mutePerson': {
    async run(context, { participantId, muted }) {
      const whose = await findSubordinate(context, participantId)
      await context.db.updateTable('rooms.participant').set({ silenced: muted }).where('id', '=', whose.id).execute()
      await addEvents(context.db, context.place, [{ name: 'person', participantId: whose.id }])
      return {}
    },
  },
  'chat.slowMode': {
    async run({ db, place }, { seconds }) {
      await changeRoom(db, { ...place, settings: { slowModeSeconds: seconds } })
      return {}
    },
  },
  'question.ask': {
    async run(context, { text }) {
      const { db, place, me } = context
      assertMayWrite(context, 'questionsOpen')
      const { count } = await db
        .selectFrom('rooms.question')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('participant_id', '=', me.id)
        .where('answered_at', 'is', null)
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (count >= openQuestionsMax) throw refuse(LIMIT_REACHED, { max: openQuestionsMax })
      await assertClean(db, place.companyId, { text })
      const id = uuid()
      await db
        .insertInto('rooms.question')
        .values({ id, company_id: place.companyId, room_id: place.roomId, participant_id: me.id, text, at: place.now })
        .execute()
      await addEvents(db, place, [{ name: 'question', data: { id } }])
      const [question] = await questionsById(db, [id])
      if (!question) throw refuse(NOT_FOUND)
      return { question }
    },
  },
  'question.vote': {
    way: 'shared',
    async run({ db, place, me, servedRoom }, { id, on }) {
      const change = on
        ? sql`insert into rooms.question_vote (question_id, participant_id, company_id, at)
            select id, ${me.id}, company_id, ${place.now} from rooms.question where id = ${id}
            and room_id = ${place.roomId} and removed_at is null on conflict do nothing returning 1 as by`
        : sql`delete from rooms.question_vote where question_id = ${id} and participant_id = ${me.id} returning -1 as by`
      const { rows } = await sql`with changed as (${change}) update rooms.question
        set votes = votes + coalesce((select sum(by) from changed), 0)::int
        where id = ${id} and room_id = ${place.roomId} and removed_at is null returning id`.execute(db)
      if (rows.length === 0) throw refuse(NOT_FOUND)
      servedRoom.recount('votes')
      return {}
    },
  },
  'question.answered': {
    async run({ db, place }, { id, answered }) {
      const changed = await db
        .updateTable('rooms.question')
        .set({ answered_at: answered ? place.now : null })
        .where('id', '=', id)
        .where('room_id', '=', place.roomId)
        .where('removed_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw refuse(NOT_FOUND)
      await addEvents(db, place, [{ name: 'question', data: { id } }])
      return {}
    },
  },
  'question.remove': {
    async run({ db, place }, { id }) {
      const removed = await db
        .updateTable('rooms.question')
        .set({ removed_at: place.now })
        .where('id', '=', id)
        .where('room_id', '=', place.roomId)
        .where('removed_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!removed) throw refuse(NOT_FOUND)
      await addEvents(db, place, [{ name: 'question.removed', data: { id } }])
      return {}
    },
  },
  'question.list': {
    way: 'shared',
    async run({ db, place }, { page }) {
      const { count } = await db
        .selectFrom('rooms.question')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('room_id', '=', place.roomId)
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { items: await questionsOf(db, place.roomId, page), recordCount: count }
    },
  },
}
