/** Why a camera or microphone can't be had, in the words of the help that is shown. */
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

/** What a rejection of `getUserMedia` means to the person in front of the screen. */
export function problemOf(error: unknown): DeviceProblem {
  return error instanceof Error ? (ofName[error.name] ?? 'failed') : 'failed'
}
