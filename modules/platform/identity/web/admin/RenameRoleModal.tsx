import { Form, Input } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { nameLengthMax } from '../../contract/shapes.ts'
import { identity } from '../../contract.ts'

/** Gives a role that the company has made another name. */
export function RenameRoleModal({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useText('identity')
  return (
    <FormModal<{ name: string }, unknown>
      title={t('roles.rename')}
      okText={t('roles.save')}
      initialValues={{ name }}
      onSubmit={(body) => call(identity.renameRole, { params: { id }, body }, { handles: 'all' })}
      showsFailure
      done={t('roles.renamed')}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('roles.name')}
        rules={[{ required: true, whitespace: true, message: t('roles.nameNeeded') }]}
      >
        <Input maxLength={nameLengthMax} showCount />
      </Form.Item>
    </FormModal>
  )
}
