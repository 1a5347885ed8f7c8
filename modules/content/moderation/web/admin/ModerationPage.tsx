import { Tabs } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Queue } from './Queue.tsx'
import { StatisticsView } from './StatisticsView.tsx'
import './admin.css'

/** What waits for moderators, appeals, what is decided, and the statistics. */
export default function ModerationPage() {
  const t = useText('moderation')
  const [tab, setTab] = useState('waiting')
  const items = [
    { key: 'waiting', label: t('queue.waiting'), children: <Queue state="waiting" /> },
    { key: 'appeals', label: t('queue.appeals'), children: <Queue state="waiting" cause="appeal" /> },
    { key: 'decided', label: t('queue.decided'), children: <Queue state="decided" /> },
    { key: 'statistics', label: t('statistics.title'), children: <StatisticsView /> },
  ]
  return (
    <>
      <PageHeader title={t('queue.title')} />
      <Tabs activeKey={tab} onChange={setTab} items={items} destroyOnHidden />
    </>
  )
}
