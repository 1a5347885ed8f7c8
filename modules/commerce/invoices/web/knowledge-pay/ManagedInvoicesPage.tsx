import '../parts/invoices.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { FilteredList, FilterSelect, useFilters } from '#web/ui/FilteredList.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { moneyText } from '#web/ui/money.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { ManagedInvoice } from '../../contract/managed.ts'
import {
  type InvoiceMedium,
  type InvoiceState,
  type InvoiceType,
  invoiceMedia,
  invoiceStates,
  invoiceTypes,
  type MemberType,
  memberTypes,
} from '../../contract/states.ts'
import { invoices } from '../../contract.ts'
import { ManagedInvoiceDrawer } from '../parts/ManagedInvoiceDrawer.tsx'
import { StateTag } from '../parts/StateTag.tsx'

interface Filters {
  readonly search?: string
  readonly state?: InvoiceState
  readonly invoiceType?: InvoiceType
  readonly invoiceMedium?: InvoiceMedium
  readonly memberType?: MemberType
}

/** Finance reviews, issues, sends and reverses the invoices of the company. */
export default function ManagedInvoicesPage() {
  const t = useText('invoices')
  const { paging, filters, narrow, query } = useFilters<Filters>()
  const [address, setAddress] = useSearchParams()
  const openedId = address.get('invoice')
  const { busy, run } = useAction()
  const list = useQuery({
    ...q(invoices.managedInvoices, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const filter = <Value extends string | number>(
    name: keyof Filters,
    label: string,
    all: string,
    values: readonly Value[],
    map: string,
  ) => (
    <FilterSelect
      label={label}
      all={all}
      options={values.map((value) => ({ value, label: t(`${map}.${value}`) }))}
      onChange={(value) => narrow({ [name]: value })}
    />
  )
  return (
    <>
      <FilteredList<ManagedInvoice>
        title={t('managed.title')}
        description={t('managed.description')}
        actions={
          <Button
            icon={<Icon name="download" size={16} />}
            loading={busy}
            onClick={() => void run(() => download(invoices.exportInvoices, { query: filters }))}
          >
            {t('managed.export')}
          </Button>
        }
        searchLabel={t('managed.search')}
        onSearch={(search) => narrow({ search })}
        filters={
          <>
            {filter('state', t('state'), t('allStates'), invoiceStates, 'maps.invoice-status')}
            {filter('invoiceType', t('type'), t('managed.allTypes'), invoiceTypes, 'maps.invoice-type')}
            {filter('invoiceMedium', t('medium'), t('managed.allMedia'), invoiceMedia, 'maps.invoice-medium')}
            {filter('memberType', t('managed.buyer'), t('managed.allBuyers'), memberTypes, 'memberTypes')}
          </>
        }
        none={t('managed.none')}
        noneHint={t('managed.noneHint')}
        list={list}
        paging={paging}
        columns={[
          {
            title: t('info.title'),
            key: 'title',
            render: (_, { id, title }) => (
              <Button type="link" className="iv-open" onClick={() => setAddress({ invoice: id })}>
                {title === '' ? t('managed.noTitle') : title}
              </Button>
            ),
          },
          {
            title: t('managed.applicant'),
            key: 'applicant',
            render: (_, row) => [row.applicantName, row.organizationName].filter((one) => one !== '').join(' · '),
          },
          { title: t('amount'), key: 'amount', align: 'right', render: (_, row) => moneyText(Number(row.amount)) },
          { title: t('type'), key: 'type', render: (_, row) => t(`maps.invoice-type.${row.invoiceType}`) },
          { title: t('medium'), key: 'medium', render: (_, row) => t(`maps.invoice-medium.${row.invoiceMedium}`) },
          { title: t('state'), key: 'state', render: (_, row) => <StateTag state={row.state} /> },
          { title: t('number'), key: 'number', render: (_, row) => row.invoiceNumber ?? '–' },
          { title: t('appliedAt'), key: 'appliedAt', render: (_, row) => <DateText value={row.appliedAt} /> },
        ]}
      />
      {openedId !== null && <ManagedInvoiceDrawer id={openedId} onClose={() => setAddress({})} />}
    </>
  )
}
