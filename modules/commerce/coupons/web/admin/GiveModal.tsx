import { Form } from 'antd'
import { MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import type { ManagedCoupon } from '../../contract/shapes.ts'
import { coupons } from '../../contract.ts'

interface Values {
  readonly memberIds?: string[]
  readonly organizationId?: string
}

/** Gives a running coupon to members, or to all of an organization. */
export function GiveModal({ coupon, onClose }: { readonly coupon: ManagedCoupon; readonly onClose: () => void }) {
  const t = useText('coupons')
  const { id, name, total, givenCount } = coupon
  const [form] = Form.useForm<Values>()
  const needed = {
    validator: () => {
      const { memberIds = [], organizationId } = form.getFieldsValue()
      return memberIds.length > 0 || organizationId !== undefined
        ? Promise.resolve()
        : Promise.reject(new Error(t('give.needed')))
    },
  }
  const give = ({ memberIds = [], organizationId }: Values) =>
    call(coupons.giveCoupon, {
      params: { id },
      body: { memberIds, organizationIds: organizationId === undefined ? [] : [organizationId] },
    })
  return (
    <FormModal<Values, { given: number }>
      form={form}
      title={t('give.title', { name })}
      hint={t('give.hint', { count: total - givenCount })}
      okText={t('managed.give')}
      onSubmit={give}
      done={({ given }) => t('give.done', { count: given })}
      onClose={onClose}
    >
      <Form.Item name="memberIds" label={t('give.members')} rules={[needed]}>
        <MemberIdsPicker label={t('give.anyMember')} />
      </Form.Item>
      <Form.Item name="organizationId" label={t('give.organization')}>
        <OrganizationPicker label={t('give.anyOrganization')} allowClear />
      </Form.Item>
    </FormModal>
  )
}
