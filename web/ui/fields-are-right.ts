import type { FormInstance } from 'antd'

/** Whether the fields of a form hold what their rules ask for. The first that does not comes into view, with the cursor. */
export function fieldsAreRight<Values>(form: FormInstance<Values>): Promise<boolean> {
  return form.validateFields().then(
    () => true,
    ({ errorFields: [first] }) => {
      form.scrollToField(first.name, { focus: true, block: 'center' })
      return false
    },
  )
}
