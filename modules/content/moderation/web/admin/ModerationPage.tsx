import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { causes } from '../../contract.ts'
import { Queue } from './Queue.tsx'
import { StatisticsView } from './StatisticsView.tsx'
import './admin.css'

/** What waits for moderators, appeals, what is decided, and the statistics. */
export default function ModerationPage() {
  const t = useText('moderation')
  const [address, setAddress] = useSearchParams()
  const named = causes.find((cause) => cause === address.get('cause'))
  const tab = address.get('tab') ?? (named === 'appeal' ? 'appeals' : 'waiting')
  const items = [
    { key: 'waiting', label: t('queue.waiting'), children: <Queue state="waiting" startCause={named} /> },
    { key: 'appeals', label: t('queue.appeals'), children: <Queue state="waiting" cause="appeal" /> },
    { key: 'decided', label: t('queue.decided'), children: <Queue state="decided" /> },
    { key: 'statistics', label: t('statistics.title'), children: <StatisticsView /> },
  ]
  return (
    <>
      <PageHeader title={t('queue.title')} />
      <Tabs
        activeKey={tab}
        onChange={(key) => setAddress({ tab: key }, { replace: true })}
        items={items}
        destroyOnHidden
      />
    </>
  )
}
