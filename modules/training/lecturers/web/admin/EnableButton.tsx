import { Button, type ButtonProps } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { ManagedLecturer } from '../../contract/managing.ts'
import { lecturers } from '../../contract.ts'

interface Props {
  readonly one: Pick<ManagedLecturer, 'id' | 'isEnabled' | 'totals'>
  readonly type?: ButtonProps['type']
}

/** Enables a lecturer; disabling asks first, and says what stays planned. */
export function EnableButton({ one, type }: Props) {
  const t = useText('lecturers')
  const { busy, run } = useAction()
  const enable = async (isEnabled: boolean) => {
    await call(lecturers.enableLecturer, { params: { id: one.id }, body: { isEnabled } })
    notify('success', t(isEnabled ? 'managing.isEnabledNow' : 'managing.isDisabledNow'))
  }
  if (!one.isEnabled)
    return (
      <Button type={type} loading={busy} onClick={() => void run(() => enable(true))}>
        {t('managing.enable')}
      </Button>
    )
  return (
    <ConfirmButton
      type={type}
      danger
      question={t('managing.disableQuestion')}
      consequence={t('managing.disableConsequence', { count: one.totals.upcoming })}
      confirmText={t('managing.disable')}
      onConfirm={() => enable(false)}
    >
      {t('managing.disable')}
    </ConfirmButton>
  )
}
