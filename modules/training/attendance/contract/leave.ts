/** Leave that a participant asks for. */
import type { Static } from 'typebox'
import { OneOf } from '#kit/schema.ts'

export const leaveReasonLengthMax = 300
export const leaveFilesMax = 3

/** `withdrawn`: by whoever asked, before the session. */
export const leaveStates = ['pending', 'agreed', 'refused', 'withdrawn'] as const
export const LeaveState = OneOf(leaveStates)
export type LeaveState = Static<typeof LeaveState>
