import { Form } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import type { PlanItem } from '../../contract/plans.ts'
import { plans } from '../../contract.ts'

interface Props {
  readonly planId: string
  readonly item: PlanItem
  readonly onClose: () => void
}

interface Times {
  readonly startsAt: number | null
  readonly endsAt: number | null
}

/** A time of a planned day, to start from. */
const at = (day: string | null, time: string) => (day === null ? null : Date.parse(`${day}T${time}`))

/** Makes a draft of a class from an item of a plan that holds. */
export function MakeClassDialog({ planId, item, onClose }: Props) {
  const t = useText('plans')
  const params = { id: planId, itemId: item.id }
  return (
    <FormModal<Times, unknown>
      title={`${t('plan.makeClass')} · ${item.name}`}
      okText={t('plan.makeClass')}
      hint={t('plan.makeClassHint')}
      initialValues={{ startsAt: at(item.startsOn, '09:00'), endsAt: at(item.endsOn ?? item.startsOn, '17:00') }}
      onSubmit={({ startsAt = null, endsAt = null }) => call(plans.makeClass, { params, body: { startsAt, endsAt } })}
      done={t('plan.classMade')}
      onClose={onClose}
    >
      <Form.Item name="startsAt" label={t('plan.startsAt')} extra={t('plan.timesOptional')}>
        <MomentField />
      </Form.Item>
      <Form.Item name="endsAt" label={t('plan.endsAt')}>
        <MomentField />
      </Form.Item>
    </FormModal>
  )
}
