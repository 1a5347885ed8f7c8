import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio, Select } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentRangeField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { AmountField, NumberField } from '#web/ui/NumberField.tsx'
import { useRequestKey } from '#web/ui/use-request-key.ts'
import {
  amountMax,
  couponKinds,
  couponScopes,
  couponWays,
  type ManagedCoupon,
  memberMaxMax,
  nameLengthMax,
  totalMax,
} from '../../contract/shapes.ts'
import { isCouponCode } from '../../contract/terms.ts'
import { coupons } from '../../contract.ts'
import { type CouponDraft, draftOf, freshDraft, termsOf } from './draft.ts'
import { ItemsField } from './ItemsField.tsx'

interface Props {
  readonly edited: ManagedCoupon | 'new'
  readonly onClose: () => void
}

/** Makes a coupon as a draft, or changes a draft. */
export function CouponModal({ edited, onClose }: Props) {
  const t = useText('coupons')
  const [form] = Form.useForm<CouponDraft>()
  const requestKey = useRequestKey()
  const isNew = edited === 'new'
  const typed = { ...freshDraft, ...(isNew ? {} : draftOf(edited)), ...Form.useWatch([], form) }
  const submit = async (values: CouponDraft) => {
    const body = termsOf(values)
    if (isNew) await call(coupons.createCoupon, { body }, { idempotencyKey: requestKey(body) })
    else await call(coupons.changeCoupon, { params: { id: edited.id }, body: { ...body, revision: edited.revision } })
  }
  return (
    <FormModal<CouponDraft, void>
      form={form}
      width={640}
      title={isNew ? t('edit.new') : t('edit.title')}
      hint={t('edit.hint')}
      initialValues={isNew ? freshDraft : draftOf(edited)}
      onSubmit={submit}
      done={t('edit.saved')}
      onClose={onClose}
    >
      <NameField label={t('edit.name')} needed={t('edit.nameNeeded')} maxLength={nameLengthMax} />
      <Worth draft={typed} />
      <Scope draft={typed} />
      <Form.Item
        name="validity"
        label={t('edit.validity')}
        rules={[{ required: true, message: t('edit.validityNeeded') }]}
      >
        <MomentRangeField placeholder={[t('from'), t('until')]} />
      </Form.Item>
      <Form.Item name="way" label={t('edit.way')}>
        <Select options={couponWays.map((value) => ({ value, label: t(`ways.${value}`) }))} />
      </Form.Item>
      {typed.way === 'code' && (
        <Form.Item
          name="code"
          label={t('edit.code')}
          extra={t('page.codeHint')}
          rules={[
            {
              validator: (_, value = '') =>
                isCouponCode(value) ? Promise.resolve() : Promise.reject(new Error(t('page.codeWrong'))),
            },
          ]}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      )}
      <NumberField
        name="total"
        label={t('edit.total')}
        needed={t('edit.needed')}
        min={1}
        max={totalMax}
        precision={0}
      />
      <NumberField
        name="memberMax"
        label={t('edit.memberMax')}
        needed={t('edit.needed')}
        min={1}
        max={Math.max(1, Math.min(memberMaxMax, typed.total ?? memberMaxMax))}
        precision={0}
      />
    </FormModal>
  )
}

/** What it takes off: an amount, or a percentage with a limit; of coins or of yuan; and from which amount on. */
function Worth({ draft: { kind, payType } }: { readonly draft: CouponDraft }) {
  const t = useText('coupons')
  const coins = useCurrencyName()
  const suffix = payType === 1 ? coins : '¥'
  return (
    <>
      <Form.Item name="kind" label={t('edit.kind')}>
        <Radio.Group options={couponKinds.map((value) => ({ value, label: t(`edit.kinds.${value}`) }))} />
      </Form.Item>
      <Form.Item name="payType" label={t('edit.payType')}>
        <Radio.Group
          options={[
            { value: 1, label: t('edit.payTypes.1', { coins }) },
            { value: 2, label: t('edit.payTypes.2') },
          ]}
        />
      </Form.Item>
      {kind === 'amount' ? (
        <AmountField
          name="amount"
          label={t('edit.amount')}
          needed={t('edit.needed')}
          least={1}
          most={amountMax}
          suffix={suffix}
        />
      ) : (
        <>
          <NumberField
            name="percent"
            label={t('edit.percent')}
            extra={t('edit.percentHint')}
            needed={t('edit.needed')}
            min={1}
            max={99}
            precision={0}
            suffix="%"
          />
          <AmountField
            name="cap"
            label={t('edit.cap')}
            extra={t('edit.capHint')}
            least={1}
            most={amountMax}
            suffix={suffix}
          />
        </>
      )}
      <AmountField
        name="minimum"
        label={t('edit.minimum')}
        extra={t('edit.minimumHint')}
        needed={t('edit.needed')}
        least={0}
        most={amountMax}
        suffix={suffix}
      />
    </>
  )
}

function Scope({ draft: { scope } }: { readonly draft: CouponDraft }) {
  const t = useText('coupons')
  const kinds = useQuery(q(coupons.couponKinds, {}, { quiet: true }))
  const needed = [{ required: true, type: 'array' as const, min: 1, message: t('edit.chooseNeeded') }]
  return (
    <>
      <Form.Item name="scope" label={t('edit.scope')}>
        <Radio.Group options={couponScopes.map((value) => ({ value, label: t(`edit.scopes.${value}`) }))} />
      </Form.Item>
      {scope === 'kinds' && (
        <Form.Item name="businessTypes" label={t('edit.businessTypes')} rules={needed}>
          <Select
            mode="multiple"
            options={(kinds.data?.items ?? []).map(({ businessType, name }) => ({ value: businessType, label: name }))}
          />
        </Form.Item>
      )}
      {scope === 'items' && (
        <Form.Item name="items" label={t('edit.items')} rules={needed}>
          <ItemsField />
        </Form.Item>
      )}
    </>
  )
}
