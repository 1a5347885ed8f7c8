import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { ReportQuery } from '../../contract/query.ts'
import { reports } from '../../contract.ts'

interface Props {
  readonly viewId: string
  readonly onTake: (query: ReportQuery) => void
  readonly onClose: () => void
}

/** Earlier states of a view, of which one can be taken back into the editor. */
export function VersionsDialog({ viewId, onTake, onClose }: Props) {
  const t = useText('reports')
  const list = useQuery(q(reports.viewVersions, { params: { id: viewId } }, { quiet: true, cache: 0 }))
  return (
    <Modal open title={t('versions.title')} footer={null} onCancel={onClose}>
      {list.isError && <ErrorState small error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingState />}
      {list.data?.items.length === 0 && <EmptyState small title={t('versions.none')} />}
      <ul className="rp-lines">
        {list.data?.items.map(({ revision, name, query, createdAt }) => (
          <li key={revision} className="rp-line">
            <span>
              <strong>{t('versions.number', { revision })}</strong> · {name} · <DateText value={createdAt} />
            </span>
            <Button size="small" onClick={() => onTake(query)}>
              {t('versions.take')}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
