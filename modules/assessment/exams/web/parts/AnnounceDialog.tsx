import { Form, Input } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { announcementLengthMax } from '../../contract/announcing.ts'
import { exams } from '../../contract.ts'

interface Props {
  readonly examId: string
  /** One examinee; left out, everybody who answers. */
  readonly to?: { readonly attemptId: string; readonly name: string }
  readonly onClose: () => void
}

/** Something to say to those who answer. */
export function AnnounceDialog({ examId, to, onClose }: Props) {
  const t = useText('exams')
  const send = ({ text }: { readonly text: string }) =>
    call(exams.announce, { params: { id: examId }, body: { text, ...(to && { attemptId: to.attemptId }) } })
  return (
    <FormModal<{ readonly text: string }, unknown>
      title={to ? t('announcement.toOne', { name: to.name }) : t('announcement.toAll')}
      hint={t('announcement.hint')}
      okText={t('announcement.send')}
      onSubmit={send}
      done={t('announcement.sent')}
      onClose={onClose}
    >
      <Form.Item
        name="text"
        label={t('announcement.text')}
        rules={[{ required: true, whitespace: true, message: t('form.needed') }]}
      >
        <Input.TextArea autoFocus maxLength={announcementLengthMax} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </FormModal>
  )
}
