import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { SurveyReport } from '../../../contract/reports.ts'
import { surveys } from '../../../contract.ts'
import { HeatTable } from '../../charts/HeatTable.tsx'
import type { ReportFilter } from './filter.ts'

interface Props {
  readonly report: SurveyReport
  readonly filter: ReportFilter
}

const crossed: ReadonlySet<string> = new Set(['single-choice', 'multiple-choice', 'dropdown', 'rating', 'nps'])

/** How the answers to two questions come together. */
export function CrossTables({ report, filter }: Props) {
  const t = useText('surveys')
  const questions = report.questions.filter(({ kind, isHidden }) => crossed.has(kind) && !isHidden)
  const [rowId, setRowId] = useState(questions[0]?.questionId)
  const [columnId, setColumnId] = useState(questions[1]?.questionId)
  if (report.isHidden) return <EmptyState title={t('report.belowMinimum')} />
  if (questions.length < 2) return <EmptyState title={t('report.crossNone')} description={t('report.crossNoneHint')} />
  const options = questions.map(({ questionId, title }) => ({ value: questionId, label: title }))
  const field = (label: string, value: string | undefined, other: string | undefined, set: (id: string) => void) => (
    <span className="sr-cross-field">
      <span>{label}</span>
      <Select
        aria-label={label}
        value={value}
        options={options.map((option) => ({ ...option, disabled: option.value === other }))}
        onChange={set}
      />
    </span>
  )
  return (
    <section className="sy-card sr-question" aria-label={t('report.tab.cross')}>
      <div className="sr-cross">
        {field(t('report.crossRows'), rowId, columnId, setRowId)}
        {field(t('report.crossColumns'), columnId, rowId, setColumnId)}
      </div>
      {rowId !== undefined && columnId !== undefined && <Table {...{ report, filter, rowId, columnId }} />}
    </section>
  )
}

function Table({ report, filter, rowId, columnId }: Props & { rowId: string; columnId: string }) {
  const t = useText('surveys')
  const query = { rowQuestionId: rowId, columnQuestionId: columnId, ...filter }
  const { data, error, refetch } = useQuery(
    q(surveys.crossTable, { params: { id: report.surveyId }, query }, { quiet: true }),
  )
  if (!data)
    return error ? <ErrorState small error={error} onRetry={() => void refetch()} /> : <LoadingState rows={5} />
  const cells = new Map(
    data.rows.flatMap((row, at) =>
      data.columns.map((column, to) => [`${row.key} ${column.key}`, data.cells[at]?.[to] ?? null]),
    ),
  )
  const kindOf = (id: string) => report.questions.find(({ questionId }) => questionId === id)?.kind
  const labelOf = (id: string, { key, label }: { readonly key: number; readonly label: string }) =>
    label || (kindOf(id) === 'rating' ? '★'.repeat(key) : t('answer.other'))
  const isPartial =
    [...data.rows, ...data.columns].some(({ count }) => count === null) || data.cells.flat().includes(null)
  return (
    <>
      <p className="sy-note">{t('report.crossHint', { count: data.base })}</p>
      <HeatTable
        caption={t('report.tab.cross')}
        corner={t('report.option')}
        rows={data.rows.map((row) => ({ key: String(row.key), label: labelOf(rowId, row), base: row.count }))}
        columns={data.columns.map((column) => ({ key: String(column.key), label: labelOf(columnId, column) }))}
        countOf={(row, column) => cells.get(`${row} ${column}`) ?? null}
      />
      {isPartial && <p className="sy-note">{t('report.crossHidden', { count: report.minimumGroup })}</p>}
    </>
  )
}
