import './lecturers.css'
import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { isRefusal } from '#web/api/call-error.ts'
import { useText } from '#web/i18n/texts.ts'
import { fieldsAreRight } from '#web/ui/fields-are-right.ts'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { LECTURER_CHANGED } from '../../contract/codes.ts'

interface Props<Values extends object> {
  readonly values: Values
  readonly save: (values: Values) => Promise<unknown>
  readonly disabled?: boolean
  /** Takes the newest in place of what is being written. */
  readonly onReload: () => Promise<unknown>
  /** Ant Design's `Form.Item`s. */
  readonly children: ReactNode
}

/** Fields of a lecturer that are saved with a button, on the revision that was read. */
export function SavedForm<Values extends object>({ values, save, disabled, onReload, children }: Props<Values>) {
  const t = useText('shell')
  const [form] = Form.useForm<Values>()
  const { busy, run } = useAction()
  const [isChanged, setIsChanged] = useState(false)
  const [isOutdated, setIsOutdated] = useState(false)
  const { holder } = useLeaveGuard(isChanged && !busy)
  const submit = async () => {
    if (!(await fieldsAreRight(form))) return
    await run(
      async () => {
        await save({ ...values, ...form.getFieldsValue(true) })
        setIsChanged(false)
      },
      { done: t('save.saved'), onFailure: (error) => setIsOutdated(isRefusal(error, LECTURER_CHANGED)) },
    )
  }
  return (
    <>
      {isOutdated && (
        <p className="sy-callout le-section" role="alert">
          {t('editing.elsewhere')} <Button onClick={() => void onReload()}>{t('editing.loadNewest')}</Button>
        </p>
      )}
      <Form<Values>
        form={form}
        className="sy-card le-section"
        layout="vertical"
        requiredMark={false}
        initialValues={values}
        disabled={disabled}
        onValuesChange={() => setIsChanged(true)}
      >
        {children}
      </Form>
      <SaveBar
        count={isChanged ? 1 : 0}
        busy={busy}
        onSave={() => void submit()}
        onDiscard={() => {
          form.resetFields()
          setIsChanged(false)
        }}
      />
      {holder}
    </>
  )
}
