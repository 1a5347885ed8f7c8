import { Form, Input } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { incidentLengthMax } from '../../contract/incidents.ts'
import { exams } from '../../contract.ts'

interface Props {
  readonly examId: string
  /** Of one attempt; left out, of the exam. */
  readonly attemptId?: string
  readonly onClose: () => void
}

/** Writes down what happened. */
export function NoteDialog({ examId, attemptId, onClose }: Props) {
  const t = useText('exams')
  const save = ({ text }: { readonly text: string }) =>
    call(exams.noteIncident, { params: { id: examId }, body: { text, ...(attemptId && { attemptId }) } })
  return (
    <FormModal<{ readonly text: string }, unknown>
      title={t('incident.add')}
      hint={t('incident.hint')}
      onSubmit={save}
      done={t('incident.saved')}
      onClose={onClose}
    >
      <Form.Item
        name="text"
        label={t('incident.text')}
        rules={[{ required: true, whitespace: true, message: t('form.needed') }]}
      >
        <Input.TextArea autoFocus maxLength={incidentLengthMax} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </FormModal>
  )
}
