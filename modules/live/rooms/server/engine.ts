/** The engine that carries a room's audio and video; tests put another in its place. */
import { type LiveEngine, liveEngine } from '#modules/live/engines/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { seatsOf } from './settings.ts'

const replaced = new WeakMap<Outside, LiveEngine>()

/** @public For tests in which the engine is not the point. */
export function useEngine(outside: Outside, engine: LiveEngine): void {
  replaced.set(outside, engine)
}

export function engineOf(outside: Outside, db: Connection): LiveEngine {
  return replaced.get(outside) ?? liveEngine(outside, db)
}

/** As good a picture as a lecture needs; 148 packets a second and speaker. */
const videoKbps = 800

/** Opens the room at the engine; a repeat changes nothing. */
export function openMedia(
  engine: LiveEngine,
  room: { readonly id: string; readonly companyId: string; readonly mode: string },
) {
  return engine.open(room.id, {
    companyId: room.companyId,
    mode: room.mode as 'audio' | 'video' | 'interactive',
    publishersMax: seatsOf(room.mode),
    videoKbps,
    record: true,
  })
}
