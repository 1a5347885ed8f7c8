import '../parts/help.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type Fact, Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import {
  type FeedbackCategory,
  type FeedbackState,
  feedbackCategories,
  feedbackStates,
  type ManagedFeedback,
} from '../../contract/feedback.ts'
import { help } from '../../contract.ts'
import { StateTag } from '../parts/StateTag.tsx'
import { FeedbackDrawer } from './FeedbackDrawer.tsx'

interface Filters {
  readonly search?: string
  readonly state?: FeedbackState
  readonly category?: FeedbackCategory
  readonly isMine?: boolean
}

/** Those who run the platform read, assign and answer the feedback of members. */
export default function FeedbackAdminPage() {
  const t = useText('help')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [openedId, setOpenedId] = useState<string>()
  const { busy, run } = useAction()
  const narrow = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  const query = { page: paging.page, pageSize: paging.pageSize, ...filters }
  const list = useQuery({ ...q(help.managedFeedbackList, { query }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title={t('manageFeedback.title')}
        description={t('manageFeedback.description')}
        actions={
          <Button
            icon={<Icon name="download" size={16} />}
            loading={busy}
            onClick={() => void run(() => download(help.exportFeedback, { query: filters }))}
          >
            {t('manageFeedback.export')}
          </Button>
        }
      />
      <Statistics />
      <div className="sy-toolbar">
        <SearchBox label={t('manageFeedback.search')} onSearch={(search) => narrow({ search })} />
        <Select
          allowClear
          style={{ width: 140 }}
          aria-label={t('manageFeedback.state')}
          placeholder={t('manageFeedback.allStates')}
          options={feedbackStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          onChange={(state?: FeedbackState) => narrow({ state })}
        />
        <Select
          allowClear
          style={{ width: 160 }}
          aria-label={t('manageFeedback.category')}
          placeholder={t('manageFeedback.allCategories')}
          options={feedbackCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
          onChange={(category?: FeedbackCategory) => narrow({ category })}
        />
        <Checkbox onChange={(event) => narrow({ isMine: event.target.checked || undefined })}>
          {t('manageFeedback.mine')}
        </Checkbox>
      </div>
      <ListTable<ManagedFeedback>
        list={list}
        label={t('manageFeedback.table')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('manageFeedback.none')} description={t('manageFeedback.noneHint')} />}
        columns={[
          {
            title: t('manageFeedback.content'),
            key: 'content',
            render: (_, { id, content }) => (
              <Button type="link" className="hp-open" onClick={() => setOpenedId(id)}>
                {content.length > 60 ? `${content.slice(0, 60)}…` : content}
              </Button>
            ),
          },
          {
            title: t('manageFeedback.category'),
            key: 'category',
            render: (_, { category }) => t(`categories.${category}`),
          },
          { title: t('manageFeedback.state'), key: 'state', render: (_, { state }) => <StateTag state={state} /> },
          {
            title: t('manageFeedback.sender'),
            key: 'sender',
            render: (_, row) => `${row.senderName} · ${row.organizationName}`,
          },
          {
            title: t('manageFeedback.handler'),
            key: 'handler',
            render: (_, { handlerName }) => handlerName ?? t('manageFeedback.nobody'),
          },
          {
            title: t('manageFeedback.updated'),
            key: 'updatedAt',
            render: (_, { updatedAt }) => <DateText value={updatedAt} />,
          },
        ]}
      />
      {openedId !== undefined && <FeedbackDrawer id={openedId} onClose={() => setOpenedId(undefined)} />}
    </>
  )
}

function Statistics() {
  const t = useText('help')
  const { data } = useQuery(q(help.feedbackStatistics, {}, { quiet: true }))
  if (!data) return null
  const { byState, lastThirtyDays, medianAnswerHours } = data
  const items: Fact[] = [
    ...byState.map(({ key, count }): Fact => [t(`states.${key}`), count]),
    [t('manageFeedback.lastThirtyDays'), lastThirtyDays],
    [
      t('manageFeedback.medianHours'),
      medianAnswerHours === null
        ? t('manageFeedback.noAnswers')
        : t('manageFeedback.hours', { count: medianAnswerHours }),
    ],
  ]
  return <Facts items={items} shape="figures" className="hp-figures" />
}
