import { useSearchParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { causes } from '../../contract.ts'
import { Queue } from './Queue.tsx'
import { StatisticsView } from './StatisticsView.tsx'
import './admin.css'

const PANEL = 'moderation-panel'

/** What waits for moderators, appeals, what is decided, and the statistics. */
export default function ModerationPage() {
  const t = useText('moderation')
  const [address, setAddress] = useSearchParams()
  const named = causes.find((cause) => cause === address.get('cause'))
  const tabs = [
    { key: 'waiting', title: t('queue.waiting'), panel: <Queue key="waiting" state="waiting" startCause={named} /> },
    { key: 'appeals', title: t('queue.appeals'), panel: <Queue key="appeals" state="waiting" cause="appeal" /> },
    { key: 'decided', title: t('queue.decided'), panel: <Queue key="decided" state="decided" /> },
    { key: 'statistics', title: t('statistics.title'), panel: <StatisticsView /> },
  ] as const
  const asked = address.get('tab') ?? (named === 'appeal' ? 'appeals' : 'waiting')
  const tab = tabs.find(({ key }) => key === asked) ?? tabs[0]
  return (
    <>
      <PageHeader title={t('queue.title')} description={t('queue.description')} />
      <TabBar
        label={t('queue.title')}
        tabs={tabs}
        active={tab.key}
        onChange={(key) => setAddress({ tab: key }, { replace: true })}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" className="sy-tab-panel" aria-label={tab.title}>
        {tab.panel}
      </div>
    </>
  )
}
