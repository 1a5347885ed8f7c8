import { Button, type ButtonProps, Popconfirm } from 'antd'
import { useText } from '../i18n/texts.ts'
import { useAction } from './use-action.ts'

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
  const { busy, run } = useAction()
  return (
    <Popconfirm
      title={question}
      description={consequence}
      okText={confirmText ?? t('confirm')}
      cancelText={t('cancel')}
      okButtonProps={{ danger: button.danger }}
      onConfirm={() => void run(async () => onConfirm())}
      disabled={button.disabled}
    >
      <Button {...button} loading={busy}>
        {children}
      </Button>
    </Popconfirm>
  )
}
