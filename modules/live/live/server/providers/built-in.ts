/** The platform's own rooms: everything runs in the transaction of the change. */
import {
  changeRoom,
  closeRoom,
  endRoom,
  findRoomFacts,
  openRoom,
  reopenRoom,
  startRoom,
} from '#modules/live/rooms/server.ts'
import { lecturerAddress, startAddress } from '../addresses.ts'
import type { LiveProvider, ProviderLive, Tools } from './provider.ts'

const modes = { 1: 'audio', 2: 'video', 3: 'interactive' } as const

function roomOf(live: ProviderLive, now: number) {
  return {
    companyId: live.companyId,
    roomId: live.id,
    title: live.subject,
    mode: modes[live.liveMode],
    plannedEndAt: live.plannedEndAt,
    hostId: live.hostId,
    lecturerIds: live.lecturerIds,
    now,
  }
}

const of = (live: ProviderLive, { now }: Pick<Tools, 'now'>) => ({ companyId: live.companyId, roomId: live.id, now })

export const builtIn: LiveProvider = {
  key: 'built-in',
  talks: 'database',
  isConfigured: () => true,
  async create(live, { db, now }) {
    const room = (await findRoomFacts(db, live.companyId, [live.id])).get(live.id)
    if (!room) await openRoom(db, { ...roomOf(live, now), kind: 'live', like: live.copiedFrom })
    else {
      // It was cancelled, perhaps changed, and is published again.
      if (room.state === 'closed') await reopenRoom(db, of(live, { now }))
      await changeRoom(db, roomOf(live, now))
    }
    return { externalId: live.id }
  },
  async change(live, { db, now }) {
    await changeRoom(db, roomOf(live, now))
  },
  async start(live, by, tools) {
    await startRoom(tools.db, { ...of(live, tools), by })
  },
  async end(live, by, tools) {
    await endRoom(tools.db, { ...of(live, tools), by })
  },
  async cancel(live, tools) {
    await closeRoom(tools.db, of(live, tools))
  },
  /** The rooms have no client of their own: both addresses are the page. */
  async entry(live, { role }, { outside }) {
    const { config } = outside
    const own = role === 'organizer' ? startAddress(config, live.supplier, live.id) : lecturerAddress(config, live.id)
    const url = role === 'attendee' ? live.pageUrl : own
    return { webUrl: url, clientUrl: url }
  },
  async status(live, { db }) {
    const room = (await findRoomFacts(db, live.companyId, [live.id])).get(live.id)
    if (!room) return { state: 'missing' }
    const state = room.state === 'running' ? 'running' : room.state === 'waiting' ? 'waiting' : 'ended'
    return {
      state,
      viewers: room.viewers,
      ...(room.startedAt !== null && { startedAt: room.startedAt }),
      ...(room.endedAt !== null && { endedAt: room.endedAt }),
    }
  },
  /** The replay is in the room itself. */
  async recordings() {
    return []
  },
}
