import '../parts/external.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { ExternalActivity } from '../../contract/activities.ts'
import type { Report } from '../../contract/reports.ts'
import { external } from '../../contract.ts'
import { amountText, costText, daysText } from '../parts/amounts.ts'
import { PutforwardTag } from '../parts/PutforwardTag.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { externalPaths } from '../paths.ts'

const tabs = ['asked', 'mine'] as const
type Tab = (typeof tabs)[number]

/** What the member is asked to report, and what the member has reported (TRAINING-047). */
export default function ExternalTrainingPage() {
  const t = useText('external')
  const [address, setAddress] = useSearchParams()
  const tab = tabs.find((one) => one === address.get('tab')) ?? 'asked'
  return (
    <>
      <PageHeader
        title={t('own.title')}
        description={t('own.description')}
        actions={
          <Link className="sy-button" to={externalPaths.newReport}>
            {t('own.add')}
          </Link>
        }
      />
      <TabBar<Tab>
        label={t('own.title')}
        tabs={tabs.map((key) => ({ key, title: t(`own.tabs.${key}`) }))}
        active={tab}
        onChange={(key) => setAddress(key === 'asked' ? '' : `tab=${key}`, { replace: true })}
        panelId="external-panel"
      />
      <div id="external-panel" role="tabpanel" className="sy-tab-panel" aria-label={t(`own.tabs.${tab}`)}>
        {tab === 'asked' ? <AskedTab /> : <OwnTab />}
      </div>
    </>
  )
}

function AskedTab() {
  const t = useText('external')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const { page, pageSize } = paging
  const { data, error, refetch } = useQuery({
    ...q(external.externalActivities, { query: { page, pageSize, ...(search && { search }) } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('own.search')} onSearch={setSearch} />
      </div>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />)}
      {data?.recordCount === 0 && <EmptyState title={t('own.none.asked')} description={t('own.noneHint')} />}
      {data && data.items.length > 0 && (
        <ul className="ext-list">
          {data.items.map((activity) => (
            <AskedItem key={activity.id} activity={activity} />
          ))}
        </ul>
      )}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}

function AskedItem({ activity }: { activity: ExternalActivity }) {
  const t = useText('external')
  const { id, title, kind, provider, reportFrom, reportUntil, putforward, isReporter, report } = activity
  const isOpen = reportFrom <= Date.now()
  const facts = [t(`maps.kind.${kind}`), provider, activity.startsOn && daysText(activity)].filter(Boolean)
  return (
    <li className="sy-box ext-item">
      <div>
        <h2>
          {title} {isReporter && <PutforwardTag putforward={putforward} />}
        </h2>
        <p className="sy-faint">{facts.join(' · ')}</p>
        <p className="sy-note">
          {t(isOpen ? 'own.until' : 'own.from', { time: dateText(isOpen ? reportUntil : reportFrom, 'minute') })}
          {' · '}
          {t('own.reported', { reported: activity.reportedCount, count: activity.reporterCount })}
        </p>
      </div>
      <div className="sy-actions">
        {report && (
          <Link
            className={putforward === 1 ? 'sy-button' : 'sy-button sy-button-plain'}
            to={externalPaths.report(report.id)}
          >
            {t(putforward === 1 ? 'own.continue' : 'own.open')}
          </Link>
        )}
        {!report && putforward === 0 && isOpen && (
          <Link className="sy-button" to={externalPaths.asked(id)}>
            {t('own.start')}
          </Link>
        )}
      </div>
    </li>
  )
}

function OwnTab() {
  const t = useText('external')
  const paging = usePaging()
  const { page, pageSize } = paging
  const { data, error, refetch } = useQuery({
    ...q(external.ownReports, { query: { page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  if (data.recordCount === 0) return <EmptyState title={t('own.none.mine')} description={t('own.noneHint')} />
  const { acceptedCount, hourHundredths, costHundredths } = data.totals
  return (
    <>
      <Facts
        shape="figures"
        className="ext-totals"
        items={[
          [t('own.totals.count'), String(acceptedCount)],
          [t('own.totals.hours'), amountText(hourHundredths)],
          [t('own.totals.cost'), costText(costHundredths)],
        ]}
      />
      <ul className="ext-list">
        {data.items.map((report) => (
          <OwnItem key={report.id} report={report} />
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </>
  )
}

function OwnItem({ report }: { report: Report }) {
  const t = useText('external')
  const { id, title, kind, provider, state, isInApproval, reason, possible, changedAt } = report
  const isOpen = possible.includes('change')
  return (
    <li className="sy-box ext-item">
      <div>
        <h2>
          {title} <StateTag state={state} isInApproval={isInApproval} />
        </h2>
        <p className="sy-faint">{[t(`maps.kind.${kind}`), provider, daysText(report)].filter(Boolean).join(' · ')}</p>
        <p className="sy-note">{t('own.changed', { time: dateText(changedAt, 'minute') })}</p>
        {state === 'returned' && <p className="sy-note">{t('report.returned', { reason })}</p>}
      </div>
      <div className="sy-actions">
        <Link className={isOpen ? 'sy-button' : 'sy-button sy-button-plain'} to={externalPaths.report(id)}>
          {t(isOpen ? 'own.continue' : 'own.open')}
        </Link>
      </div>
    </li>
  )
}
