import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ErrorCode } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { useText } from '#web/i18n/texts.ts'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import AuthoredHead, { type AuthoredHeadProps } from './AuthoredHead.tsx'

export interface AuthoredFormProps<Values extends object> extends Omit<AuthoredHeadProps, 'disabled'> {
  /** False: the state of the item permits no edit, whoever asks. */
  readonly isEditable?: boolean
  readonly values: Values
  /** Saves the values of all fields, those of a tab out of sight included. */
  readonly save: (values: Values) => Promise<unknown>
  /** Its refusal of an earlier revision than the newest. */
  readonly changedCode: ErrorCode
  /** Gets the fields that keep it from being saved, so that a tab out of sight can be opened. */
  readonly onWrong?: (fields: readonly (readonly (string | number)[])[]) => void
  readonly className?: string
  /** Between the head and the fields: tabs. */
  readonly tabs?: ReactNode
  /** Ant Design's `Form.Item`s. */
  readonly children: ReactNode
}

interface WrongField {
  readonly name: readonly (string | number)[]
}

/** The editor of authored content that its author saves with a button. */
export default function AuthoredForm<Values extends object>(props: AuthoredFormProps<Values>) {
  const { values, save, changedCode, onWrong, className, tabs, isEditable = true, children, ...head } = props
  const t = useText('shell')
  const [form] = Form.useForm<Values>()
  const { busy, run } = useAction()
  const [isChanged, setIsChanged] = useState(false)
  const [isOutdated, setIsOutdated] = useState(false)
  const { holder } = useLeaveGuard(isChanged && !busy)
  const submit = async () => {
    const wrong = await form.validateFields().then(
      () => undefined,
      ({ errorFields }: { readonly errorFields: readonly WrongField[] }) => errorFields.map(({ name }) => name),
    )
    if (wrong) return onWrong?.(wrong)
    await run(
      async () => {
        await save({ ...values, ...form.getFieldsValue(true) })
        setIsChanged(false)
      },
      { done: t('save.saved'), onFailure: (error) => setIsOutdated(isRefusal(error, changedCode)) },
    )
  }
  return (
    <>
      <AuthoredHead {...head} disabled={isChanged} />
      {isOutdated && (
        <p className="sy-callout managed-callout" role="alert">
          {t('editing.elsewhere')} <Button onClick={() => void head.onReload()}>{t('editing.loadNewest')}</Button>
        </p>
      )}
      {tabs}
      <Form<Values>
        form={form}
        className={className === undefined ? 'sy-card' : `sy-card ${className}`}
        layout="vertical"
        requiredMark={false}
        initialValues={values}
        disabled={!isEditable || !head.item.actions.includes('edit')}
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
