import './report/report.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { bytesText } from '#modules/platform/files/web.tsx'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { SurveyReport } from '../../contract/reports.ts'
import { surveys } from '../../contract.ts'
import { surveyPaths } from '../paths.ts'
import { CrossTables } from './report/CrossTables.tsx'
import type { ReportFilter } from './report/filter.ts'
import { Participants } from './report/Participants.tsx'
import { Responses } from './report/Responses.tsx'
import { Results } from './report/Results.tsx'

const tabs = ['results', 'cross', 'participants', 'responses'] as const
type Tab = (typeof tabs)[number]

/** What was answered: question by question, two questions together, and who took part. */
export default function SurveyReportPage() {
  const { id = '' } = useParams()
  const [organizationId, setOrganizationId] = useState<string>()
  const filter = organizationId === undefined ? {} : { organizationId }
  const { data, error, refetch } = useQuery({
    ...q(surveys.surveyReport, { params: { id }, query: filter }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  return <Report report={data} filter={filter} organizationId={organizationId} onFilter={setOrganizationId} />
}

interface Props {
  readonly report: SurveyReport
  readonly filter: ReportFilter
  readonly organizationId: string | undefined
  readonly onFilter: (organizationId: string | undefined) => void
}

function Report({ report, filter, organizationId, onFilter }: Props) {
  const t = useText('surveys')
  const { busy, run } = useAction()
  const [received, setReceived] = useState(0)
  const [tab, setTab] = useState<Tab>('results')
  const { surveyId, name, isAnonymous } = report
  const shown = tabs.filter((key) => key !== 'responses' || !isAnonymous)
  const params = { id: surveyId }
  return (
    <>
      <PageHeader
        title={name}
        back={<Link to={surveyPaths.authored}>{t('authoring.title')}</Link>}
        description={t(isAnonymous ? 'report.anonymousHint' : 'report.namedHint')}
        actions={
          <>
            <Link className="sy-button sy-button-plain sy-button-small" to={surveyPaths.editor(surveyId)}>
              {t('report.edit')}
            </Link>
            <Button
              loading={busy}
              disabled={report.isHidden}
              icon={<Icon name="download" size={16} />}
              onClick={() => {
                setReceived(0)
                const options = { onReceived: setReceived }
                void run(() => download(surveys.exportSurvey, { params, query: filter }, options))
              }}
            >
              {busy && received > 0 ? t('report.exported', { size: bytesText(received) }) : t('report.export')}
            </Button>
            <Button icon={<Icon name="log" size={16} />} onClick={() => window.print()}>
              {t('report.print')}
            </Button>
          </>
        }
      />
      <Figures report={report} />
      <TabBar
        label={t('report.title')}
        tabs={shown.map((key) => ({ key, title: t(`report.tab.${key}`) }))}
        active={tab}
        panelId="survey-report"
        onChange={setTab}
      />
      <div id="survey-report" role="tabpanel" aria-label={t(`report.tab.${tab}`)}>
        {!isAnonymous && tab !== 'participants' && (
          <div className="sy-toolbar">
            <OrganizationPicker
              allowClear
              width={280}
              label={t('report.filter')}
              value={organizationId}
              onChange={onFilter}
            />
          </div>
        )}
        {tab === 'results' && <Results report={report} filter={filter} />}
        {tab === 'cross' && <CrossTables report={report} filter={filter} />}
        {tab === 'participants' && <Participants surveyId={surveyId} />}
        {tab === 'responses' && <Responses surveyId={surveyId} filter={filter} />}
      </div>
    </>
  )
}

/** How many were asked, began, stopped and answered. */
function Figures({ report }: { report: SurveyReport }) {
  const t = useText('surveys')
  const { invited, started, partial, completed, quotaFull } = report
  const figures = [
    ['invited', invited],
    ['started', started],
    ['partial', partial],
    ['completed', completed],
    ...(quotaFull === 0 ? [] : ([['quotaFull', quotaFull]] as const)),
  ] as const
  return (
    <dl className="sr-figures">
      {figures.map(
        ([key, count]) =>
          count !== null && (
            <div key={key} className="sy-box">
              <dt>{t(`report.figure.${key}`)}</dt>
              <dd className="sy-number">{count}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
