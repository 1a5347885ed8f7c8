import '../parts/classes.css'
import { useNavigate } from 'react-router'
import { appState } from '#web/app-state.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { menuOf } from '#web/layout/menu.ts'
import { useModules } from '#web/modules-context.ts'
import { useSession } from '#web/session.ts'
import { TabBar } from '#web/ui/TabBar.tsx'

export interface ClassTabsProps {
  readonly classId: string
  /** The path of the page as its menu entry has it: `/admin/classes/:id/roster`. */
  readonly active: string
}

/** The pages of one class for those who run it: entries of the menu area `class`, of this module and of those that belong to classes. */
export default function ClassTabs({ classId, active }: ClassTabsProps) {
  const t = useText('classes')
  const bilingual = useBilingual()
  const navigate = useNavigate()
  const entries = menuOf(useModules(), 'class', useSession(), appState.use())
  return (
    <div className="cl-tabs">
      <TabBar
        label={t('managing.pages')}
        tabs={entries.map(({ path, title }) => ({ key: path, title: bilingual(title) }))}
        active={active}
        onChange={(path) => void navigate(path.replace(':id', classId))}
        panelId="class-panel"
      />
    </div>
  )
}
