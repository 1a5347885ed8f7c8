import { useNavigate } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { classPaths } from '../paths.ts'

const pages = { settings: classPaths.editor, activities: classPaths.activities, roster: classPaths.roster } as const
type ClassTab = keyof typeof pages

/** The pages of one class for those who run it. */
export function ClassTabs({ classId, active }: { classId: string; active: ClassTab }) {
  const t = useText('classes')
  const navigate = useNavigate()
  return (
    <TabBar
      label={t('managing.pages')}
      tabs={(Object.keys(pages) as ClassTab[]).map((key) => ({ key, title: t(`managing.tabs.${key}`) }))}
      active={active}
      onChange={(key) => void navigate(pages[key](classId))}
      panelId="class-panel"
    />
  )
}
