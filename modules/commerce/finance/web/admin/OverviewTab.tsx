import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { RevenueByPeriod, Unit } from '../../contract/shapes.ts'
import { finance } from '../../contract.ts'
import { useAmountText } from '../parts/amount.ts'
import { Change } from '../parts/Change.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { OpenRefunds } from '../parts/OpenRefunds.tsx'
import { PeriodChart, periodText } from '../parts/PeriodChart.tsx'
import { areDaysMany, type Days } from '../parts/use-days.ts'
import { financePaths } from '../paths.ts'

const payTypes = [1, 2] as const

/** Both kinds of money side by side, never together. */
export function OverviewTab({ days, isCompany }: { readonly days: Days; readonly isCompany: boolean }) {
  const t = useText('finance')
  return (
    <div className="fi-panel">
      <div className="fi-pair">
        {payTypes.map((payType) => (
          <Money key={payType} payType={payType} days={days} />
        ))}
      </div>
      <div className="fi-pair">
        <section className="fi-section" aria-labelledby="fi-open-refunds">
          <h2 id="fi-open-refunds">{t('overview.refunds')}</h2>
          <OpenRefunds />
        </section>
        {isCompany && (
          <section className="fi-section" aria-labelledby="fi-verdicts">
            <h2 id="fi-verdicts">{t('overview.check')}</h2>
            <Verdicts days={days} />
          </section>
        )}
      </div>
    </div>
  )
}

function Money({ payType, days }: { readonly payType: 1 | 2; readonly days: Days }) {
  const t = useText('finance')
  const unit: Unit = areDaysMany(days) ? 'week' : 'day'
  const report = useQuery({
    ...q(finance.revenueByPeriod, { query: { ...days, payType, unit } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="fi-section" aria-label={t(`payTypes.${payType}`)}>
      <h2>{t(`payTypes.${payType}`)}</h2>
      <Loaded query={report}>{(data) => <MoneyFigures payType={payType} report={data} />}</Loaded>
    </section>
  )
}

function MoneyFigures({ payType, report }: { readonly payType: 1 | 2; readonly report: RevenueByPeriod }) {
  const t = useText('finance')
  const amount = useAmountText()
  const { current, previous } = report.total
  return (
    <>
      <div className="sy-card fi-card">
        <Facts
          shape="figures"
          items={[
            [
              t('figures.net'),
              <span key="net">
                {amount(payType, current.net)}
                <Change current={current.net} previous={previous.net} />
              </span>,
            ],
            [t('figures.orders'), <NumberText key="orders" value={current.orders} />],
            [t('figures.buyers'), <NumberText key="buyers" value={current.buyers} />],
          ]}
        />
        <Facts
          items={(['gross', 'discount', 'refunded'] as const).map((name) => [
            t(`figures.${name}`),
            amount(payType, current[name]),
          ])}
        />
      </div>
      <PeriodChart
        title={t('revenue.chart')}
        valueHeading={t('figures.net')}
        points={report.items.map(({ current: now, previous: before, ...period }) => ({
          ...{ key: period.from, label: periodText(period), value: Number(now.net), text: amount(payType, now.net) },
          ...{ previous: Number(before.net), previousText: amount(payType, before.net) },
        }))}
      />
      <p className="sy-note-tiny">
        {t('range.zone', { timeZone: report.timeZone, from: report.previousFrom, until: report.previousUntil })}
      </p>
    </>
  )
}

function Verdicts({ days }: { readonly days: Days }) {
  const t = useText('finance')
  const checks = useQuery(q(finance.checks, { query: days }, { quiet: true }))
  return (
    <Loaded query={checks}>
      {({ items }) => (
        <div className="sy-card fi-card">
          {items.map(({ payType, report, orders, differingCount }) => {
            const isSame = differingCount === 0 && report === orders
            return (
              <div key={payType} className="fi-verdict">
                <Tag color={isSame ? 'success' : 'error'}>{t(isSame ? 'checks.agrees' : 'checks.differs')}</Tag>
                <Link to={financePaths.finance('checks', days.from, days.until)}>{t(`checks.title${payType}`)}</Link>
              </div>
            )
          })}
        </div>
      )}
    </Loaded>
  )
}
