import '../parts/rooms.css'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField, MomentRangeField } from '#web/ui/DateFields.tsx'
import { dateText } from '#web/ui/date.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { type Booking, bookingTitleLengthMax, type Conflict } from '../../contract/bookings.ts'
import { ROOM_CLOSED, ROOM_TAKEN } from '../../contract/codes.ts'
import { everyMax, timesMax } from '../../contract/repetition.ts'
import { noteLengthMax, type Room, seatsMax } from '../../contract/rooms.ts'
import { classrooms } from '../../contract.ts'
import RoomPicker from '../parts/RoomPicker.tsx'
import { clockOf } from './grid.ts'

/** What is known when the dialog opens. */
export interface Started {
  readonly room?: Pick<Room, 'id' | 'name'> | undefined
  readonly time?: readonly [from: number, to: number]
}

type Repeats = 'none' | 'day' | 'week'

interface Values {
  readonly roomId?: string
  readonly time?: readonly [from: number, to: number] | null
  readonly title: string
  readonly attendees?: number | null
  readonly note: string
  readonly repeats: Repeats
  readonly every: number
  readonly weekdays?: number[]
  readonly until?: string | null
  readonly leavesOut?: boolean
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Fields that are not shown are not among the values. */
const repetitionOf = ({ repeats, every, weekdays: days = [], until }: Values) =>
  repeats === 'none' ? null : { unit: repeats, every, weekdays: repeats === 'week' ? days : [], until: until ?? '' }

function conflictsOf(error: CallError): readonly Conflict[] {
  const isConflict = error.errorCode === ROOM_TAKEN.code || error.errorCode === ROOM_CLOSED.code
  return isConflict ? ((error.data.conflicts ?? []) as readonly Conflict[]) : []
}

/** The times that cannot be booked, each with why. */
function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const t = useText('classrooms')
  const why = ({ reason, title, by }: Conflict) =>
    reason === 'closed' ? t('booking.closed') : [title, by].filter(Boolean).join(' · ')
  return (
    <ul className="cr-conflicts">
      {conflicts.map((one) => (
        <li key={one.from}>{`${dateText(one.from, 'minute')}–${clockOf(one.to)} ${why(one)}`}</li>
      ))}
    </ul>
  )
}

/** Books a room, once or repeatedly; or changes a booking. */
export function BookDialog({
  started = {},
  booking,
  onClose,
}: {
  started?: Started
  booking?: Booking
  onClose: () => void
}) {
  const t = useText('classrooms')
  const [form] = Form.useForm<Values>()
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const known = booking?.room ?? started.room
  const time = booking ? ([booking.from, booking.to] as const) : started.time
  const watched = Form.useWatch('time', form)
  const repeats = Form.useWatch('repeats', form) ?? 'none'
  const needed = (message: string) => [{ required: true, whitespace: true, message }]
  const submit = async (values: Values) => {
    const { roomId = '', title, attendees = null, note } = values
    const [from, to] = values.time ?? [0, 0]
    const body = { title, attendees, note, from, to }
    const handles = { handles: [ROOM_TAKEN, ROOM_CLOSED] }
    if (booking) {
      const params = { id: booking.id }
      return call(classrooms.changeBooking, { params, body: { ...body, roomId, revision: booking.revision } }, handles)
    }
    const repetition = repetitionOf(values)
    const wanted = { ...body, repetition, leavesOutConflicts: repetition !== null && values.leavesOut === true }
    return call(classrooms.bookRoom, { params: { id: roomId }, body: wanted }, handles)
  }
  return (
    <FormModal<Values, { readonly state: string }>
      title={t(booking ? 'booking.change' : 'booking.add')}
      form={form}
      okText={t(booking ? 'booking.save' : 'booking.book')}
      initialValues={{
        ...(known && { roomId: known.id }),
        time: time ?? null,
        title: booking?.title ?? '',
        attendees: booking?.attendees ?? null,
        note: booking?.note ?? '',
        ...{ repeats: 'none', every: 1, weekdays: [], leavesOut: false },
      }}
      onSubmit={submit}
      done={({ state }) => t(state === 'pending' ? 'booking.requested' : 'booking.done')}
      problemsOf={(error) => {
        const found = conflictsOf(error)
        setConflicts(found)
        return found.length === 0 ? undefined : { time: <Conflicts conflicts={found} /> }
      }}
      onClose={onClose}
    >
      <Form.Item name="time" label={t('booking.time')} rules={[{ required: true, message: t('booking.timeNeeded') }]}>
        <MomentRangeField placeholder={[t('booking.from'), t('booking.to')]} />
      </Form.Item>
      <Form.Item
        name="roomId"
        label={t('booking.room')}
        extra={t('booking.roomHint')}
        rules={needed(t('booking.roomNeeded'))}
      >
        <RoomPicker label={t('booking.room')} time={watched ?? null} known={known} />
      </Form.Item>
      <Form.Item
        name="title"
        label={t('booking.title')}
        extra={t('booking.titleHint')}
        rules={needed(t('booking.titleNeeded'))}
      >
        <Input maxLength={bookingTitleLengthMax} showCount />
      </Form.Item>
      <div className="cr-form-columns">
        <Form.Item name="attendees" label={t('booking.attendees')}>
          <InputNumber min={1} max={seatsMax} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        {!booking && (
          <Form.Item name="repeats" label={t('booking.repeats')}>
            <Select
              options={(['none', 'day', 'week'] as const).map((value) => ({ value, label: t(`repeats.${value}`) }))}
            />
          </Form.Item>
        )}
      </div>
      {!booking && repeats !== 'none' && <RepetitionFields repeats={repeats} />}
      {conflicts.length > 0 && repeats !== 'none' && (
        <Form.Item name="leavesOut" valuePropName="checked">
          <Checkbox>{t('booking.leaveOut', { count: conflicts.length })}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="note" label={t('booking.note')}>
        <Input.TextArea maxLength={noteLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormModal>
  )
}

function RepetitionFields({ repeats }: { repeats: Repeats }) {
  const t = useText('classrooms')
  return (
    <>
      <div className="cr-form-columns">
        <Form.Item name="every" label={t(repeats === 'day' ? 'booking.everyDay' : 'booking.everyWeek')}>
          <InputNumber min={1} max={everyMax} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="until"
          label={t('booking.until')}
          extra={t('booking.untilHint', { max: timesMax })}
          rules={[{ required: true, message: t('booking.untilNeeded') }]}
        >
          <DayField />
        </Form.Item>
      </div>
      {repeats === 'week' && (
        <Form.Item name="weekdays" label={t('booking.weekdays')} extra={t('booking.weekdaysHint')}>
          <Checkbox.Group options={weekdays.map((value) => ({ value, label: t(`weekdays.${value}`) }))} />
        </Form.Item>
      )}
    </>
  )
}
