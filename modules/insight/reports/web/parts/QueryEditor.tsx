import './reports.css'
import { Button, InputNumber, Select } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import {
  aggregatesOf,
  chartKinds,
  limits,
  type ReportColumnChoice,
  type ReportQuery,
  ROWS,
  timeUnits,
} from '../../contract/query.ts'
import type { ReportColumn, SourceInfo } from '../../contract/shapes.ts'
import { RuleEditor } from './RuleEditor.tsx'

interface Props {
  readonly sources: readonly SourceInfo[]
  readonly query: ReportQuery
  readonly onChange: (query: ReportQuery) => void
}

/** The first columns of a source, to begin with. */
export const startQuery = (source: SourceInfo): ReportQuery => ({
  source: source.key,
  columns: source.columns.slice(0, 5).map(({ key }) => ({ column: key })),
})

/** Source, columns, rules, order and chart of a report. */
export function QueryEditor({ sources, query, onChange }: Props) {
  const t = useText('reports')
  const source = sources.find(({ key }) => key === query.source)
  return (
    <div className="rp-panel">
      <section aria-label={t('editor.source')}>
        <h2>{t('editor.source')}</h2>
        <Select
          style={{ width: '100%' }}
          aria-label={t('editor.source')}
          value={query.source}
          options={sources.map(({ key, label }) => ({ value: key, label }))}
          onChange={(key: string) => {
            const next = sources.find((one) => one.key === key)
            if (next) onChange(startQuery(next))
          }}
        />
        {source && (
          <p className="sy-note-tiny">
            {source.hint} · {t(`scopes.${source.scope}`)}
          </p>
        )}
      </section>
      {source && <Columns source={source} query={query} onChange={onChange} />}
      {source && (
        <section aria-label={t('editor.rules')}>
          <h2>{t('editor.rules')}</h2>
          <RuleEditor
            source={source}
            group={query.filter ?? { match: 'all', rules: [] }}
            onChange={(filter) => onChange({ ...query, filter: filter as NonNullable<ReportQuery['filter']> })}
          />
        </section>
      )}
      {source && <Look source={source} query={query} onChange={onChange} />}
    </div>
  )
}

interface PartProps {
  readonly source: SourceInfo
  readonly query: ReportQuery
  readonly onChange: (query: ReportQuery) => void
}

function Columns({ source, query, onChange }: PartProps) {
  const t = useText('reports')
  const { columns } = query
  // An order by a column that has moved or gone is forgotten.
  const set = (next: ReportColumnChoice[]) => onChange({ ...query, columns: next, sort: [] })
  const fresh = source.columns.find(({ key }) => !columns.some(({ column }) => column === key)) ?? source.columns[0]
  return (
    <section aria-label={t('editor.columns')}>
      <h2>{t('editor.columns')}</h2>
      <ol className="rp-lines">
        {columns.map((choice, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same column may stand there twice.
          <li key={at} className="rp-line">
            <ColumnLine
              source={source}
              choice={choice}
              onChange={(next) => set(columns.map((one, index) => (index === at ? next : one)))}
            />
            <span>
              {at > 0 && (
                <Button
                  type="text"
                  icon={<Icon name="chevron-up" size={16} />}
                  aria-label={t('editor.up')}
                  onClick={() => {
                    const next = [...columns]
                    const [moved] = next.splice(at, 1)
                    if (moved) next.splice(at - 1, 0, moved)
                    set(next)
                  }}
                />
              )}
              <Button
                type="text"
                disabled={columns.length === 1}
                icon={<Icon name="close" size={16} />}
                aria-label={t('editor.removeColumn')}
                onClick={() => set(columns.filter((_, index) => index !== at))}
              />
            </span>
          </li>
        ))}
      </ol>
      <div className="sy-row sy-gap-2 sy-wrap">
        <Button
          size="small"
          disabled={columns.length >= limits.columns}
          onClick={() => fresh && set([...columns, { column: fresh.key }])}
        >
          {t('editor.addColumn')}
        </Button>
        <Button
          size="small"
          disabled={columns.length >= limits.columns}
          onClick={() => set([...columns, { column: ROWS, aggregate: 'count' }])}
        >
          {t('editor.addCount')}
        </Button>
      </div>
      <p className="sy-note-tiny">{t('editor.groupHint')}</p>
    </section>
  )
}

