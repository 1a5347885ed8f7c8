import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Select } from 'antd'
import { useRef, useState } from 'react'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { SEARCH_WORD_EMPTY, SEARCH_WORD_TAKEN, SEARCH_WORDS_FULL } from '../../contract/codes.ts'
import { type SearchImport, search, searchWordLengthMax, synonymsPerGroupMax } from '../../contract.ts'

const handles = [SEARCH_WORD_TAKEN, SEARCH_WORDS_FULL, SEARCH_WORD_EMPTY]

interface Row {
  readonly id: string
  readonly words: readonly string[]
  readonly updatedAt: number
}

interface Page {
  readonly page: number
  readonly pageSize: number
  readonly search?: string
}

/** What differs between groups of synonyms and single words of the company. */
interface ListOf {
  readonly name: 'synonyms' | 'dictionary'
  readonly query: (query: Page) => ReturnType<typeof synonymQuery>
  readonly save: (words: string[], id?: string) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
  readonly importText: (text: string) => Promise<SearchImport>
}

const synonymQuery = (query: Page) => ({
  ...q(search.synonyms, { query }),
  select: ({ items, recordCount }: { items: readonly Row[]; recordCount: number }) => ({ items, recordCount }),
})

export const synonymList: ListOf = {
  name: 'synonyms',
  query: synonymQuery,
  save: (words, id) => call(search.saveSynonyms, { body: { words, ...(id !== undefined && { id }) } }, { handles }),
  remove: (id) => call(search.deleteSynonyms, { params: { id } }),
  importText: (text) => call(search.importSynonyms, { body: { text } }),
}

export const dictionaryList: ListOf = {
  name: 'dictionary',
  query: (query) =>
    ({
      ...q(search.dictionary, { query }),
      select: ({
        items,
        recordCount,
      }: {
        items: readonly { id: string; word: string; updatedAt: number }[]
        recordCount: number
      }) => ({
        items: items.map(({ word, ...row }) => ({ ...row, words: [word] })),
        recordCount,
      }),
    }) as unknown as ReturnType<typeof synonymQuery>,
  save: ([word = ''], id) =>
    call(search.saveDictionaryWord, { body: { word, ...(id !== undefined && { id }) } }, { handles }),
  remove: (id) => call(search.deleteDictionaryWord, { params: { id } }),
  importText: (text) => call(search.importDictionary, { body: { text } }),
}

/** Words that help the search: read, changed, deleted, and taken from a list. */
export function WordList({ of }: { of: ListOf }) {
  const t = useText('search')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [wanted, setWanted] = useSearch(paging)
  const [dialog, setDialog] = useState<'add' | 'import' | Row>()
  const list = useQuery(of.query({ page: paging.page, pageSize: paging.pageSize, ...(wanted && { search: wanted }) }))
  const close = () => setDialog(undefined)
  return (
    <>
      <p className="sy-note">{t(`words.${of.name}.hint`)}</p>
      <div className="sy-toolbar">
        <SearchBox label={t('words.search')} onSearch={setWanted} />
        <span className="sy-actions" style={{ marginInlineStart: 'auto' }}>
          <Button icon={<Icon name="upload" size={16} />} onClick={() => setDialog('import')}>
            {t('words.import')}
          </Button>
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setDialog('add')}>
            {t(`words.${of.name}.add`)}
          </Button>
        </span>
      </div>
      <ListTable<Row>
        label={t(`admin.${of.name}`)}
        list={list}
        rowKey="id"
        paging={paging}
        columns={[
          { title: t(`words.${of.name}.column`), key: 'words', render: (_, { words }) => words.join(' · ') },
          {
            title: t('words.updatedAt'),
            key: 'updatedAt',
            render: (_, { updatedAt }) => <DateText value={updatedAt} style="day" />,
          },
          {
            title: t('quality.actions'),
            key: 'actions',
            render: (_, row) => (
              <span className="sy-actions">
                <Button type="link" size="small" onClick={() => setDialog(row)}>
                  {t('words.edit')}
                </Button>
                <ConfirmButton
                  type="link"
                  size="small"
                  danger
                  question={t('words.askDelete', { words: row.words.join(' · ') })}
                  onConfirm={async () => void (await of.remove(row.id))}
                >
                  {t('words.delete')}
                </ConfirmButton>
              </span>
            ),
          },
        ]}
        empty={<EmptyState small title={t('words.none')} description={t(`words.${of.name}.noneHint`)} />}
      />
      {dialog === 'import' && <ImportDialog of={of} onClose={close} />}
      {dialog !== undefined && dialog !== 'import' && (
        <WordDialog of={of} row={dialog === 'add' ? undefined : dialog} onClose={close} />
      )}
    </>
  )
}

