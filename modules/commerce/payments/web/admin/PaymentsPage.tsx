import '../parts/payments.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { moneyText } from '#web/ui/money.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type PaymentState, type ProviderName, paymentStates, providers } from '../../contract/shapes.ts'
import { payments } from '../../contract.ts'
import { StateTag } from '../parts/StateTag.tsx'
import { PaymentDrawer } from './PaymentDrawer.tsx'
import { TransferAccountModal } from './TransferAccountModal.tsx'

type Row = Output<typeof payments.payments>['items'][number]

interface Filters {
  readonly keyword?: string
  readonly state?: PaymentState
  readonly provider?: ProviderName
}

/** All payments of the company, with what is to be decided about them. */
export default function PaymentsPage() {
  const t = useText('payments')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [parameters, setParameters] = useSearchParams()
  const [filters, setFilters] = useState<Filters>({})
  const [isAccountOpen, setAccountOpen] = useState(false)
  // The address says which payment is open, so that other screens lead to it.
  const openedId = parameters.get('id')
  const open = (id?: string) => setParameters(id === undefined ? {} : { id })
  const narrow = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  const query = { page: paging.page, pageSize: paging.pageSize, ...filters }
  const list = useQuery({ ...q(payments.payments, { query }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title={t('manage.title')}
        description={t('manage.description')}
        actions={<Button onClick={() => setAccountOpen(true)}>{t('account.title')}</Button>}
      />
      <div className="sy-toolbar">
        <SearchBox label={t('manage.search')} onSearch={(keyword) => narrow({ keyword: keyword || undefined })} />
        <Select
          allowClear
          style={{ width: 140 }}
          aria-label={t('fields.state')}
          placeholder={t('manage.allStates')}
          options={paymentStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          onChange={(state?: PaymentState) => narrow({ state })}
        />
        <Select
          allowClear
          style={{ width: 160 }}
          aria-label={t('fields.provider')}
          placeholder={t('manage.allProviders')}
          options={providers.map((value) => ({ value, label: t(`providers.${value}`) }))}
          onChange={(provider?: ProviderName) => narrow({ provider })}
        />
      </div>
      <ListTable<Row>
        list={list}
        label={t('manage.title')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('manage.none')} description={t('manage.noneHint')} />}
        columns={[
          {
            title: t('fields.number'),
            key: 'number',
            render: (_, { id, number }) => (
              <Button type="link" className="pay-open" onClick={() => open(id)}>
                {number}
              </Button>
            ),
          },
          { title: t('fields.subject'), key: 'subject', render: (_, { subject }) => subject },
          { title: t('fields.buyer'), key: 'buyer', render: (_, { memberName }) => memberName },
          {
            title: t('fields.amount'),
            key: 'amount',
            align: 'right',
            render: (_, { amount }) => <span className="sy-number">{moneyText(Number(amount))}</span>,
          },
          {
            title: t('fields.refunded'),
            key: 'refunded',
            align: 'right',
            render: (_, { refunded }) =>
              refunded === '0' ? '–' : <span className="sy-number">{moneyText(Number(refunded))}</span>,
          },
          { title: t('fields.provider'), key: 'provider', render: (_, { provider }) => t(`providers.${provider}`) },
          {
            title: t('fields.state'),
            key: 'state',
            render: (_, { state, counts }) => <StateTag state={state} counts={counts} />,
          },
          {
            title: t('fields.createdAt'),
            key: 'createdAt',
            render: (_, { createdAt }) => <DateText value={createdAt} />,
          },
        ]}
      />
      {openedId !== null && <PaymentDrawer id={openedId} onClose={() => open()} />}
      {isAccountOpen && <TransferAccountModal onClose={() => setAccountOpen(false)} />}
    </>
  )
}
