import { Button } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type ReportDecision, reasonLengthMax } from '../../contract/reports.ts'
import { external } from '../../contract.ts'

const decideAs = (decision: ReportDecision, ids: readonly string[], reason: string) =>
  call(external.decideReports, { body: { ids: [...ids], decision, reason } })

/** Accepts reports, or returns them with a reason. */
export function DecideActions({ ids, isMany = false }: { ids: readonly string[]; isMany?: boolean }) {
  const t = useText('external')
  const { busy, run } = useAction()
  const accept = async () => {
    const { decided } = await decideAs('accept', ids, '')
    notify('success', t('deciding.decided', { count: decided }))
  }
  return (
    <>
      <Button type="primary" loading={busy} disabled={ids.length === 0} onClick={() => void run(accept)}>
        {t(isMany ? 'deciding.acceptChosen' : 'deciding.accept')}
      </Button>
      <ReturnButton decision="return" ids={ids} />
    </>
  )
}

/** Returns reports that wait, or that were accepted, with the reason that their members read. */
export function ReturnButton({ decision, ids }: { decision: 'return' | 'revoke'; ids: readonly string[] }) {
  const t = useText('external')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button danger disabled={ids.length === 0} onClick={() => setOpen(true)}>
        {t(`deciding.${decision}`)}
      </Button>
      {isOpen && (
        <FormModal<{ readonly reason: string }, { readonly decided: number }>
          title={t(`deciding.${decision}Title`)}
          hint={t(`deciding.${decision}Hint`)}
          okText={t(`deciding.${decision}`)}
          danger
          onSubmit={({ reason }) => decideAs(decision, ids, reason)}
          done={({ decided }) => t('deciding.decided', { count: decided })}
          onClose={() => setOpen(false)}
        >
          <ReasonField label={t('report.reason')} needed={t('deciding.reasonNeeded')} maxLength={reasonLengthMax} />
        </FormModal>
      )}
    </>
  )
}
