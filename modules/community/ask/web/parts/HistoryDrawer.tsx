import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { ask } from '../../contract.ts'

interface Props {
  readonly of: 'question' | 'answer'
  readonly id: string
  readonly onClose: () => void
}

/** What a question or an answer said before each of its edits. */
export function HistoryDrawer({ of, id, onClose }: Props) {
  const t = useText('ask')
  const entry = of === 'question' ? ask.questionRevisions : ask.answerRevisions
  const { data, isPending, isError, error, refetch } = useQuery(q(entry, { params: { id } }))
  return (
    <Drawer open title={t('history.title')} onClose={onClose} width="min(560px, 100vw)">
      {isPending && <LoadingState rows={4} />}
      {isError && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <EmptyState small title={t('history.none')} />}
      <ol className="sy-plain-list sy-column sy-gap-4" aria-label={t('history.title')}>
        {data?.items.map((revision) => (
          <li key={revision.number} className="sy-box ask-revision">
            <small className="sy-note">
              {t('history.version', { number: revision.number + 1 })} · <DateText value={revision.createTime} />
            </small>
            {revision.title !== null && <h3>{revision.title}</h3>}
            <Prose html={revision.content} />
          </li>
        ))}
      </ol>
    </Drawer>
  )
}
