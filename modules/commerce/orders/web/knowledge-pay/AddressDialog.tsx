import { Form } from 'antd'
import { AddressField } from '#modules/commerce/addresses/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { orders } from '../../contract.ts'

/** Where the goods of an order are sent to: of a prize, or another address before the parcel is sent. */
export function AddressDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const t = useText('orders')
  return (
    <FormModal<{ addressId: string }, unknown>
      title={t('one.giveAddress')}
      hint={t('one.addressHint')}
      done={t('one.addressGiven')}
      onSubmit={(body) => call(orders.setReceiver, { params: { id: orderId }, body })}
      onClose={onClose}
    >
      <Form.Item
        name="addressId"
        label={t('one.address')}
        rules={[{ required: true, message: t('one.addressNeeded') }]}
      >
        <AddressField />
      </Form.Item>
    </FormModal>
  )
}
