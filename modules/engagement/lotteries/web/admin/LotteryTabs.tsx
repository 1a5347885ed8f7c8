import { useNavigate } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { lotteryPaths } from '../paths.ts'

const pages = { settings: lotteryPaths.editor, winners: lotteryPaths.winners } as const
type LotteryTab = keyof typeof pages

/** The pages of one lottery for those who run it. */
export function LotteryTabs({ lotteryId, active }: { lotteryId: string; active: LotteryTab }) {
  const t = useText('lotteries')
  const navigate = useNavigate()
  return (
    <TabBar
      label={t('managing.pages')}
      tabs={(Object.keys(pages) as LotteryTab[]).map((key) => ({ key, title: t(`managing.tabs.${key}`) }))}
      active={active}
      onChange={(key) => void navigate(pages[key](lotteryId))}
      panelId="lottery-panel"
    />
  )
}
