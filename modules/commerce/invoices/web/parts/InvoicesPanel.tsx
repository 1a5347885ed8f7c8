import './invoices.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { moneyText } from '#web/ui/money.ts'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { InvoiceDetails, OwnInvoice } from '../../contract/invoices.ts'
import { canDo, type InvoiceState, invoiceStates, type MemberType } from '../../contract/states.ts'
import { invoices } from '../../contract.ts'
import { ApplyModal } from './ApplyModal.tsx'
import { InvoiceDetail } from './InvoiceDetail.tsx'
import { StateTag } from './StateTag.tsx'

/** The own invoices, with the application for another one. The address keeps which of them is open. */
export function InvoicesPanel({ memberType }: { memberType: MemberType }) {
  const t = useText('invoices')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [state, setState] = useState<InvoiceState>()
  const [applied, setApplied] = useState<InvoiceDetails | 'new'>()
  const [address, setAddress] = useSearchParams()
  const openedId = address.get('invoice')
  const open = (id?: string) => setAddress(id === undefined ? {} : { invoice: id })
  const query = { memberType, state, page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({ ...q(invoices.ownInvoices, { query }, { quiet: true }), placeholderData: keepPreviousData })
  const button = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setApplied('new')}>
      {t('apply.title')}
    </Button>
  )
  return (
    <>
      <div className="iv-head">
        <Select
          allowClear
          style={{ width: 160 }}
          aria-label={t('state')}
          placeholder={t('allStates')}
          options={invoiceStates.map((value) => ({ value, label: t(`maps.invoice-status.${value}`) }))}
          onChange={(chosen?: InvoiceState) => {
            setState(chosen)
            paging.reset()
          }}
        />
        {button}
      </div>
      <ListTable<OwnInvoice>
        list={list}
        label={t('tabs.invoices')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('none')} description={t('noneHint')} />}
        columns={[
          {
            title: t('info.title'),
            key: 'title',
            render: (_, { id, title }) => (
              <Button type="link" className="iv-open" onClick={() => open(id)}>
                {title}
              </Button>
            ),
          },
          {
            title: t('amount'),
            key: 'amount',
            align: 'right',
            render: (_, { amount }) => moneyText(Number(amount)),
          },
          { title: t('type'), key: 'type', render: (_, row) => t(`maps.invoice-type.${row.invoiceType}`) },
          { title: t('medium'), key: 'medium', render: (_, row) => t(`maps.invoice-medium.${row.invoiceMedium}`) },
          { title: t('state'), key: 'state', render: (_, row) => <StateTag state={row.state} /> },
          { title: t('appliedAt'), key: 'appliedAt', render: (_, row) => <DateText value={row.appliedAt} /> },
        ]}
      />
      {openedId !== null && (
        <OwnDrawer
          id={openedId}
          onAgain={(invoice) => {
            open()
            setApplied(invoice)
          }}
          onClose={() => open()}
        />
      )}
      {applied !== undefined && (
        <ApplyModal
          memberType={memberType}
          rejected={applied === 'new' ? undefined : applied}
          onClose={() => setApplied(undefined)}
        />
      )}
    </>
  )
}

interface DrawerProps {
  readonly id: string
  readonly onAgain: (invoice: InvoiceDetails) => void
  readonly onClose: () => void
}

function OwnDrawer({ id, onAgain, onClose }: DrawerProps) {
  const t = useText('invoices')
  const { data, isError, error, refetch } = useQuery(q(invoices.ownInvoice, { params: { id } }, { quiet: true }))
  return (
    <Drawer
      open
      size={640}
      title={t('detail.title')}
      onClose={onClose}
      extra={
        data &&
        canDo('applyAgain', data.state) && (
          <Button type="primary" onClick={() => onAgain(data)}>
            {t('apply.again')}
          </Button>
        )
      }
    >
      {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <LoadingState rows={6} />}
      {data && (
        <div className="iv-detail">
          <InvoiceDetail invoice={data} />
        </div>
      )}
    </Drawer>
  )
}
