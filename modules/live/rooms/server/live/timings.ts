/** The intervals of a process' periodic work for its rooms. Tests use shorter ones. */
export interface Timings {
  /** The shortest interval between two deliveries of events; large rooms use a longer one. */
  readonly batchMs: number
  readonly largeBatchMs: number
  /** The shortest interval between two counts of people, votes and likes. */
  readonly recountMs: number
  /** The interval of attendance heartbeats, which is the precision of attendance. */
  readonly heartbeatMs: number
  /** The interval of pings; a connection without two answers is closed. */
  readonly pingMs: number
  /** The interval of session checks: a socket outlives its session by no more. */
  readonly sessionsMs: number
  /** How long sockets stay open after the end, for the last events. */
  readonly afterEndMs: number
}

export const usualTimings: Timings = {
  batchMs: 100,
  largeBatchMs: 250,
  recountMs: 1000,
  heartbeatMs: 4000,
  pingMs: 5000,
  sessionsMs: 15_000,
  afterEndMs: 120_000,
}

/** A process with this many connections to a room treats it as large. */
export const largeRoom = 500
