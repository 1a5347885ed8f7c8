import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { Compared } from '../../contract/shapes.ts'
import { financePaths } from '../paths.ts'
import { useAmountText } from './amount.ts'
import { Change } from './Change.tsx'

/** What a row of a report is about, as far as it says so. */
export interface FiguresRow extends Compared {
  readonly name: string
  readonly businessType?: number | null
  readonly itemId?: string | null
  readonly organizationId?: string | null
  readonly beginsAt?: number
  readonly endsAt?: number
}

interface Query {
  readonly payType: 1 | 2
  readonly organizationId?: string
  readonly businessType?: number
  readonly beginsAt?: number
  readonly endsAt?: number
}

const counts = ['orders', 'units', 'buyers'] as const
const amounts = ['gross', 'discount', 'refunded'] as const

/** The columns of figures; the net one with that of before below it, and the way to the orders behind the row. */
export function useFigureColumns<Row extends FiguresRow>(query: Query): NonNullable<TableProps<Row>['columns']> {
  const t = useText('finance')
  const amount = useAmountText()
  const { can } = useSession()
  const { payType } = query
  const columns: NonNullable<TableProps<Row>['columns']> = [
    ...counts.map((name) => ({
      title: t(`figures.${name}`),
      key: name,
      align: 'right' as const,
      render: (_: unknown, { current }: Row) => <NumberText value={current[name]} />,
    })),
    ...amounts.map((name) => ({
      title: t(`figures.${name}`),
      key: name,
      align: 'right' as const,
      render: (_: unknown, { current }: Row) => (
        <span className="fi-number">{current[name] === '0' ? '–' : amount(payType, current[name])}</span>
      ),
    })),
    {
      title: t('figures.net'),
      key: 'net',
      align: 'right' as const,
      render: (_: unknown, { current, previous }: Row) => (
        <span className="fi-number">
          <strong>{amount(payType, current.net)}</strong>
          <small className="fi-before-cell">{`${t('previous')} ${amount(payType, previous.net)}`}</small>
        </span>
      ),
    },
  ]
  if (!can('order.manage')) return columns
  const to = (row: Row) => {
    const { beginsAt = query.beginsAt ?? 0, endsAt = query.endsAt ?? 0 } = row
    const of = { organizationId: row.organizationId ?? query.organizationId, itemId: row.itemId }
    return financePaths.orders({
      payType,
      beginsAt,
      endsAt,
      ...of,
      businessType: row.businessType ?? query.businessType,
    })
  }
  return [
    ...columns,
    {
      title: '',
      key: 'actions',
      render: (_: unknown, row: Row) => (
        <Link to={to(row)} aria-label={t('ordersOf', { name: row.name })}>
          {t('showOrders')}
        </Link>
      ),
    },
  ]
}

/** The figures of the whole report. */
export function RevenueFigures({ payType, total }: { readonly payType: 1 | 2; readonly total: Compared }) {
  const t = useText('finance')
  const amount = useAmountText()
  const { current, previous } = total
  return (
    <section className="sy-card fi-card" aria-label={t('total')}>
      <Facts
        shape="figures"
        items={[
          ...(['net', ...amounts] as const).map(
            (name) =>
              [
                t(`figures.${name}`),
                <span key={name}>
                  {amount(payType, current[name])}
                  <Change current={current[name]} previous={previous[name]} />
                </span>,
              ] as const,
          ),
          ...counts.map(
            (name) =>
              [
                t(`figures.${name}`),
                <span key={name}>
                  <NumberText value={current[name]} />
                  <Change current={String(current[name])} previous={String(previous[name])} />
                </span>,
              ] as const,
          ),
        ]}
      />
      <p className="sy-note-tiny">{t('figureHints.net')}</p>
    </section>
  )
}
