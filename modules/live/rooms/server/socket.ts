/** The room's two sockets: `socket` for requests and events, `stream` for pictures as bytes. */

import type {} from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NO_PERMISSION, NOT_FOUND, refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import type { Connection as Database } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { languageOf } from '#server/http/messages.ts'
import type { Outside } from '#server/outside.ts'
import { closeCodes } from '../contract/socket.ts'
import { type RoomsDb, roomsTables } from './db.ts'
import { kindOf } from './kinds.ts'
import { Connection } from './live/connection.ts'
import { Hub } from './live/hub.ts'
import type { LiveRoom } from './live/room.ts'
import { type Timings, usualTimings } from './live/timings.ts'
import { openPresence } from './presence.ts'
import { getRoom } from './rooms.ts'
import { type Redeemed, redeemTicket } from './tickets.ts'

interface SocketRoute {
  Params: { id: string }
  Querystring: { ticket?: string | string[]; after?: string; lang?: string }
}

type SocketRequest = FastifyRequest<SocketRoute>

/** A page of another site could open sockets to ours, though without a valid ticket; the server refuses it anyway. */
function assertOrigin(request: SocketRequest, outside: Outside): void {
  const { origin } = request.headers
  if (origin === undefined || origin === outside.config.publicUrl) return
  if (URL.canParse(origin) && new URL(origin).host === request.host) return
  throw refuse(NO_PERMISSION)
}

const redeemed = new WeakMap<FastifyRequest, Redeemed>()

async function redeem(db: Database, request: SocketRequest, outside: Outside, purpose: 'socket' | 'stream') {
  if (!request.ws) throw refuse(SIGN_IN_NEEDED)
  assertOrigin(request, outside)
  const { id } = request.params
  if (!idPattern.test(id)) throw refuse(NOT_FOUND)
  const { ticket } = request.query
  const now = outside.clock.now()
  const one = typeof ticket === 'string' ? ticket : undefined
  redeemed.set(request, await redeemTicket(db, one, { roomId: id, purpose, now }))
}

/** Enters the room: attendance starts, and the room's owner counts a first visit. */
async function enter(db: RoomsDb, room: LiveRoom, connection: Connection, hub: Hub, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { companyId, roomId } = room.key
    const { participantId, device } = connection
    const me = await transaction
      .selectFrom('rooms.participant')
      .select(['member_id', 'joined_at', 'removed_at'])
      .where('id', '=', participantId)
      .executeTakeFirst()
    if (!me || me.removed_at !== null) return false
    const { state, kind } = await getRoom(transaction, companyId, roomId)
    if (state === 'closed') return false
    const arrival = { companyId, roomId, participantId, processId: hub.processId, device, now }
    connection.presenceId = await openPresence(transaction, arrival)
    if (me.joined_at !== null) return true
    const first = await transaction
      .updateTable('rooms.participant')
      .set({ joined_at: now })
      .where('id', '=', participantId)
      .where('joined_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (first && me.member_id !== null)
      await kindOf(kind).entered?.(transaction, { companyId, roomId, memberId: me.member_id, now })
    return true
  })
}

function afterIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function addRoomSockets(
  app: FastifyInstance,
  outside: Outside,
  connection: Database,
  timings: Timings = usualTimings,
): void {
  const db = roomsTables(connection)
  const logError = (message: string, error: unknown) => app.log.error({ err: error }, message)
  const hub = new Hub({ db: connection, outside, timings, logError })
  app.addHook('preClose', () => hub.stop())

  app.get<SocketRoute>(
    '/rooms/:id/socket',
    { websocket: true, preValidation: (request) => redeem(connection, request, outside, 'socket') },
    (socket, request) => {
      const ticket = redeemed.get(request)
      if (!ticket) return socket.close(closeCodes.removed)
      const room = hub.room({ companyId: ticket.companyId, roomId: request.params.id })
      const { participantId, sessionId, device } = ticket
      const language = languageOf(request.query.lang ?? request.headers['accept-language'])
      const line = new Connection({
        ...{ socket, language, participantId, sessionId, device, logError },
        limiter: room.limiterOf(participantId),
        run: (one, op, input) => room.run(one, op, input),
      })
      // The open connection keeps the room in memory while it enters.
      room.connections.add(line)
      socket.on('error', () => socket.terminate())
      socket.on('close', (code) => hub.leave(room, line, code !== 1006))
      const entering = async () => {
        const isIn = await enter(db, room, line, hub, outside.clock.now())
        if (!isIn) return line.bye('removed')
        if (socket.readyState === socket.OPEN) await room.add(line, afterIn(request.query.after))
        else hub.leave(room, line, true)
      }
      entering().catch((error: unknown) => {
        logError('a person could not enter a room', error)
        socket.close(1011)
      })
    },
  )

  app.get<SocketRoute>(
    '/rooms/:id/stream',
    { websocket: true, preValidation: (request) => redeem(connection, request, outside, 'stream') },
    (socket, request) => {
      const ticket = redeemed.get(request)
      if (!ticket) return socket.close(closeCodes.removed)
      socket.on('error', () => socket.terminate())
      // The server ignores messages on this socket.
      socket.on('message', () => socket.close(closeCodes.garbage))
      hub.room({ companyId: ticket.companyId, roomId: request.params.id }).watchStream(socket, ticket.participantId)
    },
  )
}
