import './addresses.css'
import { Checkbox, Form, Input } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import {
  type AddressInput,
  phoneLengthMax,
  phonePattern,
  postalCodePattern,
  receiverLengthMax,
  streetLengthMax,
} from '../../contract.ts'
import { DivisionField } from './DivisionField.tsx'

/** What a form of an address begins with. */
export const emptyAddress = { postalCode: '', isDefault: false } as const satisfies Partial<AddressInput>

/** The fields of an address in a form of Ant Design, named as those of the call. The default one ends by another that becomes it. */
export function AddressFields({ wasDefault = false }: { wasDefault?: boolean }) {
  const t = useText('addresses')
  return (
    <>
      <div className="ad-pair">
        <Form.Item
          name="receiver"
          label={t('receiver')}
          rules={[{ required: true, whitespace: true, message: t('receiverNeeded') }]}
        >
          <Input maxLength={receiverLengthMax} autoComplete="name" />
        </Form.Item>
        <Form.Item
          name="phone"
          label={t('phone')}
          extra={t('phoneHint')}
          rules={[{ required: true, pattern: new RegExp(phonePattern), message: t('phoneWrong') }]}
        >
          <Input maxLength={phoneLengthMax} inputMode="tel" autoComplete="tel" />
        </Form.Item>
      </div>
      <Form.Item name="countyCode" label={t('division')} rules={[{ required: true, message: t('divisionNeeded') }]}>
        <DivisionField />
      </Form.Item>
      <Form.Item
        name="street"
        label={t('street')}
        extra={t('streetHint')}
        rules={[{ required: true, whitespace: true, message: t('streetNeeded') }]}
      >
        <Input maxLength={streetLengthMax} autoComplete="street-address" />
      </Form.Item>
      <Form.Item
        name="postalCode"
        label={t('postalCode')}
        rules={[{ pattern: new RegExp(postalCodePattern), message: t('postalCodeWrong') }]}
      >
        <Input maxLength={6} inputMode="numeric" autoComplete="postal-code" className="ad-postal" />
      </Form.Item>
      {!wasDefault && (
        <Form.Item name="isDefault" valuePropName="checked" noStyle>
          <Checkbox>{t('isDefault')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
