/** How often a process does what for its rooms. Tests have less patience. */
export interface Timings {
  /** Events are handed on at most so often; large rooms wait longer. */
  readonly batchMs: number
  readonly largeBatchMs: number
  /** Sums (who is there, votes, likes) are counted and told at most so often. */
  readonly recountMs: number
  /** Attendance is right to this. */
  readonly beatMs: number
  /** Every connection is asked for a sign of life so often, and given up after two without. */
  readonly pingMs: number
  /** Whether the sessions still stand is looked at so often. */
  readonly sessionsMs: number
  /** Sockets stay so long after the end, for the last words. */
  readonly afterEndMs: number
}

export const usualTimings: Timings = {
  batchMs: 100,
  largeBatchMs: 250,
  recountMs: 1000,
  beatMs: 4000,
  pingMs: 5000,
  sessionsMs: 30_000,
  afterEndMs: 120_000,
}

/** Connections of one process from which on a room is a large one. */
export const largeRoom = 500
