import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import type { ReportDetails } from '../../contract/reports.ts'
import { external } from '../../contract.ts'
import { DecideActions, ReturnButton } from '../parts/DecideActions.tsx'
import { externalPaths } from '../paths.ts'

/** What can be done with a report: only what the server says is possible. */
export function ReportActions({ report: { id, possible } }: { report: ReportDetails }) {
  const t = useText('external')
  const navigate = useNavigate()
  const params = { id }
  return (
    <>
      {possible.includes('withdraw') && (
        <ConfirmButton
          question={t('report.withdrawQuestion')}
          consequence={t('report.withdrawHint')}
          onConfirm={() => call(external.withdrawReport, { params })}
        >
          {t('report.withdraw')}
        </ConfirmButton>
      )}
      {possible.includes('delete') && (
        <ConfirmButton
          danger
          question={t('report.deleteQuestion')}
          consequence={t('report.deleteHint')}
          onConfirm={async () => {
            await call(external.deleteReport, { params })
            await navigate(`${externalPaths.own}?tab=mine`)
          }}
        >
          {t('report.delete')}
        </ConfirmButton>
      )}
      {possible.includes('decide') && <DecideActions ids={[id]} />}
      {possible.includes('revoke') && <ReturnButton decision="revoke" ids={[id]} />}
    </>
  )
}
