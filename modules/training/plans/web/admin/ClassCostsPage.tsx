import '../parts/plans.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ClassTabs } from '#modules/training/classes/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { plans } from '../../contract.ts'
import { planPaths } from '../paths.ts'
import { CostsPanel } from './CostsPanel.tsx'
import { ScoreChanges } from './ScoreChanges.tsx'
import { ScoresPanel } from './ScoresPanel.tsx'

const views = ['costs', 'scores', 'changes'] as const
type View = (typeof views)[number]

/** What a class costs, and the scores of its members, for those who run it. */
export default function ClassCostsPage() {
  const { id = '' } = useParams()
  const t = useText('plans')
  const [view, setView] = useState<View>('costs')
  const { data, error, refetch } = useQuery(q(plans.classCosts, { params: { id } }, { quiet: true }))
  return (
    <>
      <PageHeader
        title={data?.className ?? t('costs.page')}
        back={<Link to="/admin/classes">{t('costs.allClasses')}</Link>}
      />
      <ClassTabs classId={id} active={planPaths.costsOfClass} />
      <div id="class-panel" role="tabpanel" className="sy-tab-panel" aria-label={t('costs.page')}>
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />)}
        {data && (
          <>
            {data.isClosed && <p className="sy-callout">{t('costs.closed')}</p>}
            <div className="sy-toolbar">
              <Choice<View>
                label={t('costs.page')}
                value={view}
                options={views.map((value) => ({ value, label: t(`costs.tabs.${value}`) }))}
                onChange={setView}
              />
            </div>
            {view === 'costs' && <CostsPanel classId={id} costs={data} />}
            {view === 'scores' && <ScoresPanel classId={id} isClosed={data.isClosed} />}
            {view === 'changes' && <ScoreChanges classId={id} />}
          </>
        )}
      </div>
    </>
  )
}
