import '../parts/plans.css'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import type { CostLine } from '../../contract/costs.ts'
import {
  costCategories,
  costHundredthsMax,
  type LineInput,
  labelLengthMax,
  lineKinds,
  noteLengthMax,
} from '../../contract/fields.ts'
import { plans } from '../../contract.ts'
import { hundredthsOf } from '../parts/amounts.ts'

interface Props {
  readonly classId: string
  readonly edited: CostLine | 'new'
  readonly onClose: () => void
}

type Written = Omit<LineInput, 'costHundredths' | 'voucherFileId'> & { readonly amount: number | null }

/** A cost of a class, with its voucher. */
export function LineDialog({ classId, edited, onClose }: Props) {
  const t = useText('plans')
  const isNew = edited === 'new'
  const [voucherFileId, setVoucher] = useState(isNew ? null : edited.voucherFileId)
  const fresh: Written = { kind: 'actual', category: 'venue', label: '', amount: null, spentOn: null, note: '' }
  const known = (line: CostLine): Written => {
    const { kind, category, label, spentOn, note, costHundredths } = line
    return { kind, category, label, spentOn, note, amount: costHundredths / 100 }
  }
  const before = isNew ? fresh : known(edited)
  const submit = async (values: Written) => {
    const { amount, ...rest } = { ...before, ...values }
    const body: LineInput = { ...rest, costHundredths: hundredthsOf(amount), voucherFileId }
    if (isNew) await call(plans.addCost, { params: { id: classId }, body })
    else {
      const params = { id: classId, lineId: edited.id }
      await call(plans.changeCost, { params, body: { ...body, revision: edited.revision } })
    }
  }
  const kept = !isNew && edited.voucher && voucherFileId === edited.voucherFileId ? edited.voucher : undefined
  return (
    <FormModal<Written, void>
      title={t(isNew ? 'costs.add' : 'costs.change')}
      initialValues={before}
      onSubmit={submit}
      done={t('costs.saved')}
      onClose={onClose}
    >
      <div className="pl-columns">
        <Form.Item name="kind" label={t('costs.kind')}>
          <Select options={lineKinds.map((value) => ({ value, label: t(`maps.lineKind.${value}`) }))} />
        </Form.Item>
        <Form.Item name="category" label={t('costs.category')}>
          <Select options={costCategories.map((value) => ({ value, label: t(`maps.category.${value}`) }))} />
        </Form.Item>
        <Form.Item name="label" label={t('costs.label')}>
          <Input maxLength={labelLengthMax} />
        </Form.Item>
        <NumberField
          name="amount"
          label={t('costs.amount')}
          extra={t('costs.amountHint')}
          needed={t('costs.amountNeeded')}
          min={0}
          max={costHundredthsMax / 100}
          precision={2}
        />
        <Form.Item name="spentOn" label={t('costs.spentOn')}>
          <DayField />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('costs.note')}>
        <Input.TextArea maxLength={noteLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <section className="sy-column sy-gap-3" aria-label={t('costs.voucher')}>
        <strong>{t('costs.voucher')}</strong>
        {kept ? (
          <span className="sy-row sy-gap-3">
            <a href={kept.url} target="_blank" rel="noreferrer">
              {kept.name}
            </a>
            <Button size="small" onClick={() => setVoucher(null)}>
              {t('costs.replaceVoucher')}
            </Button>
          </span>
        ) : (
          <FileUpload kind="attachment" onUploaded={(file) => setVoucher(file.id)} onRemoved={() => setVoucher(null)} />
        )}
      </section>
    </FormModal>
  )
}