interface LineProps {
  readonly source: SourceInfo
  readonly choice: ReportColumnChoice
  readonly onChange: (choice: ReportColumnChoice) => void
}

function ColumnLine({ source, choice, onChange }: LineProps) {
  const t = useText('reports')
  const column: ReportColumn | undefined = source.columns.find(({ key }) => key === choice.column)
  const isTime = column?.type === 'day' || column?.type === 'instant'
  const how = choice.aggregate ?? (choice.unit ? `unit-${choice.unit}` : 'plain')
  return (
    <div className="rp-line-fields">
      <Select
        aria-label={t('editor.column')}
        value={choice.column}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          ...source.columns.map(({ key, label }) => ({ value: key, label })),
          { value: ROWS, label: t('editor.count') },
        ]}
        onChange={(key: string) => onChange(key === ROWS ? { column: ROWS, aggregate: 'count' } : { column: key })}
      />
      {column && (
        <Select
          aria-label={t('editor.how')}
          value={how}
          options={[
            { value: 'plain', label: t('how.plain') },
            ...(isTime ? timeUnits.map((unit) => ({ value: `unit-${unit}`, label: t(`how.${unit}`) })) : []),
            ...aggregatesOf[column.type].map((value) => ({ value, label: t(`how.${value}`) })),
          ]}
          onChange={(value: string) => {
            const unit = timeUnits.find((one) => value === `unit-${one}`)
            const aggregate = aggregatesOf[column.type].find((one) => one === value)
            onChange({ column: column.key, ...(unit && { unit }), ...(aggregate && { aggregate }) })
          }}
        />
      )}
    </div>
  )
}

function Look({ source, query, onChange }: PartProps) {
  const t = useText('reports')
  const [sorted] = query.sort ?? []
  const nameOf = ({ column, aggregate }: ReportColumnChoice) => {
    const label = source.columns.find(({ key }) => key === column)?.label ?? t('editor.count')
    return aggregate && column !== ROWS ? `${label} · ${t(`how.${aggregate}`)}` : label
  }
  return (
    <section aria-label={t('editor.look')}>
      <h2>{t('editor.look')}</h2>
      <div className="rp-lines">
        <div className="rp-line-fields">
          <Select
            allowClear
            aria-label={t('editor.sort')}
            placeholder={t('editor.sort')}
            value={sorted?.at}
            options={query.columns.map((choice, at) => ({ value: at, label: nameOf(choice) }))}
            onChange={(at?: number) =>
              onChange({ ...query, sort: at === undefined ? [] : [{ at, descending: sorted?.descending ?? true }] })
            }
          />
          {sorted && (
            <Choice
              label={t('editor.order')}
              value={sorted.descending ? 'descending' : 'ascending'}
              options={(['descending', 'ascending'] as const).map((value) => ({ value, label: t(`editor.${value}`) }))}
              onChange={(order) =>
                onChange({ ...query, sort: [{ at: sorted.at, descending: order === 'descending' }] })
              }
            />
          )}
        </div>
        <Choice
          label={t('editor.chart')}
          value={query.chart ?? 'table'}
          options={chartKinds.map((value) => ({ value, label: t(`charts.${value}`) }))}
          onChange={(chart) => onChange({ ...query, chart })}
        />
        <InputNumber
          style={{ width: 180 }}
          min={1}
          max={limits.limit}
          precision={0}
          aria-label={t('editor.limit')}
          placeholder={t('editor.noLimit')}
          value={query.limit ?? null}
          onChange={(limit) => {
            const { limit: _, ...rest } = query
            onChange(limit === null ? rest : { ...rest, limit })
          }}
        />
      </div>
    </section>
  )
}
