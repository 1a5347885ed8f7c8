import '../parts/external.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { newReport } from '../../contract/fields.ts'
import { external } from '../../contract.ts'
import { ReportFacts } from '../parts/ReportFacts.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { externalPaths } from '../paths.ts'
import { ReportActions } from './ReportActions.tsx'
import { ReportForm } from './ReportForm.tsx'

/** A report: written by its member until it is handed in, then read by the member and by those who decide. */
export default function ExternalReportPage() {
  const { id } = useParams()
  const [address] = useSearchParams()
  const activityId = address.get('activity')
  if (id) return <KnownReport key={id} id={id} />
  return activityId ? <AskedReport activityId={activityId} /> : <OwnReport />
}

const Back = () => {
  const t = useText('external')
  return <Link to={externalPaths.own}>{t('report.back')}</Link>
}

function OwnReport() {
  const t = useText('external')
  return (
    <>
      <PageHeader title={t('report.new')} back={<Back />} />
      <ReportForm values={newReport} activityId={null} evidence={[]} needsEvidence={false} />
    </>
  )
}

/** A report that an activity asks for begins with what is known of the training. */
function AskedReport({ activityId }: { activityId: string }) {
  const t = useText('external')
  const list = useQuery(q(external.externalActivities, { query: { ids: activityId } }, { quiet: true }))
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState rows={6} />
  const [asked] = list.data.items
  if (!asked) return <EmptyState title={t('own.none.asked')} action={<Back />} />
  if (asked.report) return <KnownReport id={asked.report.id} />
  const { title, kind, provider, place, startsOn, endsOn } = asked
  return (
    <>
      <PageHeader title={t('report.new')} description={asked.description || undefined} back={<Back />} />
      <div className="sy-column sy-gap-3">
        {asked.putforward === 0 && (
          <p className="sy-callout">{t('report.until', { time: dateText(asked.reportUntil, 'minute') })}</p>
        )}
        {asked.putforward === 2 && <p className="sy-callout">{t('report.over')}</p>}
        <ReportForm
          values={{ ...newReport, title, kind, provider, place, startsOn, endsOn }}
          activityId={activityId}
          evidence={[]}
          needsEvidence={asked.needsEvidence}
        />
      </div>
    </>
  )
}

function KnownReport({ id }: { id: string }) {
  const t = useText('external')
  const { data, error, refetch } = useQuery(q(external.report, { params: { id } }, { quiet: true }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  const { title, state, isInApproval, reason, possible, activity, reportUntil } = data
  return (
    <>
      <PageHeader
        title={
          <>
            {title} <StateTag state={state} isInApproval={isInApproval} />
          </>
        }
        description={activity?.title}
        back={<Back />}
        actions={<ReportActions report={data} />}
      />
      <div className="sy-column sy-gap-3">
        {state === 'returned' && (
          <p className="sy-callout" role="status">
            {t('report.returned', { reason })}
          </p>
        )}
        {state === 'draft' && reportUntil !== null && (
          <p className="sy-callout">{t('report.until', { time: dateText(reportUntil, 'minute') })}</p>
        )}
        {possible.includes('change') ? (
          <ReportForm
            key={data.revision}
            values={{ ...data, fileIds: data.evidence.map((file) => file.id) }}
            saved={{ id, revision: data.revision }}
            activityId={activity?.id ?? null}
            evidence={data.evidence}
            needsEvidence={data.needsEvidence}
          />
        ) : (
          <ReportFacts report={data} />
        )}
      </div>
    </>
  )
}
