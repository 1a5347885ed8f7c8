import type { Outside } from '#server/outside.ts'
import type { RoomsDb } from '../db.ts'
import type { RoomKey } from './deliveries.ts'
import type { Timings } from './timings.ts'

export interface RoomTools extends RoomKey {
  readonly db: RoomsDb
  readonly outside: Outside
  readonly processId: string
  readonly timings: Timings
  readonly logError: (message: string, error: unknown) => void
}
