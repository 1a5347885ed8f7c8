import type { LeaveState } from '../../contract/leave.ts'

/** The color of a tag for each state of a request for leave. */
export const leaveColors: Readonly<Record<LeaveState, string | undefined>> = {
  pending: 'warning',
  agreed: 'success',
  refused: 'error',
  withdrawn: undefined,
}
