import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateSpan } from '#web/ui/DateSpan.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { classrooms } from '../../contract.ts'
import { BookingActions } from './BookingActions.tsx'
import { BookingTag } from './BookingTag.tsx'

/** What is known of a booking, and what can be done about it. */
export function BookingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('classrooms')
  const { data, error, refetch } = useQuery(q(classrooms.booking, { params: { id } }, { quiet: true }))
  return (
    <Modal
      open
      title={data?.title ?? t('booking.one')}
      footer={data ? <BookingActions booking={data} onDone={onClose} /> : null}
      onCancel={onClose}
    >
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />)}
      {data && (
        <Facts
          shape="rows"
          items={[
            [t('booking.state'), <BookingTag key="state" booking={data} />],
            [t('booking.room'), [data.room.building, data.room.name].filter(Boolean).join(' ')],
            [t('booking.time'), <DateSpan key="time" from={data.from} until={data.to} />],
            [t('booking.by'), data.member?.fullName ?? '—'],
            data.attendees !== null && [t('booking.attendees'), String(data.attendees)],
            data.note !== '' && [t('booking.note'), data.note],
            data.reason !== '' && [t('booking.reason'), data.reason],
            data.isLinked && [t('booking.linked'), t('booking.linkedHint')],
          ]}
        />
      )}
    </Modal>
  )
}
