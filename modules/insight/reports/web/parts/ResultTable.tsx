import './reports.css'
import { Button } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { cellValue, headingOf } from '../../contract/cells.ts'
import type { ReportResult } from '../../contract/shapes.ts'

interface Props {
  readonly label: string
  readonly result: ReportResult
  /** Opens the rows behind a group. */
  readonly onDrill?: (row: ReportResult['rows'][number]) => void
}

const numeric = new Set(['number', 'percent', 'duration', 'money'])
type Row = ReportResult['rows'][number] & { readonly key: number }

/** The rows of a report, each with the way to its evidence. */
export function ResultTable({ label, result, onDrill }: Props) {
  const t = useText('reports')
  const language = useLanguage()
  const note = useId()
  const { columns, rows, timeZone, isMore } = result
  const hasLinks = rows.some(({ link }) => link !== null)
  return (
    <div aria-describedby={note}>
      <DataTable<Row>
        label={label}
        rows={rows.map((row, key) => ({ ...row, key }))}
        rowKey={(row) => String(row.key)}
        empty={<EmptyState small title={t('result.none')} description={t('result.noneHint')} />}
        columns={[
          ...columns.map((column, at) => ({
            title: headingOf(column, language),
            key: String(at),
            ...(numeric.has(column.type) && { align: 'right' as const }),
            render: (_: unknown, { cells }: Row) => {
              const value = cellValue(cells[at] ?? null, column, timeZone)
              return typeof value === 'number' ? value.toLocaleString() : value || '–'
            },
          })),
          ...(hasLinks || onDrill
            ? [
                {
                  title: t('result.evidence'),
                  key: 'actions',
                  render: (_: unknown, row: Row) =>
                    row.link ? (
                      <Link to={row.link}>{t('result.open')}</Link>
                    ) : onDrill ? (
                      <Button type="link" size="small" onClick={() => onDrill(row)}>
                        {t('result.drill')}
                      </Button>
                    ) : null,
                },
              ]
            : []),
        ]}
      />
      <p className="sy-note-tiny" id={note}>
        {isMore ? t('result.more', { count: rows.length }) : t('result.all', { count: rows.length })} · {timeZone}
      </p>
    </div>
  )
}
