import { Form } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { notify } from '#web/ui/notify.ts'
import { identity } from '../../contract.ts'
import MemberPicker, { type ChosenMember } from '../parts/MemberPicker.tsx'
import OrganizationPicker from '../parts/OrganizationPicker.tsx'

const membersMax = 20

interface Values {
  readonly members: ChosenMember[]
  readonly organizationId: string
}

interface Props {
  readonly role: string
  readonly title: string
  readonly onClose: () => void
}

/** Grants a role to several members for one organization; nobody grants it to the own person. */
export function AddHoldersModal({ role, title, onClose }: Props) {
  const t = useText('identity')
  const { user } = useSession()
  const grant = async ({ members, organizationId }: Values) => {
    const granting = members.map(({ id: memberId }) =>
      call(identity.grantRole, { body: { memberId, role, organizationId } }),
    )
    const settled = await Promise.allSettled(granting)
    const refused = members.filter((_, index) => settled[index]?.status === 'rejected')
    if (refused.length > 0)
      notify('error', t('roles.notAdded', { names: refused.map(({ fullName }) => fullName).join(t('common.and')) }))
    if (refused.length === members.length) throw new Error('nobody was added')
    return members.length - refused.length
  }
  return (
    <FormModal<Values, number>
      title={t('roles.addTitle', { role: title })}
      okText={t('roles.addMembers')}
      onSubmit={grant}
      done={(count) => t('roles.added', { count })}
      onClose={onClose}
    >
      <Form.Item name="members" label={t('roles.who')} rules={[{ required: true, message: t('roles.whoNeeded') }]}>
        <MemberPicker
          label={t('roles.whoNeeded')}
          max={membersMax}
          refused={new Map(user ? [[user.id, t('roles.notOneself')]] : [])}
        />
      </Form.Item>
      <Form.Item
        name="organizationId"
        label={t('roles.scope')}
        extra={t('roles.scopeHint')}
        rules={[{ required: true, message: t('organizations.targetNeeded') }]}
      >
        <OrganizationPicker label={t('organizations.choose')} />
      </Form.Item>
    </FormModal>
  )
}
