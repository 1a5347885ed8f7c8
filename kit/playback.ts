/** The wire of playback: what the heartbeat calls of all modules whose content is played have in common. */
import { type Static, Type } from 'typebox'

/** The limit of intervals in one heartbeat. A player sends the rest with the next one. */
export const intervalsMax = 100

const unitsMax = 2_000_000_000

/** A half-open range [from, to) in the unit of the content: milliseconds, pages, or the whole. */
export const Interval = Type.Object(
  {
    from: Type.Integer({ minimum: 0, maximum: unitsMax }),
    to: Type.Integer({ minimum: 1, maximum: unitsMax }),
  },
  { additionalProperties: false },
)
export type Interval = Static<typeof Interval>

/** The body of a heartbeat. */
export const heartbeatFields = {
  sequence: Type.Integer({ minimum: 1, maximum: unitsMax }),
  /** Played ranges in the unit; they may overlap each other and what is known. */
  intervals: Type.Array(Interval, { maxItems: intervalsMax }),
  /** Time spent playing or reading since the last acknowledged heartbeat; the server caps it by its own clock. */
  activeMs: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
}

/** The position of the player in the unit, in a heartbeat. */
export const Position = Type.Integer({ minimum: 0, maximum: unitsMax })
