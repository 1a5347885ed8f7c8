import '../parts/reports.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { chartDataOf } from '../../contract/chart-data.ts'
import type { ReportQuery } from '../../contract/query.ts'
import type { SourceInfo, ViewDetails } from '../../contract/shapes.ts'
import { reports } from '../../contract.ts'
import { Chart } from '../parts/Chart.tsx'
import { drillQuery } from '../parts/drill.ts'
import { ExportButton } from '../parts/ExportButton.tsx'
import { QueryEditor, startQuery } from '../parts/QueryEditor.tsx'
import { ResultTable } from '../parts/ResultTable.tsx'
import { SaveDialog } from '../parts/SaveDialog.tsx'
import { SchedulesDrawer } from '../parts/SchedulesDrawer.tsx'
import { ShareDialog } from '../parts/ShareDialog.tsx'
import { usePreview } from '../parts/use-preview.ts'
import { VersionsDialog } from '../parts/VersionsDialog.tsx'
import { reportPaths } from '../paths.ts'

/** A report: the saved one of the address, or a new one. */
export default function ReportPage() {
  const { id = 'new' } = useParams()
  return id === 'new' ? <NewReport /> : <SavedReport id={id} />
}

function SavedReport({ id }: { readonly id: string }) {
  const view = useQuery(q(reports.view, { params: { id } }))
  const sources = useQuery(q(reports.sources, {}, { quiet: true }))
  if (view.isError || sources.isError) return <ErrorState page error={view.error ?? sources.error} />
  if (!view.data || !sources.data) return <LoadingState />
  const { query, name } = view.data
  return <Report key={id} view={view.data} start={{ name, query }} sources={sources.data.items} />
}

function NewReport() {
  const t = useText('reports')
  const [params] = useSearchParams()
  const { state } = useLocation()
  const template = params.get('template')
  const sources = useQuery(q(reports.sources, {}, { quiet: true }))
  const templates = useQuery(q(reports.templates, {}, { quiet: true }))
  if (sources.isError || templates.isError) return <ErrorState page error={sources.error ?? templates.error} />
  if (!sources.data || !templates.data) return <LoadingState />
  const { items } = sources.data
  // The dashboard hands over what is to be looked at closer.
  const handed = state as { readonly name: string; readonly query: ReportQuery } | null
  const chosen = handed ?? templates.data.items.find(({ key }) => key === template)
  const first = chosen?.query ?? (items[0] && startQuery(items[0]))
  if (!first) return <EmptyState page title={t('report.noSource')} />
  return <Report key={template} start={{ name: chosen?.name ?? t('report.fresh'), query: first }} sources={items} />
}

interface ReportProps {
  readonly view?: ViewDetails
  readonly start: { readonly name: string; readonly query: ReportQuery }
  readonly sources: readonly SourceInfo[]
}

type Dialog = 'save' | 'share' | 'versions' | 'schedules'

function Report({ view, start, sources }: ReportProps) {
  const t = useText('reports')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const [query, setQuery] = useState(start.query)
  const [isEditing, setEditing] = useState(view === undefined)
  const [drilled, setDrilled] = useState<ReportQuery>()
  const [dialog, setDialog] = useState<Dialog>()
  const isOwn = view?.isOwn === true
  const shown = drilled ?? query
  const save = () =>
    run(
      () => {
        const { id, name, description, revision } = view as ViewDetails
        return call(reports.changeView, { params: { id }, body: { name, description, query, revision } })
      },
      { done: t('save.done') },
    )
  return (
    <>
      <PageHeader
        title={start.name}
        description={view?.description}
        back={<Link to={reportPaths.list}>{t('list.title')}</Link>}
        actions={
          <>
            <ExportButton name={start.name} query={shown} />
            {view && (
              <Button icon={<Icon name="edit" size={16} />} onClick={() => setEditing(!isEditing)}>
                {t(isEditing ? 'report.hide' : 'report.edit')}
              </Button>
            )}
            {isOwn && <Button onClick={() => setDialog('versions')}>{t('versions.title')}</Button>}
            {isOwn && <Button onClick={() => setDialog('schedules')}>{t('schedules.title')}</Button>}
            {view?.canShare && <Button onClick={() => setDialog('share')}>{t('share.title')}</Button>}
            {isOwn && (
              <ConfirmButton
                danger
                question={t('report.deleteQuestion', { name: start.name })}
                consequence={t('report.deleteHint')}
                onConfirm={async () => {
                  await call(reports.deleteView, { params: { id: view.id } })
                  void navigate(`${reportPaths.list}?tab=own`)
                }}
              >
                {t('report.delete')}
              </ConfirmButton>
            )}
            {isOwn && (
              <Button
                type="primary"
                loading={busy}
                disabled={JSON.stringify(query) === JSON.stringify(view.query)}
                onClick={() => void save()}
              >
                {t('save.save')}
              </Button>
            )}
            <Button type={isOwn ? 'default' : 'primary'} onClick={() => setDialog('save')}>
              {t(view ? 'save.copy' : 'save.save')}
            </Button>
          </>
        }
      />
      <div className="rp-builder" data-reading={!isEditing}>
        {isEditing && <QueryEditor sources={sources} query={query} onChange={setQuery} />}
        <Result
          title={start.name}
          query={shown}
          source={sources.find(({ key }) => key === shown.source)}
          onDrill={setDrilled}
          {...(drilled && { onBack: () => setDrilled(undefined) })}
        />
      </div>
      {dialog === 'save' && (
        <SaveDialog
          query={query}
          name={view ? t('save.copyOf', { name: start.name }) : start.name}
          onClose={() => setDialog(undefined)}
          onSaved={(id) => void navigate(reportPaths.view(id), { replace: view === undefined })}
        />
      )}
      {dialog === 'schedules' && view && <SchedulesDrawer viewId={view.id} onClose={() => setDialog(undefined)} />}
      {dialog === 'share' && view && <ShareDialog view={view} onClose={() => setDialog(undefined)} />}
      {dialog === 'versions' && view && (
        <VersionsDialog
          viewId={view.id}
          onClose={() => setDialog(undefined)}
          onTake={(taken) => {
            setQuery(taken)
            setEditing(true)
            setDialog(undefined)
          }}
        />
      )}
    </>
  )
}

interface ResultProps {
  readonly title: string
  readonly query: ReportQuery
  readonly source: SourceInfo | undefined
  readonly onDrill: (query: ReportQuery) => void
  readonly onBack?: () => void
}

function Result({ title, query, source, onDrill, onBack }: ResultProps) {
  const t = useText('reports')
  const language = useLanguage()
  const preview = usePreview(query)
  const { data: result } = preview
  const chart = useMemo(
    () => result && chartDataOf(result, { kind: query.chart, title, language, sortedBy: query.sort?.[0]?.at }),
    [result, query.chart, query.sort, title, language],
  )
  return (
    <section className="rp-result" aria-label={t('result.title')} aria-busy={preview.isFetching}>
      {onBack && (
        <p>
          <Button icon={<Icon name="arrow-left" size={16} />} onClick={onBack}>
            {t('result.back')}
          </Button>
        </p>
      )}
      {preview.isError ? (
        <ErrorState small error={preview.error} onRetry={() => void preview.refetch()} />
      ) : result === undefined ? (
        <LoadingState />
      ) : (
        <>
          {chart && <Chart data={chart} />}
          <ResultTable
            label={title}
            result={result}
            {...(result.isGrouped &&
              source && {
                onDrill: (row) => {
                  const next = drillQuery(query, source, result.columns, row)
                  if (next) onDrill(next)
                },
              })}
          />
        </>
      )}
    </section>
  )
}
