import { Button } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { reasonLengthMax } from '../../contract/reports.ts'
import { external } from '../../contract.ts'

/** Accepts reports, or returns them with a reason. */
export function DecideActions({ ids, isMany = false }: { ids: readonly string[]; isMany?: boolean }) {
  const t = useText('external')
  const { busy, run } = useAction()
  const [isReturning, setReturning] = useState(false)
  const decide = (decision: 'accept' | 'return', reason: string) =>
    call(external.decideReports, { body: { ids: [...ids], decision, reason } })
  const accept = async () => {
    const { decided } = await decide('accept', '')
    notify('success', t('deciding.decided', { count: decided }))
  }
  return (
    <>
      <Button type="primary" loading={busy} disabled={ids.length === 0} onClick={() => void run(accept)}>
        {t(isMany ? 'deciding.acceptChosen' : 'deciding.accept')}
      </Button>
      <Button danger disabled={ids.length === 0} onClick={() => setReturning(true)}>
        {t('deciding.return')}
      </Button>
      {isReturning && (
        <FormModal<{ readonly reason: string }, { readonly decided: number }>
          title={t('deciding.returnTitle')}
          hint={t('deciding.returnHint')}
          okText={t('deciding.return')}
          danger
          onSubmit={({ reason }) => decide('return', reason)}
          done={({ decided }) => t('deciding.decided', { count: decided })}
          onClose={() => setReturning(false)}
        >
          <ReasonField label={t('report.reason')} needed={t('deciding.reasonNeeded')} maxLength={reasonLengthMax} />
        </FormModal>
      )}
    </>
  )
}
