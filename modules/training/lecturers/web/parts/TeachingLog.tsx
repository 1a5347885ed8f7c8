import './lecturers.css'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { DateSpan } from '#web/ui/DateSpan.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { TeachingLog as Log, Teaching } from '../../contract/managing.ts'
import { hoursText } from './hours.ts'
import { TeachingFigures } from './TeachingFigures.tsx'

interface Props {
  readonly log: (query: { readonly page: number; readonly pageSize: number }) => UseQueryOptions<Log, Error, Log>
}

function stateOf({ startsAt, endsAt }: Teaching, now: number): 'planned' | 'running' | 'taught' {
  if (endsAt <= now) return 'taught'
  return startsAt <= now ? 'running' : 'planned'
}
const colors = { planned: 'processing', running: 'success', taught: undefined } as const

/** What a lecturer teaches and has taught. */
export function TeachingLog({ log }: Props) {
  const t = useText('lecturers')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const list = useQuery({ ...log({ page, pageSize }), placeholderData: keepPreviousData })
  return (
    <>
      {list.data && (
        <div className="sy-card le-section">
          <TeachingFigures totals={list.data.totals} />
        </div>
      )}
      <ListTable<Teaching>
        label={t('log.title')}
        list={list}
        rowKey={({ startsAt, endsAt, title, link }) => `${startsAt} ${endsAt} ${link} ${title}`}
        paging={paging}
        empty={<EmptyState small title={t('log.none')} description={t('log.noneHint')} />}
        columns={[
          {
            title: t('log.what'),
            key: 'what',
            render: (_, { title, link }) => (link === '' ? title : <Link to={link}>{title}</Link>),
          },
          {
            title: t('log.when'),
            key: 'when',
            render: (_, { startsAt, endsAt }) => <DateSpan from={startsAt} until={endsAt} />,
          },
          {
            title: t('log.length'),
            key: 'length',
            render: (_, { startsAt, endsAt }) => hoursText(t, (endsAt - startsAt) / 60_000),
          },
          {
            title: t('log.state'),
            key: 'state',
            render: (_, row) => {
              const state = stateOf(row, Date.now())
              return <Tag color={colors[state]}>{t(`log.${state}`)}</Tag>
            },
          },
        ]}
      />
    </>
  )
}
