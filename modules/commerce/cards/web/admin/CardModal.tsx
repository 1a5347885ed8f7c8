import '../parts/cards.css'
import { Form, Input, Select } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useRequestKey } from '#web/ui/use-request-key.ts'
import {
  type CardColor,
  cardColors,
  type ManagedCard,
  nameLengthMax,
  promiseLengthMax,
  validityDaysMax,
} from '../../contract/shapes.ts'
import { cards } from '../../contract.ts'
import { CardFace } from '../parts/CardFace.tsx'

interface Values {
  readonly name: string
  readonly promise: string
  readonly color: CardColor
  readonly validityDays: number | null
}

const fresh: Values = { name: '', promise: '', color: 'ink', validityDays: 365 }

/** Makes a card, or changes one; what it will look like stands above the fields. */
export function CardModal({ edited, onClose }: { edited: ManagedCard | 'new'; onClose: () => void }) {
  const t = useText('cards')
  const [form] = Form.useForm<Values>()
  const requestKey = useRequestKey()
  const isNew = edited === 'new'
  const initial = isNew ? fresh : edited
  const { name, promise, color, validityDays } = initial
  const typed = Form.useWatch([], form)
  const shown = { ...initial, ...typed }
  const submit = async (values: Values) => {
    const { validityDays: days = null, ...rest } = values
    const body = { ...rest, promise: values.promise ?? '', validityDays: days }
    if (isNew) await call(cards.createCard, { body }, { idempotencyKey: requestKey(body) })
    else await call(cards.changeCard, { params: { id: edited.id }, body: { ...body, revision: edited.revision } })
  }
  return (
    <FormModal<Values, void>
      form={form}
      title={isNew ? t('edit.new') : t('edit.title')}
      hint={isNew ? t('edit.newHint') : t('edit.hint')}
      initialValues={{ name, promise, color, validityDays }}
      onSubmit={submit}
      done={t('edit.saved')}
      onClose={onClose}
    >
      <p className="mc-edited">
        <CardFace {...shown} validityDays={shown.validityDays ?? null} />
      </p>
      <NameField label={t('edit.name')} needed={t('edit.nameNeeded')} maxLength={nameLengthMax} />
      <Form.Item name="promise" label={t('edit.promise')} extra={t('edit.promiseHint')}>
        <Input.TextArea maxLength={promiseLengthMax} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <NumberField
        name="validityDays"
        label={t('edit.validity')}
        extra={t('edit.validityHint')}
        min={1}
        max={validityDaysMax}
        precision={0}
      />
      <Form.Item name="color" label={t('edit.color')}>
        <Select options={cardColors.map((value) => ({ value, label: t(`colors.${value}`) }))} />
      </Form.Item>
    </FormModal>
  )
}
