import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Link } from 'react-router'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type Check, differingMax } from '../../contract/shapes.ts'
import { finance } from '../../contract.ts'
import { useAmountText } from '../parts/amount.ts'
import { ExportButton } from '../parts/ExportButton.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import type { Days } from '../parts/use-days.ts'
import { financePaths } from '../paths.ts'

/** Whether revenue agrees with what was booked, and what does not. */
export function ChecksTab({ days }: { readonly days: Days }) {
  const t = useText('finance')
  const checks = useQuery(q(finance.checks, { query: days }, { quiet: true }))
  return (
    <div className="fi-panel">
      <div className="sy-toolbar">
        <Button
          icon={<Icon name="check" size={16} />}
          loading={checks.isFetching}
          onClick={() => void checks.refetch()}
        >
          {t('checks.again')}
        </Button>
        <ExportButton onExport={() => download(finance.exportSettlement, { query: days })} />
      </div>
      <p className="sy-note">{t('checks.description')}</p>
      <Loaded query={checks}>
        {({ items, checkedAt }) => (
          <>
            {items.map((check) => (
              <OneCheck key={check.payType} check={check} />
            ))}
            <p className="sy-note-tiny">
              {t('checks.checkedAt')} <DateText value={checkedAt} style="second" />
            </p>
          </>
        )}
      </Loaded>
    </div>
  )
}

function OneCheck({ check }: { readonly check: Check }) {
  const t = useText('finance')
  const amount = useAmountText()
  const { payType, report, orders, booked, orderCount, differingCount, differing } = check
  const isReportSame = report === orders
  const isSame = differingCount === 0 && isReportSame
  const id = `fi-check-${payType}`
  return (
    <section className="sy-card fi-card" aria-labelledby={id}>
      <h2 id={id} className="fi-verdict">
        {t(`checks.title${payType}`)}
        <Tag color={isSame ? 'success' : 'error'}>{t(isSame ? 'checks.agrees' : 'checks.differs')}</Tag>
      </h2>
      <Facts
        shape="figures"
        items={[
          [t('checks.report'), amount(payType, report)],
          [t('checks.orders'), amount(payType, orders)],
          [t(`checks.booked${payType}`), amount(payType, booked)],
          [t('checks.difference'), amount(payType, String(BigInt(orders) - BigInt(booked)))],
          [t('checks.orderCount'), orderCount],
        ]}
      />
      {isSame && <p className="sy-note">{t('checks.allAgree')}</p>}
      {!isReportSame && (
        <p className="sy-callout">
          {t('checks.reportDiffers', { amount: amount(payType, String(BigInt(report) - BigInt(orders))) })}
        </p>
      )}
      {differingCount > 0 && (
        <>
          <p className="sy-callout">{t('checks.someDiffer', { count: differingCount })}</p>
          <Differing payType={payType} rows={differing} />
          {differingCount > differing.length && <p className="sy-note">{t('checks.more', { count: differingMax })}</p>}
        </>
      )}
    </section>
  )
}

type Row = Check['differing'][number]

function Differing({ payType, rows }: { readonly payType: 1 | 2; readonly rows: readonly Row[] }) {
  const t = useText('finance')
  const amount = useAmountText()
  const { can } = useSession()
  const amountColumn = (name: 'orders' | 'booked' | 'difference', title: string) => ({
    title,
    key: name,
    align: 'right' as const,
    render: (_: unknown, row: Row) => <span className="fi-number">{amount(payType, row[name])}</span>,
  })
  return (
    <DataTable<Row>
      label={t('checks.differing')}
      rows={rows}
      rowKey="orderId"
      columns={[
        {
          title: t('checks.order'),
          key: 'order',
          render: (_, { number }) => {
            if (number === '') return t('checks.noOrder')
            return can('order.manage') ? <Link to={financePaths.order(number)}>{number}</Link> : number
          },
        },
        amountColumn('orders', t('checks.orders')),
        amountColumn('booked', t(`checks.booked${payType}`)),
        amountColumn('difference', t('checks.difference')),
      ]}
    />
  )
}
