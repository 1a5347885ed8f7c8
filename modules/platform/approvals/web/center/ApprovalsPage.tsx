import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { approvals } from '../../contract.ts'
import { approvalPaths } from '../paths.ts'
import { AwayTab } from './AwayTab.tsx'
import { MineTab } from './MineTab.tsx'
import { DoneTab, WaitingTab } from './TaskTabs.tsx'
import '../parts/approvals.css'

const tabs = ['waiting', 'mine', 'done', 'away'] as const
type Tab = (typeof tabs)[number]
const isTab = (name: string | undefined): name is Tab => tabs.some((tab) => tab === name)
const screens = { waiting: WaitingTab, mine: MineTab, done: DoneTab, away: AwayTab }

/** The member's approvals: open decisions, own applications, past decisions, and absences. */
export default function ApprovalsPage() {
  const t = useText('approvals')
  const navigate = useNavigate()
  const { tab } = useParams()
  const counts = useQuery(q(approvals.counts, {}, { quiet: true }))
  useEvent('todo', () => void counts.refetch())
  const chosen: Tab = isTab(tab) ? tab : 'waiting'
  const Screen = screens[chosen]
  const badge: Partial<Record<Tab, number | undefined>> = {
    waiting: counts.data?.waiting,
    mine: counts.data?.revising,
  }
  const titleOf = (key: Tab) => (badge[key] ? `${t(`center.${key}`)} ${badge[key]}` : t(`center.${key}`))
  return (
    <>
      <PageHeader title={t('center.title')} back={<Link to="/center">{t('center.up')}</Link>} />
      <TabBar
        label={t('center.tabs')}
        panelId="approvals-panel"
        active={chosen}
        tabs={tabs.map((key) => ({ key, title: titleOf(key) }))}
        onChange={(key) => void navigate(approvalPaths.list(key), { replace: true })}
      />
      <div id="approvals-panel" role="tabpanel" className="ap-panel">
        <Screen />
      </div>
    </>
  )
}
