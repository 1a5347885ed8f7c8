import { Form, Input, Switch } from 'antd'
import type { Output } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { study } from '../../contract.ts'
import { amountRule, amountText, parseAmount } from '../parts/amounts.ts'

interface Props {
  readonly cap: Output<typeof study.creditCaps>['items'][number]
  readonly onClose: () => void
}

interface Values {
  readonly limited: boolean
  readonly score?: string
}

/** Sets or lifts a year's maximum. */
export function CapModal({ cap, onClose }: Props) {
  const t = useText('study')
  const name = cap.type === 1 ? t('hours') : t('credit')
  const save = ({ limited, score }: Values) => {
    const params = { businessType: cap.businessType, type: cap.type }
    return call(study.changeCreditCap, {
      params,
      body: { maxScore: limited ? (parseAmount(score ?? '') ?? null) : null },
    })
  }
  return (
    <FormModal<Values, unknown>
      title={t('caps.dialog', { label: cap.label, name })}
      initialValues={{ limited: cap.maxScore !== null, score: cap.maxScore === null ? '' : amountText(cap.maxScore) }}
      onSubmit={save}
      done={t('caps.saved')}
      onClose={onClose}
    >
      <Form.Item name="limited" label={t('caps.limit')} valuePropName="checked" layout="horizontal" colon={false}>
        <Switch />
      </Form.Item>
      <Form.Item noStyle dependencies={['limited']}>
        {({ getFieldValue }) =>
          getFieldValue('limited') && (
            <Form.Item name="score" label={t('caps.value')} rules={[amountRule(t('caps.scoreNeeded'))]}>
              <Input inputMode="decimal" suffix={name} />
            </Form.Item>
          )
        }
      </Form.Item>
      <p className="sy-faint">{t('caps.hint')}</p>
    </FormModal>
  )
}
