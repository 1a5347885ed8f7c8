import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { OptionsForm } from './OptionsForm.tsx'
import { PhraseList } from './PhraseList.tsx'
import { TryBox } from './TryBox.tsx'
import { WordList } from './WordList.tsx'
import './words.css'

const PANEL = 'words-panel'
const tabs = ['words', 'phrases', 'options'] as const

/** The sensitive words of the company, allowed phrases, search options, and a test. */
export default function WordsPage() {
  const t = useText('words')
  const [tab, setTab] = useState<(typeof tabs)[number]>('words')
  return (
    <>
      <PageHeader title={t('page.title')} description={t('page.description')} />
      <div className="sy-grid sy-gap-5 words-page">
        <div className="words-main">
          <TabBar
            label={t('page.title')}
            tabs={tabs.map((key) => ({ key, title: t(`page.${key}`) }))}
            active={tab}
            onChange={setTab}
            panelId={PANEL}
          />
          <div id={PANEL} role="tabpanel" aria-label={t(`page.${tab}`)} className="words-panel">
            {tab === 'words' && <WordList />}
            {tab === 'phrases' && <PhraseList />}
            {/* It stays: what was changed there and not saved waits while one looks at the words. */}
            <div hidden={tab !== 'options'}>
              <OptionsForm />
            </div>
          </div>
        </div>
        <TryBox />
      </div>
    </>
  )
}
