import { Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Booking, bookingReasonLengthMax } from '../../contract/bookings.ts'
import { classrooms } from '../../contract.ts'
import { BookDialog } from './BookDialog.tsx'

interface Props {
  readonly booking: Booking
  readonly onDone?: () => void
}

/** The buttons of a booking: only what the server says is possible. */
export function BookingActions({ booking, onDone }: Props) {
  const t = useText('classrooms')
  const { busy, run } = useAction()
  const [asked, setAsked] = useState<'change' | 'cancel' | 'refuse'>()
  const { seriesId, seriesCount, possible } = booking
  const close = () => {
    setAsked(undefined)
    onDone?.()
  }
  const decide = (decision: 'accept' | 'refuse', reason: string) =>
    call(classrooms.decideBookings, { body: { seriesIds: [seriesId], decision, reason } })
  return (
    <div className="sy-actions">
      {possible.includes('decide') && (
        <>
          <Button
            type="primary"
            loading={busy}
            onClick={() =>
              void run(() => decide('accept', ''), {
                done: t('deciding.accepted'),
                ...(onDone && { close: onDone }),
              })
            }
          >
            {seriesCount > 1 ? t('deciding.acceptAll', { count: seriesCount }) : t('deciding.accept')}
          </Button>
          <Button danger onClick={() => setAsked('refuse')}>
            {t('deciding.refuse')}
          </Button>
        </>
      )}
      {possible.includes('change') && <Button onClick={() => setAsked('change')}>{t('booking.change')}</Button>}
      {possible.includes('cancel') && <Button onClick={() => setAsked('cancel')}>{t('booking.cancel')}</Button>}
      {asked === 'change' && <BookDialog booking={booking} onClose={close} />}
      {asked === 'cancel' && <CancelDialog booking={booking} onClose={close} />}
      {asked === 'refuse' && (
        <FormModal<{ readonly reason: string }, unknown>
          title={t('deciding.refuseTitle')}
          okText={t('deciding.refuse')}
          danger
          onSubmit={({ reason }) => decide('refuse', reason)}
          done={t('deciding.refused')}
          onClose={close}
        >
          <ReasonField
            label={t('booking.reason')}
            needed={t('booking.reasonNeeded')}
            hint={t('deciding.reasonHint')}
            maxLength={bookingReasonLengthMax}
          />
        </FormModal>
      )}
    </div>
  )
}

interface Cancellation {
  readonly isWithLater?: boolean
  readonly reason?: string
}

/** Whoever cancels the booking of another says why. */
function CancelDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const t = useText('classrooms')
  const cancel = ({ isWithLater = false, reason = '' }: Cancellation) =>
    call(classrooms.cancelBooking, { params: { id: booking.id }, body: { isWithLater, reason } })
  return (
    <FormModal<Cancellation, { readonly canceled: number }>
      title={t('booking.cancelTitle', { name: booking.title })}
      hint={t('booking.cancelHint')}
      okText={t('booking.cancel')}
      danger
      onSubmit={cancel}
      done={({ canceled }) => t('booking.canceled', { count: canceled })}
      onClose={onClose}
    >
      {booking.seriesCount > 1 && (
        <Form.Item name="isWithLater" valuePropName="checked">
          <Checkbox>{t('booking.withLater')}</Checkbox>
        </Form.Item>
      )}
      {!booking.isOwn && (
        <ReasonField
          label={t('booking.reason')}
          needed={t('booking.reasonNeeded')}
          hint={t('booking.reasonHint')}
          maxLength={bookingReasonLengthMax}
        />
      )}
    </FormModal>
  )
}
