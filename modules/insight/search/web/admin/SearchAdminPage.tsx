import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { RebuildButton } from './RebuildButton.tsx'
import { SearchQuality } from './SearchQuality.tsx'
import { dictionaryList, synonymList, WordList } from './WordList.tsx'
import './search-admin.css'

const PANEL = 'search-panel'
const tabs = ['quality', 'synonyms', 'dictionary'] as const

/** What members search and do not find, and the words that help the search. */
export default function SearchAdminPage() {
  const t = useText('search')
  const [tab, setTab] = useState<(typeof tabs)[number]>('quality')
  return (
    <>
      <PageHeader title={t('admin.title')} description={t('admin.description')} actions={<RebuildButton />} />
      <TabBar
        label={t('admin.title')}
        tabs={tabs.map((key) => ({ key, title: t(`admin.${key}`) }))}
        active={tab}
        onChange={setTab}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`admin.${tab}`)} className="sr-admin">
        {tab === 'quality' && <SearchQuality />}
        {tab === 'synonyms' && <WordList key="synonyms" of={synonymList} />}
        {tab === 'dictionary' && <WordList key="dictionary" of={dictionaryList} />}
      </div>
    </>
  )
}
