/** Janus' refusals, and the errors that they become for callers of the engine. */
import { EngineRefused, EngineUnavailable, StageFull } from './engine.ts'
import { JanusRefused } from './janus-control.ts'
import { badDescription, janusCode } from './janus-room.ts'

export function isRefused(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof JanusRefused && codes.includes(error.code)
}

/** Janus' refusal as an error of the interface. Every other refusal means that the engine is unavailable. */
export function toEngineError(error: unknown): Error {
  if (error instanceof StageFull || error instanceof EngineRefused || error instanceof EngineUnavailable) return error
  if (isRefused(error, janusCode.publishersFull)) return new StageFull()
  if (isRefused(error, ...badDescription)) return new EngineRefused('bad-description')
  if (isRefused(error, janusCode.noSuchFeed)) return new EngineRefused('no-feed')
  if (isRefused(error, janusCode.noSuchHandle, janusCode.noSuchSession)) return new EngineRefused('no-peer')
  return new EngineUnavailable(error instanceof Error ? error.message : String(error), { cause: error })
}

/** Session and handle: any process can answer and close a peer, whichever process made it. */
export function readPeerId(peerId: string): { session: number; handle: number } | undefined {
  const [, session, handle] = /^(\d{1,16})-(\d{1,16})$/.exec(peerId) ?? []
  return handle === undefined ? undefined : { session: Number(session), handle: Number(handle) }
}
