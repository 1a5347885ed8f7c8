import '../parts/plans.css'
import { Form, Input } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { COURSE_CODE_USED } from '../../contract/codes.ts'
import {
  type CostCategory,
  codeLengthMax,
  costCategories,
  costHundredthsMax,
  headcountMax,
  type ItemInput,
  nameLengthMax,
  newItem,
  quotaMax,
} from '../../contract/fields.ts'
import type { PlanItem } from '../../contract/plans.ts'
import { plans } from '../../contract.ts'
import { hundredthsOf } from '../parts/amounts.ts'

interface Props {
  readonly planId: string
  readonly edited: PlanItem | 'new'
  readonly onClose: () => void
}

type Written = Omit<ItemInput, 'costs'> & Partial<Record<CostCategory, number | null>>

/** What the form holds as the call sends it: amounts in hundredths. */
function inputOf(values: Written): ItemInput {
  const { name, courseCode, startsOn, endsOn, headcount, quota, ...amounts } = values
  const costs = Object.fromEntries(costCategories.map((one) => [one, hundredthsOf(amounts[one])]))
  return { name, courseCode, startsOn, endsOn, headcount, quota, costs: costs as ItemInput['costs'] }
}

/** A class of the plan: its days, how many people, and what it may cost. */
export function ItemDialog({ planId, edited, onClose }: Props) {
  const t = useText('plans')
  const isNew = edited === 'new'
  const { costs, name, courseCode, startsOn, endsOn, headcount, quota } = isNew ? newItem : edited
  const amounts = Object.fromEntries(costCategories.map((one) => [one, costs[one] / 100]))
  const before: Written = { name, courseCode, startsOn, endsOn, headcount, quota, ...amounts }
  const submit = async (values: Written) => {
    const body = inputOf({ ...before, ...values })
    const options = { handles: [COURSE_CODE_USED] }
    if (isNew) await call(plans.addItem, { params: { id: planId }, body }, options)
    else {
      const params = { id: planId, itemId: edited.id }
      await call(plans.changeItem, { params, body: { ...body, revision: edited.revision } }, options)
    }
  }
  return (
    <FormModal<Written, void>
      title={isNew ? t('plan.addItem') : edited.name}
      width={720}
      initialValues={before}
      onSubmit={submit}
      done={t('plans.saved')}
      problemsOf={(error) =>
        error.errorCode === COURSE_CODE_USED.code ? { courseCode: t('plan.codeUsed') } : undefined
      }
      onClose={onClose}
    >
      <NameField label={t('plan.itemName')} needed={t('plan.itemNameNeeded')} maxLength={nameLengthMax} />
      <div className="pl-columns">
        <Form.Item name="courseCode" label={t('plan.courseCode')}>
          <Input maxLength={codeLengthMax} />
        </Form.Item>
        <Form.Item name="startsOn" label={t('plan.startsOn')}>
          <DayField />
        </Form.Item>
        <Form.Item name="endsOn" label={t('plan.endsOn')}>
          <DayField />
        </Form.Item>
        <NumberField
          name="headcount"
          label={t('plan.headcount')}
          needed={t('plan.needed')}
          min={0}
          max={headcountMax}
          precision={0}
        />
        <NumberField
          name="quota"
          label={t('plan.quota')}
          needed={t('plan.needed')}
          min={0}
          max={quotaMax}
          precision={0}
        />
      </div>
      <p className="pl-source">
        <strong>{t('plan.costs')}</strong> <span className="sy-note">{t('plan.costsHint')}</span>
      </p>
      <div className="pl-columns">
        {costCategories.map((category) => (
          <NumberField
            key={category}
            name={category}
            label={t(`maps.category.${category}`)}
            min={0}
            max={costHundredthsMax / 100}
            precision={2}
          />
        ))}
      </div>
    </FormModal>
  )
}
