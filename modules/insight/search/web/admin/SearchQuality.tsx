import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Quality, search } from '../../contract.ts'
import { searchAddress } from '../address.ts'

const spans = ['7', '30', '90'] as const

/** Whether members find what they search, and what they do not. */
export function SearchQuality() {
  const t = useText('search')
  const [days, setDays] = useState<(typeof spans)[number]>('30')
  const quality = useQuery({
    ...q(search.searchQuality, { query: { days: Number(days) } }),
    placeholderData: (last) => last,
  })
  return (
    <>
      <Choice
        label={t('quality.span')}
        options={spans.map((value) => ({ value, label: t('quality.days', { count: Number(value) }) }))}
        value={days}
        onChange={setDays}
      />
      {quality.isPending && <LoadingState rows={6} />}
      {quality.isError && <ErrorState error={quality.error} onRetry={() => void quality.refetch()} />}
      {quality.data && <Figures quality={quality.data} />}
    </>
  )
}

const sumOf = (days: Quality['days'], name: 'searches' | 'empty' | 'clicked') =>
  days.reduce((sum, day) => sum + day[name], 0)

function Figures({ quality }: { quality: Quality }) {
  const t = useText('search')
  const searches = sumOf(quality.days, 'searches')
  const share = (name: 'empty' | 'clicked') =>
    searches === 0 ? '–' : `${Math.round((sumOf(quality.days, name) * 100) / searches)}%`
  const { documents, passages, waiting } = quality.index
  return (
    <>
      <Facts
        shape="figures"
        items={[
          [t('quality.searches'), searches],
          [t('quality.clicked'), share('clicked')],
          [t('quality.empty'), share('empty')],
          [t('quality.place'), quality.openedPlace === null ? '–' : quality.openedPlace.toFixed(1)],
          [t('quality.documents'), documents.reduce((sum, { count }) => sum + count, 0)],
          [t('quality.passages'), passages],
          [t('quality.waiting'), waiting],
        ]}
      />
      {quality.days.length > 1 && (
        <BarChart
          title={t('quality.perDay')}
          shape="columns"
          labelHeading={t('quality.day')}
          valueHeading={t('quality.searches')}
          bars={quality.days.map(({ day, searches: value }) => ({ key: day, label: day.slice(5), value }))}
        />
      )}
      <div className="sr-tables">
        <Texts title={t('quality.emptyTexts')} hint={t('quality.emptyHint')} rows={quality.empty} />
        <Texts title={t('quality.notOpened')} hint={t('quality.notOpenedHint')} rows={quality.notOpened} />
        <HotWords hot={quality.hot} />
        <Slow rows={quality.slow} />
      </div>
    </>
  )
}

function Texts({ title, hint, rows }: { title: string; hint: string; rows: Quality['empty'] }) {
  const t = useText('search')
  return (
    <section>
      <h2>{title}</h2>
      <p className="sy-note">{hint}</p>
      <DataTable
        label={title}
        rows={rows}
        rowKey="text"
        columns={[
          {
            title: t('quality.text'),
            key: 'text',
            render: (_, { text }) => <Link to={searchAddress({ text })}>{text}</Link>,
          },
          { title: t('quality.count'), dataIndex: 'count', align: 'right' },
          {
            title: t('quality.lastAt'),
            key: 'lastAt',
            render: (_, { lastAt }) => <DateText value={lastAt} style="relative" />,
          },
        ]}
        empty={<EmptyState small title={t('quality.none')} />}
      />
    </section>
  )
}

function HotWords({ hot }: Pick<Quality, 'hot'>) {
  const t = useText('search')
  const { busy, run } = useAction()
  const turn = (text: string, isHidden: boolean) => run(() => call(search.hideHotWord, { body: { text, isHidden } }))
  return (
    <section>
      <h2>{t('hot')}</h2>
      <p className="sy-note">{t('quality.hotHint')}</p>
      <DataTable
        label={t('hot')}
        rows={hot}
        rowKey="text"
        columns={[
          { title: t('quality.text'), dataIndex: 'text' },
          { title: t('quality.count'), dataIndex: 'count', align: 'right' },
          {
            title: t('quality.actions'),
            key: 'actions',
            render: (_, { text, isHidden }) => (
              <Button type="link" size="small" disabled={busy} onClick={() => void turn(text, !isHidden)}>
                {t(isHidden ? 'quality.show' : 'quality.hide')}
              </Button>
            ),
          },
        ]}
        empty={<EmptyState small title={t('quality.none')} />}
      />
    </section>
  )
}

function Slow({ rows }: { rows: Quality['slow'] }) {
  const t = useText('search')
  return (
    <section>
      <h2>{t('quality.slow')}</h2>
      <p className="sy-note">{t('quality.slowHint')}</p>
      <DataTable
        label={t('quality.slow')}
        rows={rows}
        rowKey={({ at, text }) => `${at} ${text}`}
        columns={[
          { title: t('quality.text'), dataIndex: 'text' },
          {
            title: t('quality.took'),
            key: 'took',
            align: 'right',
            render: (_, { tookMs }) => t('quality.ms', { ms: tookMs }),
          },
          { title: t('quality.lastAt'), key: 'at', render: (_, { at }) => <DateText value={at} /> },
        ]}
        empty={<EmptyState small title={t('quality.none')} />}
      />
    </section>
  )
}
