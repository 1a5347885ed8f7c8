import '../parts/orders.css'
import { useState } from 'react'
import { OwnedList, SeatsList } from '#modules/commerce/entitlements/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { PurchaseTabs } from '#web/layout/PurchaseTabs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'

const tabs = ['owned', 'seats'] as const

/** What is open to the member, and the seats that they have bought for others. */
export default function OwnedPage() {
  const t = useText('orders')
  const [tab, setTab] = useState<(typeof tabs)[number]>('owned')
  return (
    <>
      <PurchaseTabs />
      <PageHeader title={t('owned.title')} description={t('owned.description')} />
      <TabBar
        label={t('owned.title')}
        tabs={tabs.map((key) => ({ key, title: t(`owned.tab.${key}`) }))}
        active={tab}
        onChange={setTab}
      />
      {tab === 'owned' ? <OwnedList /> : <SeatsList />}
    </>
  )
}
