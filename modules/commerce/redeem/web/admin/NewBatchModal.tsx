import { Form, Input } from 'antd'
import { toHundredths } from '#kit/amounts.ts'
import { call } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentRangeField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { AmountField, NumberField } from '#web/ui/NumberField.tsx'
import { useRequestKey } from '#web/ui/use-request-key.ts'
import { faceValueMax, quantityMax } from '../../contract/shapes.ts'
import { redeem } from '../../contract.ts'

interface Values {
  readonly name: string
  readonly amount: number
  readonly quantity: number
  readonly validity: readonly [from: number, until: number]
  readonly memberMax: number
}

/** Lays a batch down. Its codes are made from the list, in the file that is kept. */
export function NewBatchModal({ onClose }: { readonly onClose: () => void }) {
  const t = useText('redeem')
  const name = useCurrencyName()
  const requestKey = useRequestKey()
  const send = (values: Values) => {
    const [validFrom, validUntil] = values.validity
    const reward = { kind: 'coins' as const, amount: String(toHundredths(values.amount)) }
    const { quantity, memberMax } = values
    const body = { name: values.name, reward, quantity, validFrom, validUntil, memberMax }
    return call(redeem.createBatch, { body }, { idempotencyKey: requestKey(body) })
  }
  return (
    <FormModal<Values, unknown>
      title={t('create.title')}
      hint={t('create.hint')}
      okText={t('create.confirm')}
      initialValues={{ memberMax: 1 }}
      onSubmit={send}
      done={t('create.done')}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('batches.name')}
        rules={[{ required: true, whitespace: true, message: t('create.nameNeeded') }]}
      >
        <Input maxLength={100} showCount />
      </Form.Item>
      <AmountField
        name="amount"
        label={t('create.amount')}
        needed={t('create.amountNeeded')}
        least={1}
        most={faceValueMax}
        suffix={name}
      />
      <NumberField
        name="quantity"
        label={t('create.quantity')}
        needed={t('create.quantityNeeded')}
        min={1}
        max={quantityMax}
        precision={0}
      />
      <NumberField
        name="memberMax"
        label={t('create.memberMax')}
        needed={t('create.quantityNeeded')}
        min={1}
        max={quantityMax}
        precision={0}
      />
      <Form.Item
        name="validity"
        label={t('batches.validity')}
        rules={[{ required: true, message: t('create.validityNeeded') }]}
      >
        <MomentRangeField placeholder={[t('create.from'), t('batches.until')]} />
      </Form.Item>
    </FormModal>
  )
}
