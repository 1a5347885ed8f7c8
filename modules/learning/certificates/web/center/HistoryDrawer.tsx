import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { certificates } from '../../contract.ts'
import { ValidityTag } from '../parts/ValidityTag.tsx'

/** All certificates that a member has had of one kind: earned, renewed, issued again. */
export function HistoryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('certificates')
  const { data, error, isError, refetch } = useQuery(
    q(certificates.certificateDetail, { params: { id } }, { quiet: true }),
  )
  return (
    <Drawer open title={t('mine.history')} onClose={onClose}>
      {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <LoadingState rows={4} />}
      <ol className="sy-grid sy-gap-2 ce-history">
        {data?.history.map((one) => (
          <li key={one.id}>
            <strong className="sy-number">{one.number}</strong>
            <ValidityTag validity={one.validity} />
            <span>{t(`origin.${one.origin}`)}</span>
            <span className="sy-faint">
              <DateText value={one.issuedAt} style="day" />
            </span>
            <span>{one.holderName}</span>
            {(one.reason || one.revokeReason) && <span className="sy-faint">{one.reason || one.revokeReason}</span>}
          </li>
        ))}
      </ol>
    </Drawer>
  )
}
