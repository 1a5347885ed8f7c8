import { Form } from 'antd'
import { entitlements } from '#modules/commerce/entitlements/contract.ts'
import { memberCardType } from '#modules/commerce/prices/contract.ts'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import type { ManagedCard } from '../../contract/shapes.ts'

interface Values {
  readonly memberIds: string[]
  readonly reason: string
}

/** Gives a card to members without payment, for as long as a purchase lasts. */
export function GrantModal({ card, onClose }: { card: Pick<ManagedCard, 'id' | 'name'>; onClose: () => void }) {
  const t = useText('cards')
  return (
    <FormModal<Values, { granted: number }>
      title={t('grant.title', { name: card.name })}
      hint={t('grant.hint')}
      okText={t('grant.confirm')}
      onSubmit={(values) =>
        call(entitlements.grantEntitlements, { body: { businessType: memberCardType, itemId: card.id, ...values } })
      }
      done={({ granted }) => t('grant.done', { count: granted })}
      onClose={onClose}
    >
      <Form.Item
        name="memberIds"
        label={t('grant.members')}
        rules={[{ required: true, type: 'array', min: 1, message: t('grant.membersNeeded') }]}
      >
        <MemberIdsPicker label={t('grant.members')} />
      </Form.Item>
      <ReasonField label={t('grant.reason')} needed={t('grant.reasonNeeded')} />
    </FormModal>
  )
}
