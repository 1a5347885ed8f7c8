import { Button, type ButtonProps, Popconfirm } from 'antd'
import { useState } from 'react'
import { useText } from '../i18n/texts.ts'

interface Props extends Omit<ButtonProps, 'onClick' | 'title'> {
  /** The question, and what follows from yes. */
  readonly question: string
  readonly consequence?: string
  readonly confirmText?: string
  /** The button shows that it works until this is done. */
  readonly onConfirm: () => unknown
}

/** A button for what can't be undone: it asks first. */
export function ConfirmButton({ question, consequence, confirmText, onConfirm, children, ...button }: Props) {
  const t = useText('shell')
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } catch {
      // The call has said what went wrong; the button is ready for another try.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Popconfirm
      title={question}
      description={consequence}
      okText={confirmText ?? t('confirm')}
      cancelText={t('cancel')}
      okButtonProps={{ danger: button.danger }}
      onConfirm={() => void confirm()}
      disabled={button.disabled}
    >
      <Button {...button} loading={busy}>
        {children}
      </Button>
    </Popconfirm>
  )
}
