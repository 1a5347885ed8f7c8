/**
 * The calls of rooms. The entries are in contract/, one file for each noun; the room's own socket is in
 * contract/socket.ts.
 */
import { contract } from '#kit/contract.ts'
import { attendanceCalls } from './contract/attendance.ts'
import { enteringCalls } from './contract/entering.ts'
import { replayCalls } from './contract/replay.ts'

export const rooms = contract({ ...enteringCalls, ...attendanceCalls, ...replayCalls })
