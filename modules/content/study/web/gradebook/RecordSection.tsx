import '../parts/study.css'
import './gradebook.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { study } from '../../contract.ts'
import { studyPaths } from '../paths.ts'
import { RecordFigures, StateText } from './record-parts.tsx'

const shownMax = 5

/** In the drawer of a member: what they have studied, in short, once it is unfolded. */
export default function RecordSection({ memberId }: WidgetSlots['member-drawer']) {
  const t = useText('study')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="sy-box st-record-short" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('record.title')}</summary>
      {isOpen && <ShortRecord memberId={memberId} />}
    </details>
  )
}

function ShortRecord({ memberId }: { memberId: string }) {
  const t = useText('study')
  const { data, error, isPending, refetch } = useQuery(
    q(study.learningRecord, { params: { memberId } }, { quiet: true }),
  )
  if (isPending) return <LoadingState rows={3} />
  if (!data) return <ErrorState small error={error} onRetry={() => void refetch()} />
  return (
    <div className="sy-column sy-gap-3">
      <RecordFigures record={data} />
      {data.items.length === 0 ? (
        <p className="sy-faint">{t('record.none')}</p>
      ) : (
        <ul className="sy-plain-list">
          {data.items.slice(0, shownMax).map((item) => (
            <li key={`${item.businessType}:${item.businessId}`} className="sy-row sy-apart sy-gap-3">
              <span>{item.name}</span>
              <small className="sy-faint">
                <StateText item={item} />
              </small>
            </li>
          ))}
        </ul>
      )}
      <Link to={studyPaths.record(memberId)}>{t('record.all')}</Link>
    </div>
  )
}
