import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { newExam } from '../../contract/authoring.ts'
import { examNameLengthMax } from '../../contract/rules.ts'
import { exams } from '../../contract.ts'
import { examPaths } from '../paths.ts'

/** A new exam needs a name; the editor has the rest. Its author marks and watches it until others are named. */
export function CreateExam({ onClose }: { onClose: () => void }) {
  const t = useText('exams')
  const navigate = useNavigate()
  const { user } = useSession()
  const create = async ({ name }: { readonly name: string }) => {
    const staff = user ? [user.id] : []
    const body = { ...newExam, name, graderIds: staff, invigilatorIds: staff }
    const { id } = await call(exams.createExam, { body })
    void navigate(examPaths.editor(id))
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
        <Input autoFocus maxLength={examNameLengthMax} showCount />
      </Form.Item>
    </FormModal>
  )
}
