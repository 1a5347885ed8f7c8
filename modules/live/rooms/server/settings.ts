/** The settings that a host may change in the room, with their defaults. */
import type { Static } from 'typebox'
import type { RoomSettings } from '../contract/shapes.ts'
import { seatsMax } from '../contract/shapes.ts'

export type Settings = Static<typeof RoomSettings>

const defaults: Settings = {
  chatOpen: true,
  questionsOpen: true,
  handsOpen: true,
  guestsMayWrite: true,
  slowModeSeconds: 0,
  rtcViewersMax: 60,
}

export function settingsOf(stored: unknown): Settings {
  return { ...defaults, ...(stored as Partial<Settings>) }
}

/** Interactive rooms have the host and six more people on the stage (LIVE-040); the others only their host. */
export function seatsOf(mode: string): number {
  return mode === 'interactive' ? seatsMax : 1
}
