/** Classrooms: rooms, their calendar, bookings that never overlap. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { bookingCalls } from './contract/bookings.ts'
import { roomCalls } from './contract/rooms.ts'

/** For modules that book rooms. */
export { ROOM_DISABLED, ROOM_NOT_FOR_YOU, ROOM_TAKEN } from './contract/codes.ts'

/** Among what approval can be set for. */
export const bookingApproval = 36

export const classrooms = contract({ ...roomCalls, ...bookingCalls })
