/** Slides, and the whiteboard over them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { FILE_TYPE_UNSUPPORTED, INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { guestPdfOf, officePdfOf, ownsFile } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { LIMIT_REACHED, WRONG_ROOM_STATE } from '../../contract/errors.ts'
import type { Stroke } from '../../contract/shapes.ts'
import { addEvents } from '../events.ts'
import { strokesOf } from '../wire-objects.ts'
import type { OpContext, Operations } from './operation.ts'

const decksMax = 20
/** The limit of lines on one page. */
const strokesMax = 3000
const addressSeconds = 3600

async function assertMayDraw({ db, place, me }: OpContext): Promise<void> {
  if (me.role !== 'viewer') return
  const seat = await db
    .selectFrom('rooms.seat')
    .select('number')
    .where('room_id', '=', place.roomId)
    .where('participant_id', '=', me.id)
    .executeTakeFirst()
  if (!seat) throw refuse(NO_PERMISSION)
}

/** A text contains words that other people read; a line contains none. */
async function assertText({ db, place }: OpContext, { tool, text }: Pick<Stroke, 'tool' | 'text'>): Promise<void> {
  if ((tool === 'text') !== (text !== undefined))
    throw refuse(INVALID_INPUT, { fields: [{ path: 'text', rule: 'required', message: '' }] })
  if (text !== undefined) await assertClean(db, place.companyId, { text })
}

export const slideOps: Operations<
  'slides.add' | 'slides.remove' | 'slides.show' | 'slides.address' | 'board.draw' | 'board.undo' | 'board.clear'
> = {
  'slides.add': {
    async run({ db, place, me }, { fileId, name, pages }) {
      const { companyId, roomId, now } = place
      const memberId = me.member_id
      if (memberId === null || !(await ownsFile(db, { companyId, memberId }, fileId))) throw refuse(NOT_FOUND)
      if (!(await officePdfOf(db, { companyId, fileId, memberId, seconds: 1, now })))
        throw refuse(FILE_TYPE_UNSUPPORTED)
      const { count } = await db
        .selectFrom('rooms.deck')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('room_id', '=', roomId)
        .where('file_id', '<>', fileId)
        .executeTakeFirstOrThrow()
      if (count >= decksMax) throw refuse(LIMIT_REACHED, { max: decksMax })
      await db
        .insertInto('rooms.deck')
        .values({ room_id: roomId, file_id: fileId, company_id: companyId, name, pages, added_at: now })
        .onConflict((c) => c.columns(['room_id', 'file_id']).doUpdateSet({ name, pages }))
        .execute()
      await addEvents(db, place, [{ name: 'slides' }])
      return {}
    },
  },
  'slides.remove': {
    async run({ db, place }, { fileId }) {
      const removed = await db
        .deleteFrom('rooms.deck')
        .where('room_id', '=', place.roomId)
        .where('file_id', '=', fileId)
        .returning('file_id')
        .executeTakeFirst()
      if (!removed) throw refuse(NOT_FOUND)
      await sql`update rooms.room set shown_file_id = null, shown_page = 1
        where id = ${place.roomId} and shown_file_id = ${fileId}`.execute(db)
      await addEvents(db, place, [{ name: 'slides' }])
      return {}
    },
  },
  'slides.show': {
    async run({ db, place }, { fileId, page }) {
      if (fileId !== null) {
        const deck = await db
          .selectFrom('rooms.deck')
          .select('pages')
          .where('room_id', '=', place.roomId)
          .where('file_id', '=', fileId)
          .executeTakeFirst()
        if (!deck || page > deck.pages) throw refuse(NOT_FOUND)
      }
      await db
        .updateTable('rooms.room')
        .set({ shown_file_id: fileId, shown_page: page })
        .where('id', '=', place.roomId)
        .execute()
      await db
        .insertInto('rooms.slide_shown')
        .values({
          ...{ id: uuid(), company_id: place.companyId, room_id: place.roomId, file_id: fileId, page, at: place.now },
        })
        .execute()
      await addEvents(db, place, [{ name: 'slides' }])
      return { strokes: await strokesOf(db, place.roomId, fileId, page) }
    },
  },
  'slides.address': {
    way: 'shared',
    async run({ db, place, me }, { fileId }) {
      const { companyId, roomId, now } = place
      const deck = await db
        .selectFrom('rooms.deck')
        .select('file_id')
        .where('room_id', '=', roomId)
        .where('file_id', '=', fileId)
        .executeTakeFirst()
      if (!deck) throw refuse(NOT_FOUND)
      const input = { companyId, fileId, seconds: addressSeconds, now }
      const memberId = me.member_id
      const pdf = memberId === null ? await guestPdfOf(db, input) : await officePdfOf(db, { ...input, memberId })
      if (!pdf) throw refuse(NOT_FOUND)
      return { url: pdf.url }
    },
  },
  'board.draw': {
    async run(context, { id, fileId, page, ...shape }) {
      const { db, place, room, me } = context
      await assertMayDraw(context)
      if (fileId !== room.shown_file_id || page !== room.shown_page) throw refuse(WRONG_ROOM_STATE)
      await assertText(context, shape)
      const { count } = await db
        .selectFrom('rooms.stroke')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('room_id', '=', place.roomId)
        .where('file_id', fileId === null ? 'is' : '=', fileId)
        .where('page', '=', page)
        .where('cleared_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (count >= strokesMax) throw refuse(LIMIT_REACHED, { max: strokesMax })
      const drawn = await db
        .insertInto('rooms.stroke')
        .values({
          ...{ id, room_id: place.roomId, company_id: place.companyId, participant_id: me.id, file_id: fileId, page },
          ...{ sequence: room.sequence + 1, shape: JSON.stringify(shape) },
        })
        .onConflict((c) => c.columns(['room_id', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (drawn) await addEvents(db, place, [{ name: 'stroke', data: { id } }])
      return {}
    },
  },
  'board.undo': {
    async run({ db, place, me }, { ids }) {
      const undone = await db
        .updateTable('rooms.stroke')
        .set({ cleared_at: place.now })
        .where('room_id', '=', place.roomId)
        .where('participant_id', '=', me.id)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('cleared_at', 'is', null)
        .returning('id')
        .execute()
      if (undone.length === 0) return {}
      await addEvents(db, place, [{ name: 'board.undone', data: { ids: undone.map(({ id }) => id) } }])
      return {}
    },
  },
  'board.clear': {
    async run({ db, place, room }) {
      const { shown_file_id: fileId, shown_page: page } = room
      await sql`update rooms.stroke set cleared_at = ${place.now} where room_id = ${place.roomId}
        and file_id is not distinct from ${fileId}::uuid and page = ${page} and cleared_at is null`.execute(db)
      await addEvents(db, place, [{ name: 'board.cleared', data: { fileId, page } }])
      return {}
    },
  },
}
