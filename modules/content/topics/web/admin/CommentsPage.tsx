import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { CommentList } from './CommentList.tsx'
import { MuteList } from './MuteList.tsx'
import './admin.css'

const PANEL = 'comments-panel'
const tabs = ['comments', 'mutes'] as const

/** What members write under things: looked through, removed with a reason, brought back; and who is to be silent. */
export default function CommentsPage() {
  const t = useText('topics')
  const [tab, setTab] = useState<(typeof tabs)[number]>('comments')
  return (
    <>
      <PageHeader title={t('moderation.title')} description={t('moderation.description')} />
      <TabBar
        label={t('moderation.title')}
        tabs={tabs.map((key) => ({ key, title: t(`moderation.${key}`) }))}
        active={tab}
        onChange={setTab}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`moderation.${tab}`)} className="topics-panel">
        {tab === 'comments' ? <CommentList /> : <MuteList />}
      </div>
    </>
  )
}
