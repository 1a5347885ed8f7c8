import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { Booking, BookingState } from '../../contract/bookings.ts'

const colors: Readonly<Record<BookingState, string | undefined>> = {
  pending: 'warning',
  booked: 'success',
  canceled: undefined,
  refused: 'error',
}

/** The state of a booking. */
export function BookingTag({ booking: { state, isInApproval } }: { booking: Booking }) {
  const t = useText('classrooms')
  const isWithApprovers = state === 'pending' && isInApproval
  return <Tag color={colors[state]}>{t(isWithApprovers ? 'states.inApproval' : `states.${state}`)}</Tag>
}
