import { Form, Input } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { reasonLengthMax } from '../../contract/fields.ts'

interface Props {
  readonly title: string
  readonly hint: string
  readonly done: string
  readonly onSubmit: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** What takes something from somebody says why. */
export function ReasonDialog({ title, hint, done, onSubmit, onClose }: Props) {
  const t = useText('contests')
  return (
    <FormModal<{ readonly reason: string }, unknown>
      title={title}
      hint={hint}
      okText={title}
      danger
      onSubmit={({ reason }) => onSubmit(reason)}
      done={done}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label={t('managing.reason')}
        rules={[{ required: true, whitespace: true, message: t('managing.reasonNeeded') }]}
      >
        <Input.TextArea maxLength={reasonLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormModal>
  )
}
