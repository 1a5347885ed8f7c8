import { Form, InputNumber, Radio, Switch } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { TimeField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { attendance } from '../../contract.ts'
import { newRules, RuleFields, type RuleValues, rulesOf } from './RuleFields.tsx'

const pers = ['activity', 'half-day'] as const
const halves = ['morning', 'afternoon'] as const
const minutesMax = 600

interface HalfDay {
  readonly from: string
  readonly to: string
}

interface Values extends RuleValues {
  readonly per: (typeof pers)[number]
  readonly hasMorning: boolean
  readonly hasAfternoon: boolean
  readonly morning: HalfDay
  readonly afternoon: HalfDay
  readonly opensBefore: number
  readonly closesAfter: number
}

const first: Values = {
  ...newRules,
  ...{ per: 'activity', hasMorning: true, hasAfternoon: true, opensBefore: 30, closesAfter: 0 },
  ...{ morning: { from: '09:00', to: '12:00' }, afternoon: { from: '13:30', to: '17:30' } },
}

/** Makes a check-in list for every session of a class, or for every half day. */
export function SeveralDialog({ classId, onClose }: { classId: string; onClose: () => void }) {
  const t = useText('attendance')
  const [form] = Form.useForm<Values>()
  const per = Form.useWatch('per', form) ?? first.per
  const submit = (given: Values) => {
    // Fields that are not shown keep what they had.
    const values = { ...first, ...given }
    const { hasMorning, hasAfternoon, morning, afternoon, opensBefore, closesAfter } = values
    const isHalf = values.per === 'half-day'
    const body = {
      ...rulesOf(values),
      ...{ per: values.per, opensBefore, closesAfter },
      morning: isHalf && hasMorning ? morning : null,
      afternoon: isHalf && hasAfternoon ? afternoon : null,
    }
    return call(attendance.createCheckIns, { params: { id: classId }, body })
  }
  return (
    <FormModal<Values, { readonly created: number }>
      title={t('several.title')}
      width={720}
      okText={t('several.ok')}
      form={form}
      initialValues={first}
      onSubmit={submit}
      done={({ created }) => (created === 0 ? t('several.none') : t('several.done', { count: created }))}
      onClose={onClose}
    >
      <Form.Item name="per" label={t('several.per')} extra={t(`several.perHint.${per}`)}>
        <Radio.Group options={pers.map((value) => ({ value, label: t(`several.${value}`) }))} />
      </Form.Item>
      {per === 'half-day' && halves.map((half) => <HalfFields key={half} half={half} />)}
      <div className="at-form-columns">
        <Form.Item name="opensBefore" label={t('several.opensBefore')}>
          <InputNumber min={0} max={minutesMax} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="closesAfter" label={t('several.closesAfter')}>
          <InputNumber min={0} max={minutesMax} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <RuleFields form={form} />
    </FormModal>
  )
}

function HalfFields({ half }: { half: (typeof halves)[number] }) {
  const t = useText('attendance')
  const name = half === 'morning' ? 'hasMorning' : 'hasAfternoon'
  const isOn = Form.useWatch(name) !== false
  return (
    <Form.Item label={t(`several.${half}`)}>
      <span className="sy-row sy-wrap sy-gap-2">
        <Form.Item name={name} valuePropName="checked" noStyle>
          <Switch aria-label={t(`several.${half}`)} />
        </Form.Item>
        {isOn && (
          <>
            <Time name={[half, 'from']} label={t('several.from', { half: t(`several.${half}`) })} />–
            <Time name={[half, 'to']} label={t('several.to', { half: t(`several.${half}`) })} />
          </>
        )}
      </span>
    </Form.Item>
  )
}

function Time({ name, label }: { name: [string, string]; label: string }) {
  const props = { 'aria-label': label }
  return (
    <Form.Item name={name} noStyle>
      {/* The form gives it its value. */}
      <GivenTime {...props} />
    </Form.Item>
  )
}

interface GivenProps {
  readonly value?: string
  readonly onChange?: (time: string) => void
  readonly 'aria-label': string
}

function GivenTime({ value = '', onChange = () => undefined, ...shared }: GivenProps) {
  return <TimeField {...shared} value={value} onChange={onChange} />
}
