/** Janus' refusals, and what they are to who asked for audio and video. */
import { EngineRefused, EngineUnavailable, StageFull } from './engine.ts'
import { JanusRefused } from './janus-control.ts'
import { badDescription, janusCode } from './janus-room.ts'

export function isRefused(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof JanusRefused && codes.includes(error.code)
}

/** Janus' refusals in the words of the interface; what is none of them is trouble with the engine. */
export function trouble(error: unknown): Error {
  if (error instanceof StageFull || error instanceof EngineRefused || error instanceof EngineUnavailable) return error
  if (isRefused(error, janusCode.publishersFull)) return new StageFull()
  if (isRefused(error, ...badDescription)) return new EngineRefused('bad-description')
  if (isRefused(error, janusCode.noSuchFeed)) return new EngineRefused('no-feed')
  if (isRefused(error, janusCode.noSuchHandle, janusCode.noSuchSession)) return new EngineRefused('no-peer')
  return new EngineUnavailable(error instanceof Error ? error.message : String(error), { cause: error })
}

/** Session and handle: any process can answer and close a peer, whichever made it. */
export function readPeerId(peerId: string): { session: number; handle: number } | undefined {
  const [, session, handle] = /^(\d{1,16})-(\d{1,16})$/.exec(peerId) ?? []
  return handle === undefined ? undefined : { session: Number(session), handle: Number(handle) }
}
