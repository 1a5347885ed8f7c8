import '../parts/orders.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { OwnedList, SeatsList } from '#modules/commerce/entitlements/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { orderPaths } from '../paths.ts'

const tabs = ['owned', 'seats'] as const

/** What is open to the member, and the seats that they have bought for others. */
export default function OwnedPage() {
  const t = useText('orders')
  const [tab, setTab] = useState<(typeof tabs)[number]>('owned')
  return (
    <>
      <PageHeader
        title={t('owned.title')}
        description={t('owned.description')}
        back={<Link to={orderPaths.own}>{t('own.title')}</Link>}
      />
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
