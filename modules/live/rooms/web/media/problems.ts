/** The reasons why a camera or microphone is unavailable; the help has a text for each. */
export type DeviceProblem = 'refused' | 'none' | 'busy' | 'insecure' | 'failed'

const ofName: Readonly<Record<string, DeviceProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  PermissionDeniedError: 'refused',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
}

/** The meaning of a `getUserMedia` rejection for the person. */
export function problemOf(error: unknown): DeviceProblem {
  return error instanceof Error ? (ofName[error.name] ?? 'failed') : 'failed'
}
