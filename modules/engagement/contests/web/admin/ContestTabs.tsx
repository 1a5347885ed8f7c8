import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { EditedContest } from '../../contract/managing.ts'
import { contests } from '../../contract.ts'
import { ContestTag } from '../parts/ContestTag.tsx'
import { contestPaths } from '../paths.ts'

const pages = {
  settings: contestPaths.settings,
  works: contestPaths.works,
  assignments: contestPaths.assignments,
  votes: contestPaths.votes,
  results: contestPaths.results,
} as const
type ContestTab = keyof typeof pages

/** The pages of one contest for those who run it. */
export function ContestTabs({ contestId, active }: { contestId: string; active: ContestTab }) {
  const t = useText('contests')
  const navigate = useNavigate()
  return (
    <TabBar
      label={t('managing.pages')}
      tabs={(Object.keys(pages) as ContestTab[]).map((key) => ({ key, title: t(`managing.tabs.${key}`) }))}
      active={active}
      onChange={(key) => void navigate(pages[key](contestId))}
      panelId="contest-panel"
    />
  )
}

interface Props {
  readonly contestId: string
  readonly active: ContestTab
  readonly actions?: (contest: EditedContest, onChanged: () => Promise<unknown>) => ReactNode
  readonly children: (contest: EditedContest, onChanged: () => Promise<unknown>) => ReactNode
}

/** The head and the tabs of a page of one contest, and what the page shows of it. */
export function ContestAdminPage({ contestId, active, actions, children }: Props) {
  const t = useText('contests')
  const { data, error, refetch } = useQuery(q(contests.editedContest, { params: { id: contestId } }, { cache: 0 }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return (
    <>
      <PageHeader
        back={<Link to={contestPaths.managed}>{t('managing.title')}</Link>}
        title={data.name}
        description={data.status === 'on-shelf' && <ContestTag state={data.state} />}
        actions={actions?.(data, refetch)}
      />
      <ContestTabs contestId={contestId} active={active} />
      <div id="contest-panel" role="tabpanel" aria-label={t(`managing.tabs.${active}`)} className="sy-tab-panel">
        {data.isReviewer && data.isAnonymous && data.resultsAt === null && (
          <p className="sy-callout">{t('managing.isReviewer')}</p>
        )}
        {children(data, refetch)}
      </div>
    </>
  )
}
