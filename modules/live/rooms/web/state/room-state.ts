/** What the browser knows of the room: the snapshot, and what its own people add to it. Changed by `reduce` alone. */
import type { RoomSnapshot } from '../../contract/shapes.ts'

export type Snapshot = RoomSnapshot

/** Something that is shown for a moment and forgotten: told to listeners, not kept. */
export interface Reward {
  readonly id: number
  readonly name: string
  readonly to: string
  readonly coins: number
}

export interface RoomView extends Omit<Snapshot, 'now'> {
  /** The server's clock less ours. */
  readonly clockAheadMs: number
  /** Media have to be set up anew when this grows: the engine died and came back. */
  readonly engineRound: number
  readonly engineDown: boolean
  /** Who has asked me on the stage; undefined where nobody has, or where it was answered. */
  readonly invitedBy: string | undefined
  readonly rewards: readonly Reward[]
  /** Why the room let us go. */
  readonly bye: string | undefined
}

/** Older messages are fetched when somebody scrolls to them. */
export const CHAT_KEPT = 500
export const REWARDS_KEPT = 5
