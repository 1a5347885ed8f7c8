import { useQuery } from '@tanstack/react-query'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { PHRASE_LENGTH_MAX, type Phrase, words } from '../../contract.ts'

/** Allowed phrases, inside which a word is no hit. */
export function PhraseList() {
  const t = useText('words')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [keyword, setKeyword] = useState('')
  const query = { page: paging.page, pageSize: paging.pageSize, ...(keyword !== '' && { keyword }) }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(words.listPhrases, { query }),
    placeholderData: (last) => last,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const columns = [
    { title: t('phrases.phrase'), dataIndex: 'phrase' },
    {
      title: t('list.updatedAt'),
      key: 'updatedAt',
      render: (_: unknown, row: Phrase) => <DateText value={row.updatedAt} style="day" />,
    },
    {
      title: t('list.actions'),
      key: 'actions',
      render: (_: unknown, row: Phrase) => (
        <ConfirmButton
          type="text"
          size="small"
          danger
          question={t('phrases.delete', { phrase: row.phrase })}
          onConfirm={() => call(words.deletePhrase, { params: { id: row.id } })}
        >
          {t('list.delete')}
        </ConfirmButton>
      ),
    },
  ]
  return (
    <>
      <p className="sy-faint">{t('phrases.hint')}</p>
      <div className="sy-toolbar">
        <SearchBox
          label={t('phrases.search')}
          onSearch={(text) => {
            setKeyword(text)
            paging.reset()
          }}
        />
        <AddPhrase />
      </div>
      <DataTable
        label={t('page.phrases')}
        columns={columns}
        rows={data?.items}
        rowKey="id"
        loading={isFetching && !data}
        paging={paging}
        recordCount={data?.recordCount ?? 0}
        empty={<EmptyState small title={t('phrases.none')} />}
      />
    </>
  )
}

function AddPhrase() {
  const t = useText('words')
  const [phrase, setPhrase] = useState('')
  const { busy, run } = useAction()
  const add = () => {
    if (phrase.trim() === '') return
    return run(async () => {
      const { addedCount } = await call(words.addPhrases, { body: { phrases: [phrase.trim()] } })
      notify(addedCount === 0 ? 'info' : 'success', t(addedCount === 0 ? 'phrases.known' : 'phrases.added'))
      setPhrase('')
    })
  }
  return (
    <Space.Compact style={{ marginInlineStart: 'auto' }}>
      <Input
        aria-label={t('phrases.phrase')}
        placeholder={t('phrases.example')}
        maxLength={PHRASE_LENGTH_MAX}
        value={phrase}
        onChange={(event) => setPhrase(event.target.value)}
        onPressEnter={() => void add()}
      />
      <Button type="primary" loading={busy} onClick={() => void add()}>
        {t('phrases.add')}
      </Button>
    </Space.Compact>
  )
}
