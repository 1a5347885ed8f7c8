import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { TopicList } from './TopicList.tsx'
import { TypeList } from './TypeList.tsx'
import './admin.css'

const PANEL = 'topics-panel'

/** The topics of the company and the types they are ordered by. */
export default function TopicsPage() {
  const t = useText('topics')
  const [tab, setTab] = useState<'topics' | 'types'>('topics')
  return (
    <>
      <PageHeader title={t('manage.title')} description={t('manage.description')} />
      <TabBar
        label={t('manage.title')}
        tabs={[
          { key: 'topics', title: t('manage.topics') },
          { key: 'types', title: t('manage.types') },
        ]}
        active={tab}
        onChange={setTab}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`manage.${tab}`)} className="topics-panel">
        {tab === 'topics' ? <TopicList /> : <TypeList />}
      </div>
    </>
  )
}
