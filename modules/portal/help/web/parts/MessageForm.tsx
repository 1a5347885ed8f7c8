import { Button, Form, Input } from 'antd'
import { useAction } from '#web/ui/use-action.ts'
import { feedbackLengthMax } from '../../contract/feedback.ts'

interface Props {
  readonly label: string
  readonly sendText: string
  readonly neededText: string
  readonly doneText: string
  readonly onSend: (content: string) => Promise<unknown>
}

/** Writes a message about a feedback. */
export function MessageForm({ label, sendText, neededText, doneText, onSend }: Props) {
  const [form] = Form.useForm<{ content: string }>()
  const { busy, run } = useAction()
  const send = async (content: string) => {
    await onSend(content)
    form.resetFields()
  }
  return (
    <Form<{ content: string }>
      form={form}
      layout="vertical"
      onFinish={({ content }) => void run(() => send(content), { done: doneText })}
    >
      <Form.Item name="content" label={label} rules={[{ required: true, whitespace: true, message: neededText }]}>
        <Input.TextArea maxLength={feedbackLengthMax} showCount autoSize={{ minRows: 3, maxRows: 12 }} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {sendText}
      </Button>
    </Form>
  )
}