async function problemsOf(error: CallError) {
  if (!handles.some((code) => isRefusal(error, code))) return undefined
  const text = await errorText(error.errorCode ?? 'default', error.data)
  return { word: text, words: text }
}

interface Values {
  readonly word: string
  readonly words: readonly string[]
}

function WordDialog({ of, row, onClose }: { of: ListOf; row: Row | undefined; onClose: () => void }) {
  const t = useText('search')
  const isGroup = of.name === 'synonyms'
  const check = async (_: unknown, words: readonly string[] | undefined) => {
    const given = (words ?? []).filter((word) => word.trim() !== '')
    if (given.length < 2) throw new Error(t('words.synonyms.missing'))
    if (given.some((word) => word.trim().length > searchWordLengthMax))
      throw new Error(t('words.tooLong', { max: searchWordLengthMax }))
  }
  return (
    <FormModal<Values, unknown>
      title={t(row ? 'words.edit' : `words.${of.name}.add`)}
      okText={t('words.save')}
      hint={t(`words.${of.name}.hint`)}
      initialValues={isGroup ? { words: row?.words ?? [] } : { word: row?.words[0] ?? '' }}
      onSubmit={({ word, words }) =>
        of.save(
          (isGroup ? words : [word]).map((one) => one.trim()),
          row?.id,
        )
      }
      problemsOf={problemsOf}
      done={t('words.saved')}
      onClose={onClose}
    >
      {isGroup ? (
        <Form.Item name="words" label={t('words.synonyms.column')} rules={[{ validator: check }]}>
          <Select
            mode="tags"
            autoFocus
            open={false}
            suffixIcon={null}
            maxCount={synonymsPerGroupMax}
            tokenSeparators={[',', '，', '、', ';']}
          />
        </Form.Item>
      ) : (
        <Form.Item
          name="word"
          label={t('words.dictionary.column')}
          rules={[{ required: true, whitespace: true, message: t('words.dictionary.missing') }]}
        >
          <Input autoFocus maxLength={searchWordLengthMax} />
        </Form.Item>
      )}
    </FormModal>
  )
}

const IMPORT_MAX = 400_000

function ImportDialog({ of, onClose }: { of: ListOf; onClose: () => void }) {
  const t = useText('search')
  const leftOut = useRef<SearchImport>(undefined)
  const [report, setReport] = useState<SearchImport>()
  const submit = async ({ text }: { text: string }) => {
    const answer = await of.importText(text)
    if (answer.problemCount > 0) leftOut.current = answer
    return answer
  }
  // What was left out is shown before the dialog goes.
  const close = () => (leftOut.current ? setReport(leftOut.current) : onClose())
  if (report)
    return (
      <Modal open title={t('words.leftOut', { count: report.problemCount })} footer={null} onCancel={onClose}>
        <ul className="sy-plain-list">
          {report.problems.map(({ row, value, problem }) => (
            <li key={row}>
              {t('words.row', { row })} {value} — {t(`words.problem.${problem}`)}
            </li>
          ))}
        </ul>
      </Modal>
    )
  return (
    <FormModal<{ text: string }, SearchImport>
      title={t('words.import')}
      okText={t('words.import')}
      hint={t(`words.${of.name}.importHint`)}
      onSubmit={submit}
      done={({ addedCount, sameCount }) => t('words.imported', { added: addedCount, same: sameCount })}
      onClose={close}
    >
      <Form.Item
        name="text"
        label={t('words.text')}
        rules={[{ required: true, whitespace: true, message: t('words.missing') }]}
      >
        <Input.TextArea autoFocus autoSize={{ minRows: 8, maxRows: 16 }} maxLength={IMPORT_MAX} />
      </Form.Item>
    </FormModal>
  )
}
