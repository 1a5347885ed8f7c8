import { Form, Input } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'

interface Props {
  readonly title: string
  readonly hint: string
  readonly onVoid: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

interface Values {
  readonly reason: string
}

/** Voiding cards can't be undone, and takes a reason. */
export function VoidModal({ title, hint, onVoid, onClose }: Props) {
  const t = useText('redeem')
  return (
    <FormModal<Values, unknown>
      danger
      title={title}
      hint={hint}
      okText={t('void.confirm')}
      onSubmit={({ reason }) => onVoid(reason)}
      done={t('void.done')}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label={t('void.reason')}
        rules={[{ required: true, whitespace: true, message: t('void.reasonNeeded') }]}
      >
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
    </FormModal>
  )
}
