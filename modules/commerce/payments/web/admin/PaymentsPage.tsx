import '../parts/payments.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { FilteredList, FilterSelect, useFilters } from '#web/ui/FilteredList.tsx'
import { moneyText } from '#web/ui/money.ts'
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
  const { paging, narrow, query } = useFilters<Filters>()
  const [parameters, setParameters] = useSearchParams()
  const [isAccountOpen, setAccountOpen] = useState(false)
  // The address says which payment is open, so that other screens lead to it.
  const openedId = parameters.get('id')
  const open = (id?: string) => setParameters(id === undefined ? {} : { id })
  const list = useQuery({ ...q(payments.payments, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <FilteredList<Row>
        title={t('manage.title')}
        description={t('manage.description')}
        actions={<Button onClick={() => setAccountOpen(true)}>{t('account.title')}</Button>}
        searchLabel={t('manage.search')}
        onSearch={(keyword) => narrow({ keyword })}
        filters={
          <>
            <FilterSelect
              label={t('fields.state')}
              all={t('manage.allStates')}
              options={paymentStates.map((value) => ({ value, label: t(`states.${value}`) }))}
              onChange={(state) => narrow({ state })}
            />
            <FilterSelect
              label={t('fields.provider')}
              all={t('manage.allProviders')}
              options={providers.map((value) => ({ value, label: t(`providers.${value}`) }))}
              onChange={(provider) => narrow({ provider })}
            />
          </>
        }
        none={t('manage.none')}
        noneHint={t('manage.noneHint')}
        list={list}
        paging={paging}
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
