import './bank.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { RecycleList } from '#modules/platform/operations/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { Directory } from '../../contract/directories.ts'
import { questions } from '../../contract.ts'
import { questionPaths } from '../paths.ts'
import { BankList } from './BankList.tsx'
import { type BankTab, bankTabs, queryOf, useBankPlace } from './bank-place.ts'
import { DirectoryDialog } from './DirectoryDialog.tsx'
import { DirectoryFrame } from './DirectoryFrame.tsx'
import { ExportButton } from './ExportButton.tsx'
import { NewQuestion } from './NewQuestion.tsx'

/** The question bank: its directories, and the questions in them. */
export default function BankPage() {
  const t = useText('questions')
  const directories = useQuery(q(questions.listDirectories, {}, { quiet: true }))
  const place = useBankPlace()
  const items = directories.data?.items ?? []
  const directoryId = place.filters.directoryId ?? items[0]?.id
  return (
    <>
      <PageHeader
        title={t('bank.title')}
        description={t('bank.description')}
        actions={
          items.length > 0 && (
            <>
              <Link className="sy-button sy-button-plain sy-button-small" to={questionPaths.import(directoryId)}>
                <Icon name="upload" size={16} />
                {t('import.action')}
              </Link>
              <ExportButton query={queryOf(place.filters)} label={t('list.export')} />
              <NewQuestion directoryId={directoryId} />
            </>
          )
        }
      />
      {directories.isPending && <LoadingState rows={8} />}
      {directories.isError && <ErrorState error={directories.error} onRetry={() => void directories.refetch()} />}
      {directories.data && items.length === 0 && <FirstDirectory />}
      {items.length > 0 && <Bank place={place} directories={items} />}
    </>
  )
}

function FirstDirectory() {
  const t = useText('questions')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <EmptyState
        title={t('bank.none')}
        description={t('bank.noneHint')}
        action={
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
            {t('directory.add')}
          </Button>
        }
      />
      {isOpen && (
        <DirectoryDialog
          calls={questions}
          task={{ parentId: null }}
          items={[]}
          onDone={() => undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface BankProps {
  readonly place: ReturnType<typeof useBankPlace>
  readonly directories: readonly Directory[]
}

function Bank({ place, directories }: BankProps) {
  const t = useText('questions')
  const { filters, filter } = place
  return (
    <DirectoryFrame
      calls={questions}
      allTitle={t('directory.all')}
      items={directories}
      chosen={filters.directoryId}
      onChoose={(directoryId) => filter({ directoryId })}
    >
      <TabBar<BankTab>
        label={t('list.statuses')}
        tabs={bankTabs.map((key) => ({ key, title: t(`tab.${key}`) }))}
        active={filters.tab}
        panelId="bank-list"
        onChange={(tab) => filter({ tab })}
      />
      <div id="bank-list" role="tabpanel" aria-label={t(`tab.${filters.tab}`)}>
        {filters.tab === 'recycled' ? (
          <RecycleList scope="own" kind="question" />
        ) : (
          <BankList key={`${filters.tab} ${filters.directoryId}`} place={place} directories={directories} />
        )}
      </div>
    </DirectoryFrame>
  )
}
