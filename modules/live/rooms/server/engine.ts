/** The engine for a room's audio and video; tests replace it. */
import { type LiveEngine, liveEngine } from '#modules/live/engines/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { seatsOf } from './settings.ts'

const replaced = new WeakMap<Outside, LiveEngine>()

/** @public For tests that need no real engine. */
export function useEngine(outside: Outside, engine: LiveEngine): void {
  replaced.set(outside, engine)
}

export function engineOf(outside: Outside, db: Connection): LiveEngine {
  return replaced.get(outside) ?? liveEngine(outside, db)
}

/** Sufficient quality for a lecture; 148 packets a second for each speaker. */
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
