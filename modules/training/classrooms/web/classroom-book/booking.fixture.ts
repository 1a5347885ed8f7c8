/** A booking as the server answers it, for tests of screens. */
import type { Booking } from '../../contract/bookings.ts'

export const shownBooking: Booking = {
  ...{ id: 'b1', seriesId: 'b1', seriesCount: 1, room: { id: 'r1', name: '301 培训室', building: '总部' } },
  ...{
    title: '新任经理训练营',
    attendees: 12,
    note: '需要白板',
    state: 'booked',
    isInApproval: false,
    isLinked: false,
  },
  ...{ from: new Date(2099, 10, 27, 9).getTime(), to: new Date(2099, 10, 27, 11, 30).getTime(), isOwn: true },
  ...{ member: { id: 'm1', fullName: '林知远', avatarPath: '' }, reason: '', decidedBy: null, revision: 0 },
  possible: ['change', 'cancel'],
}
