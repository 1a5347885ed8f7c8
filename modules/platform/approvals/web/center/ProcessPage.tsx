import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { q } from '#web/api/query.ts'
import { withBackTo } from '#web/back-to.ts'
import { useText } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts as FactList } from '#web/ui/Facts.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import type { ProcessDetail } from '../../contract/shapes.ts'
import { approvals } from '../../contract.ts'
import { nameOf } from '../parts/names.ts'
import { StateTag } from '../parts/StateTag.tsx'
import { approvalPaths } from '../paths.ts'
import { ActionBar } from './ActionBar.tsx'
import { History } from './History.tsx'
import { StepTimeline } from './StepTimeline.tsx'
import '../parts/approvals.css'

function Facts({ process }: { process: ProcessDetail }) {
  const t = useText('approvals')
  return (
    <section className="sy-grid sy-gap-4 sy-card ap-facts" aria-label={t('detail.title')}>
      <Person
        name={process.applicant.fullName}
        path={process.applicant.avatarPath}
        note={process.applicant.organizationName}
        size={48}
      >
        <strong>{nameOf(process.applicant, t)}</strong>
      </Person>
      <FactList
        items={[
          [t('detail.kind'), process.businessTypeName],
          [t('detail.organization'), process.organizationName],
          [t('detail.started'), <DateText key="started" value={process.startedAt} />],
          process.finishedAt !== null && [t('detail.finished'), <DateText key="finished" value={process.finishedAt} />],
          ...process.summary.map(({ label, text }) => [label, text] as const),
        ]}
      />
      {process.link !== '' && (
        <Link
          to={withBackTo(process.link, approvalPaths.process(process.id))}
          className="sy-button sy-button-plain ap-see"
        >
          <Icon name="eye" size={16} /> {t('detail.see')}
        </Link>
      )}
    </section>
  )
}

/** The most important fact for the viewer: an open decision, or the result. */
function Banner({ process }: { process: ProcessDetail }) {
  const t = useText('approvals')
  const isApplicant = process.actions.includes('revise')
  if (process.taskId !== null)
    return (
      <p className="sy-row sy-gap-3 ap-banner ap-tone-accent">
        <Icon name="bell" size={18} />
        {process.actingFor ? t('detail.actingFor', { name: nameOf(process.actingFor, t) }) : t('detail.waitedFor')}
      </p>
    )
  if (process.state === 'revising' && isApplicant)
    return (
      <p className="sy-row sy-gap-3 ap-banner ap-tone-warning">
        <Icon name="undo" size={18} />
        <span>
          {t('detail.revisingNow')} {process.opinion && <q className="ap-opinion">{process.opinion}</q>}
        </span>
      </p>
    )
  if (process.state === 'refused')
    return (
      <p className="sy-row sy-gap-3 ap-banner ap-tone-danger">
        <Icon name="alert" size={18} />
        <span>
          {isApplicant && t('detail.refusedNow')} {process.opinion && <q className="ap-opinion">{process.opinion}</q>}
        </span>
      </p>
    )
  return null
}

/** An application: summary, progress, history, and possible actions. */
export default function ProcessPage() {
  const t = useText('approvals')
  const { id = '' } = useParams()
  const options = { handles: [NOT_FOUND, NO_PERMISSION] }
  const detail = useQuery(q(approvals.process, { params: { id } }, options))
  useEvent('todo', () => void detail.refetch())
  useEvent('notification', () => void detail.refetch())
  const back = <Link to={approvalPaths.home}>{t('center.title')}</Link>
  if (detail.isPending) return <LoadingState />
  if (detail.isError) {
    const isGone = isRefusal(detail.error, NOT_FOUND) || isRefusal(detail.error, NO_PERMISSION)
    return isGone ? (
      <EmptyState page title={t('detail.notFound')} action={back} />
    ) : (
      <ErrorState page error={detail.error} onRetry={() => void detail.refetch()} />
    )
  }
  const process = detail.data
  return (
    <>
      <PageHeader
        back={back}
        title={
          <span className="sy-inline sy-wrap sy-gap-3 ap-title">
            {process.name} <StateTag state={process.state} />
          </span>
        }
      />
      <Banner process={process} />
      <div className="sy-grid sy-gap-6 ap-columns">
        <div className="ap-main">
          <HomeSection title={t('detail.steps')}>
            <StepTimeline process={process} />
          </HomeSection>
          <HomeSection title={t('detail.history')}>
            <History events={process.events} />
          </HomeSection>
        </div>
        <Facts process={process} />
      </div>
      <ActionBar process={process} onChanged={() => void detail.refetch()} />
    </>
  )
}
