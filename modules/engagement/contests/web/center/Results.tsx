import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ListTable } from '#web/ui/ListTable.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { ContestDetails, RankedWork } from '../../contract/works.ts'
import { contests } from '../../contract.ts'
import { scoreText } from '../parts/scores.ts'
import { contestPaths } from '../paths.ts'

/** The published ranking with its awards. */
export function Results({ one }: { one: ContestDetails }) {
  const t = useText('contests')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [groupKey, setGroupKey] = useState<string>()
  const query = { page: paging.page, pageSize: paging.pageSize, ...(groupKey && { groupKey }) }
  const list = useQuery({
    ...q(contests.contestResults, { params: { id: one.id }, query }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="sy-card co-section" aria-label={t('results.title')}>
      <h2>{t('results.title')}</h2>
      {one.groups.length > 0 && (
        <div className="sy-toolbar">
          <Select<string>
            allowClear
            style={{ minWidth: 140 }}
            aria-label={t('form.group')}
            placeholder={t('works.allGroups')}
            onChange={(key?: string) => {
              setGroupKey(key)
              paging.reset()
            }}
            options={one.groups.map(({ key, name }) => ({ value: key, label: name }))}
          />
        </div>
      )}
      <ListTable<RankedWork>
        label={t('results.title')}
        list={list}
        rowKey={({ work }) => work.id}
        paging={paging}
        columns={[
          { title: t('results.rank'), key: 'rank', width: 90, render: (_, { rank }) => t('own.rank', { rank }) },
          ...(one.groups.length > 0
            ? [
                {
                  title: t('form.group'),
                  key: 'group',
                  render: (_: unknown, { work }: RankedWork) =>
                    one.groups.find(({ key }) => key === work.groupKey)?.name ?? '',
                },
              ]
            : []),
          {
            title: t('results.work'),
            key: 'work',
            render: (_, { work }) => (
              <>
                <Link to={contestPaths.work(work.id)}>{work.title}</Link>
                {work.award !== null && (
                  <Tag color="warning" className="con-tag">
                    {work.award}
                  </Tag>
                )}
              </>
            ),
          },
          {
            title: t('results.author'),
            key: 'author',
            render: (_, { work: { author } }) =>
              author && <Person name={author.fullName} path={author.avatarPath} note={author.organizationName} />,
          },
          { title: t('results.score'), key: 'score', render: (_, { score }) => scoreText(score) },
        ]}
      />
    </section>
  )
}
