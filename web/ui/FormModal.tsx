import { Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { notify } from './notify.ts'
import { useAction } from './use-action.ts'

interface Props<Values extends object, Answer> {
  readonly title: ReactNode
  /** What the button does. */
  readonly okText?: string
  readonly danger?: boolean
  readonly hint?: ReactNode
  readonly initialValues?: Partial<Values>
  /** The call. What it refuses has been said by the call itself; the form stays open then. */
  readonly onSubmit: (values: Values) => Promise<Answer>
  /** Said when it is done. */
  readonly done: string | ((answer: Answer) => string)
  readonly onClose: () => void
  /** Ant Design's `Form.Item`s. */
  readonly children: ReactNode
}

/** A form that calls, says that it was done, and closes. */
export function FormModal<Values extends object, Answer>(props: Props<Values, Answer>) {
  const { title, okText, danger, hint, initialValues, onSubmit, done, onClose, children } = props
  const [form] = Form.useForm<Values>()
  const { busy, run } = useAction()
  const submit = (values: Values) =>
    run(
      async () => {
        const answer = await onSubmit(values)
        notify('success', typeof done === 'string' ? done : done(answer))
      },
      { close: onClose },
    )
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger, loading: busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {hint && <p className="sy-faint">{hint}</p>}
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialValues}
        onFinish={(values) => void submit(values)}
      >
        {children}
      </Form>
    </Modal>
  )
}

interface ReasonProps {
  readonly label: string
  /** Said where it is left empty. */
  readonly needed: string
  readonly hint?: string
  readonly maxLength?: number
}

/** Why: the field `reason` of such a form. */
export function ReasonField({ label, needed, hint, maxLength = 200 }: ReasonProps) {
  return (
    <Form.Item name="reason" label={label} extra={hint} rules={[{ required: true, whitespace: true, message: needed }]}>
      <Input.TextArea maxLength={maxLength} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
    </Form.Item>
  )
}
