import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { classes, classNameLengthMax, newClass } from '../../contract.ts'
import { classPaths } from '../paths.ts'

/** A new class needs a name; the editor has the rest. */
export function CreateClass({ onClose }: { onClose: () => void }) {
  const t = useText('classes')
  const navigate = useNavigate()
  const create = async ({ name }: { readonly name: string }) => {
    const { id } = await call(classes.createClass, { body: { ...newClass, name } })
    void navigate(classPaths.editor(id))
  }
  return (
    <FormModal<{ readonly name: string }, void>
      title={t('authoring.create')}
      okText={t('authoring.createOk')}
      onSubmit={create}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('form.name')}
        rules={[{ required: true, whitespace: true, message: t('form.nameNeeded') }]}
      >
        <Input autoFocus maxLength={classNameLengthMax} showCount />
      </Form.Item>
    </FormModal>
  )
}
