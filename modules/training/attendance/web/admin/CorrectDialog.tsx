import { Form, InputNumber, Select } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { correctedMinutesMax } from '../../contract/keeping.ts'
import { leaveReasonLengthMax } from '../../contract/leave.ts'
import { type AttendanceState, attendanceStates } from '../../contract/states.ts'
import { attendance } from '../../contract.ts'

/** A choice cannot be null. */
const counted = 'counted'

interface Values {
  readonly state: AttendanceState | typeof counted
  readonly minutes?: number | null
  readonly reason: string
}

export interface Corrected {
  readonly checkInId: string
  readonly title: string
  readonly members: readonly { readonly id: string; readonly fullName: string }[]
  readonly state: AttendanceState | null
}

/** Writes how the attendance of participants counts, and why. */
export function CorrectDialog({ classId, one, onClose }: { classId: string; one: Corrected; onClose: () => void }) {
  const t = useText('attendance')
  const [only, ...more] = one.members
  const params = { id: classId, checkInId: one.checkInId }
  const submit = ({ state, minutes, reason }: Values) => {
    const body = { memberIds: one.members.map(({ id }) => id), minutes: minutes ?? null, reason }
    return call(attendance.correctAttendance, { params, body: { ...body, state: state === counted ? null : state } })
  }
  return (
    <FormModal<Values, { readonly corrected: number }>
      title={
        only && more.length === 0
          ? t('correcting.titleOf', { name: only.fullName, title: one.title })
          : t('correcting.title')
      }
      hint={t('correcting.hint')}
      okText={t('correcting.save')}
      initialValues={{ state: one.state === null || one.state === 'absent' ? 'present' : one.state }}
      onSubmit={submit}
      done={({ corrected }) => t('correcting.done', { count: corrected })}
      onClose={onClose}
    >
      <Form.Item name="state" label={t('correcting.state')}>
        <Select
          options={[
            ...attendanceStates.map((value) => ({ value, label: t(`states.${value}`) })),
            { value: counted, label: t('correcting.counted') },
          ]}
        />
      </Form.Item>
      <Form.Item name="minutes" label={t('correcting.minutes')} extra={t('correcting.minutesHint')}>
        <InputNumber min={0} max={correctedMinutesMax} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <ReasonField
        label={t('correcting.reason')}
        needed={t('correcting.reasonNeeded')}
        hint={t('correcting.reasonHint')}
        maxLength={leaveReasonLengthMax}
      />
    </FormModal>
  )
}
