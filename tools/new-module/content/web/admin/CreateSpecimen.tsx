import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { newSpecimen, specimenNameLengthMax, specimens } from '../../contract.ts'
import { specimenPaths } from '../paths.ts'

/** A new specimen needs a name; the editor has the rest. */
export function CreateSpecimen({ onClose }: { onClose: () => void }) {
  const t = useText('specimens')
  const navigate = useNavigate()
  const create = async ({ name }: { readonly name: string }) => {
    const { id } = await call(specimens.createSpecimen, { body: { ...newSpecimen, name } })
    void navigate(specimenPaths.editor(id))
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
        <Input autoFocus maxLength={specimenNameLengthMax} showCount />
      </Form.Item>
    </FormModal>
  )
}
