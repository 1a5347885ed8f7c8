import { Form, Select } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import type { RoleRow } from '../../contract/roles.ts'
import { nameLengthMax } from '../../contract/shapes.ts'
import { identity } from '../../contract.ts'
import { roleTitle } from '../parts/role-words.ts'

interface Props {
  readonly roles: readonly RoleRow[]
  /** Chosen already. */
  readonly copyOf?: string
  readonly onMade: (role: RoleRow) => void
  readonly onClose: () => void
}

/** Makes a role with the permissions of another. */
export function CopyRoleModal({ roles, copyOf, onMade, onClose }: Props) {
  const t = useText('identity')
  return (
    <FormModal<{ name: string; copyOf: string }, RoleRow>
      title={t('roles.create')}
      hint={t('roles.createHint')}
      okText={t('roles.create')}
      initialValues={copyOf === undefined ? {} : { copyOf }}
      onSubmit={async (body) => {
        const made = await call(identity.copyRole, { body }, { handles: 'all' })
        onMade(made)
        return made
      }}
      showsFailure
      done={({ name }) => t('roles.created', { name })}
      onClose={onClose}
    >
      <Form.Item name="copyOf" label={t('roles.copyOf')} rules={[{ required: true, message: t('roles.roleNeeded') }]}>
        <Select
          placeholder={t('roles.chooseRole')}
          options={roles
            .filter(({ canCopy }) => canCopy)
            .map(({ role, name }) => ({ value: role, label: roleTitle(t, role, name) }))}
        />
      </Form.Item>
      <NameField label={t('roles.name')} needed={t('roles.nameNeeded')} maxLength={nameLengthMax} />
    </FormModal>
  )
}
