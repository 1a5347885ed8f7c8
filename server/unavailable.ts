/**
 * What is away for the moment: the database, the disk, the store of files. A call that needs it answers 503 with 999001 and
 * may be repeated; work that needs it waits, and counts no try.
 */

/** The time after which a call that could not be served may be sent again. */
export const retryAfterSeconds = 2

/** Something that the server needs does not answer. Nothing was acknowledged; what was asked for may be asked again. */
export class Unavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Unavailable'
  }
}

/** A disk that is full, read-only or broken, and no file handle left. */
const diskCodes: ReadonlySet<string> = new Set([...['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']])

/** SQLSTATE: no connection (08), no resources (53), shutting down or starting (57P), system (58), a read-only database. */
const databaseCodes = /^(08(?!P01)...|53...|57P0[1-5]|58...|25006)$/

/** Whether the database answers, but takes no writes; the watch of the database wraps what the driver says. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as NodeJS.ErrnoException).code === '25006' || isReadOnly(error.cause)
}

/** What the driver says without a code. */
const driverMessages: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])

/** Whether the call or the job failed because something that it needs is away, not because of what it asked for. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Unavailable) return true
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string') return diskCodes.has(code) || databaseCodes.test(code)
  return driverMessages.has(error.message)
}

/** SQLSTATE: conflicts of two transactions (40001, 40P01), no lock (55P03), a time-out (57014). */
const conflictCodes: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03', '57014'])

/** Whether a call failed of something that may be over when it is sent again. */
export function mayBeRepeated(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof Error && conflictCodes.has((error as NodeJS.ErrnoException).code))
}
