/** The browser's state of the room: the snapshot, and local additions. Only `reduce` changes it. */
import type { RoomSnapshot } from '../../contract/shapes.ts'

export type Snapshot = RoomSnapshot

/** A short notice: sent to listeners, not stored. */
export interface Reward {
  readonly id: number
  readonly name: string
  readonly to: string
  readonly coins: number
}

export interface RoomView extends Omit<Snapshot, 'now'> {
  /** The offset from our clock to the server's. */
  readonly clockAheadMs: number
  /** Media must be set up again when this number grows: the engine died and came back. */
  readonly engineRound: number
  readonly engineDown: boolean
  /** The person who invited me to the stage; undefined without an open invitation. */
  readonly invitedBy: string | undefined
  readonly rewards: readonly Reward[]
  /** The reason for the end of the visit. */
  readonly bye: string | undefined
}

/** Older messages are loaded on scrolling. */
export const CHAT_MAX = 500
export const REWARDS_MAX = 5
