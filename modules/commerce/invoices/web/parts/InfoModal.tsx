import './invoices.css'
import { Checkbox, Form, Input, Radio } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { useRequestKey } from '#web/ui/use-request-key.ts'
import {
  addressLengthMax,
  bankAccountPattern,
  bankLengthMax,
  type Info,
  type InfoInput,
  registeredPhonePattern,
  remarkLengthMax,
  titleLengthMax,
} from '../../contract/infos.ts'
import { infoKinds } from '../../contract/states.ts'
import { isTaxpayerId, normalizeTaxpayerId } from '../../contract/taxpayer-id.ts'
import { invoices } from '../../contract.ts'

const empty: Omit<InfoInput, 'title'> = {
  ...{ kind: 'company', taxpayerId: '', registeredAddress: '', registeredPhone: '', bank: '', bankAccount: '' },
  ...{ remark: '', isDefault: false },
}

interface Props {
  /** The info that is changed; none where one is added. */
  readonly info?: Info
  readonly onSaved?: (id: string) => void
  readonly onClose: () => void
}

/** Adds an invoice info, or changes one. */
export function InfoModal({ info, onSaved, onClose }: Props) {
  const t = useText('invoices')
  const [form] = Form.useForm<InfoInput>()
  const requestKey = useRequestKey()
  const kind = Form.useWatch('kind', form) ?? info?.kind ?? 'company'
  const save = async (values: InfoInput) => {
    const { id: _id, ...before } = info ?? { id: undefined, ...empty }
    const body = { ...before, ...values }
    if (info) {
      await call(invoices.changeInfo, { params: { id: info.id }, body })
      return info.id
    }
    return (await call(invoices.addInfo, { body }, { idempotencyKey: requestKey(body) })).id
  }
  const checkTaxpayerId = async (_: unknown, typed: string) => {
    const taxpayerId = normalizeTaxpayerId(typed ?? '')
    if (taxpayerId === '' && kind === 'company') throw new Error(t('info.taxpayerIdNeeded'))
    if (taxpayerId !== '' && !isTaxpayerId(taxpayerId)) throw new Error(t('info.taxpayerIdWrong'))
  }
  return (
    <FormModal<InfoInput, string>
      form={form}
      title={t(info ? 'info.editTitle' : 'info.add')}
      width={640}
      initialValues={info ?? empty}
      onSubmit={async (values) => {
        const id = await save(values)
        onSaved?.(id)
        return id
      }}
      done={t('info.saved')}
      onClose={onClose}
    >
      <Form.Item name="kind" label={t('info.kind')}>
        <Radio.Group options={infoKinds.map((value) => ({ value, label: t(`info.kinds.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="title"
        label={t('info.title')}
        rules={[{ required: true, whitespace: true, message: t('info.titleNeeded') }]}
      >
        <Input maxLength={titleLengthMax} />
      </Form.Item>
      <Form.Item
        name="taxpayerId"
        label={t(kind === 'company' ? 'info.taxpayerId' : 'info.taxpayerIdOptional')}
        extra={t('info.taxpayerIdHint')}
        dependencies={['kind']}
        validateTrigger="onBlur"
        rules={[{ validator: checkTaxpayerId }]}
      >
        <Input maxLength={30} autoCapitalize="characters" />
      </Form.Item>
      {kind === 'company' && (
        <>
          <p className="sy-note iv-special">{t('info.specialHint')}</p>
          <div className="iv-pair">
            <Form.Item name="registeredAddress" label={t('info.registeredAddress')}>
              <Input maxLength={addressLengthMax} />
            </Form.Item>
            <Form.Item
              name="registeredPhone"
              label={t('info.registeredPhone')}
              rules={[{ pattern: new RegExp(registeredPhonePattern), message: t('info.phoneWrong') }]}
            >
              <Input maxLength={30} inputMode="tel" />
            </Form.Item>
            <Form.Item name="bank" label={t('info.bank')}>
              <Input maxLength={bankLengthMax} />
            </Form.Item>
            <Form.Item
              name="bankAccount"
              label={t('info.bankAccount')}
              rules={[{ pattern: new RegExp(bankAccountPattern), message: t('info.accountWrong') }]}
            >
              <Input maxLength={40} inputMode="numeric" />
            </Form.Item>
          </div>
        </>
      )}
      <Form.Item name="remark" label={t('info.remarkOptional')}>
        <Input.TextArea maxLength={remarkLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      {!info?.isDefault && (
        <Form.Item name="isDefault" valuePropName="checked" noStyle>
          <Checkbox>{t('info.isDefault')}</Checkbox>
        </Form.Item>
      )}
    </FormModal>
  )
}
