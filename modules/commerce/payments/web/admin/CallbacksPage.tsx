import '../parts/payments.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { type CallbackOutcome, callbackOutcomes } from '../../contract/shapes.ts'
import { payments } from '../../contract.ts'
import { SaidText } from '../parts/SaidText.tsx'
import { paymentPaths } from '../paths.ts'

type Row = Output<typeof payments.paymentCallbacks>['items'][number]

/** What the providers have said, and what was not believed. */
export default function CallbacksPage() {
  const t = useText('payments')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [outcome, setOutcome] = useState<CallbackOutcome>()
  const query = { page: paging.page, pageSize: paging.pageSize, ...(outcome && { outcome }) }
  const list = useQuery({
    ...q(payments.paymentCallbacks, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={t('callbacks.title')} description={t('callbacks.description')} />
      <div className="sy-toolbar">
        <Select
          allowClear
          style={{ width: 200 }}
          aria-label={t('callbacks.outcome')}
          placeholder={t('callbacks.all')}
          options={callbackOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
          onChange={(value?: CallbackOutcome) => {
            setOutcome(value)
            paging.reset()
          }}
        />
      </div>
      <ListTable<Row>
        list={list}
        label={t('callbacks.title')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('callbacks.none')} description={t('callbacks.noneHint')} />}
        columns={[
          {
            title: t('callbacks.receivedAt'),
            key: 'receivedAt',
            render: (_, { receivedAt }) => <DateText value={receivedAt} />,
          },
          { title: t('fields.provider'), key: 'provider', render: (_, { provider }) => t(`providers.${provider}`) },
          { title: t('callbacks.source'), key: 'source', render: (_, { source }) => t(`sources.${source}`) },
          { title: t('callbacks.outcome'), key: 'outcome', render: (_, row) => t(`outcomes.${row.outcome}`) },
          { title: t('callbacks.detail'), key: 'detail', render: (_, { said }) => <SaidText said={said} /> },
          {
            title: t('fields.number'),
            key: 'number',
            render: (_, { number, paymentId }) => <Link to={`${paymentPaths.managed}?id=${paymentId}`}>{number}</Link>,
          },
        ]}
      />
    </>
  )
}
