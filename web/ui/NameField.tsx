import { Form, Input } from 'antd'

interface Props {
  readonly label: string
  /** Said where it is left empty. */
  readonly needed: string
  readonly maxLength: number
  readonly autoFocus?: boolean
}

/** The field `name` of a form of Ant Design: what something is called, which it cannot do without. */
export function NameField({ label, needed, maxLength, autoFocus = false }: Props) {
  return (
    <Form.Item name="name" label={label} rules={[{ required: true, whitespace: true, message: needed }]}>
      <Input autoFocus={autoFocus} maxLength={maxLength} showCount />
    </Form.Item>
  )
}
