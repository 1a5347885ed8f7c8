import '../parts/finance.css'
import { useId } from 'react'
import { mayOpen } from '#web/access.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { readsCompanyFinance } from '../../contract/access.ts'
import { RangeBar } from '../parts/RangeBar.tsx'
import { type Days, useFinanceAddress } from '../parts/use-days.ts'
import { type FinanceTab, financeTabs } from '../paths.ts'
import { ChecksTab } from './ChecksTab.tsx'
import { LedgerTab } from './LedgerTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { RevenueTab } from './RevenueTab.tsx'
import { SettlementTab } from './SettlementTab.tsx'

/** Reports of what was sold. Who runs a part of the company sees the orders of it; the rest is the whole company's. */
export default function FinancePage() {
  const t = useText('finance')
  const id = useId()
  const session = useSession()
  const isCompany = mayOpen(readsCompanyFinance, session)
  const tabs = isCompany ? financeTabs : (['overview', 'revenue'] as const)
  const { days, tab, change } = useFinanceAddress(tabs)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <TabBar<FinanceTab>
        label={t('tabs.label')}
        tabs={tabs.map((key) => ({ key, title: t(`tabs.${key}`) }))}
        active={tab}
        panelId={id}
        onChange={(next) => change({ tab: next })}
      />
      <div id={id} role="tabpanel" className="sy-tab-panel" aria-label={t(`tabs.${tab}`)}>
        <RangeBar days={days} onChange={change} />
        <Panel tab={tab} days={days} isCompany={isCompany} />
      </div>
    </>
  )
}

function Panel({
  tab,
  days,
  isCompany,
}: {
  readonly tab: FinanceTab
  readonly days: Days
  readonly isCompany: boolean
}) {
  if (tab === 'revenue') return <RevenueTab days={days} />
  if (tab === 'ledger') return <LedgerTab days={days} />
  if (tab === 'settlement') return <SettlementTab days={days} />
  if (tab === 'checks') return <ChecksTab days={days} />
  return <OverviewTab days={days} isCompany={isCompany} />
}
