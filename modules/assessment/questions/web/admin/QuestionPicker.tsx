import './bank.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Tag } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { QuestionListItem } from '../../contract/bank.ts'
import { presentedOf } from '../../contract/presented.ts'
import { questions } from '../../contract.ts'
import { QuestionView } from '../question/QuestionView.tsx'
import { DirectoryField } from './DirectoryField.tsx'
import { type QuestionFilter, QuestionFilters } from './QuestionFilters.tsx'

/** What is known of a question that was chosen. */
export type PickedQuestion = Pick<QuestionListItem, 'id' | 'kind' | 'excerpt' | 'scoreTenths' | 'versionNumber'>

export interface QuestionPickerProps {
  readonly title: string
  /** They are chosen already, and cannot be chosen again. */
  readonly taken: ReadonlySet<string>
  readonly max: number
  readonly onPick: (picked: readonly PickedQuestion[]) => void
  readonly onClose: () => void
}

/** Active questions of the bank, found as in the bank itself, looked at, and chosen over several pages. */
export function QuestionPicker({ title, taken, max, onPick, onClose }: QuestionPickerProps) {
  const t = useText('questions')
  const [directoryId, setDirectoryId] = useState<string>()
  const [filters, setFilters] = useState<QuestionFilter>({})
  const [picked, setPicked] = useState<ReadonlyMap<string, PickedQuestion>>(new Map())
  const [shown, setShown] = useState<string>()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const directories = useQuery(q(questions.listDirectories, {}, { quiet: true }))
  const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const query = {
    ...{ status: 'active' as const, page: paging.page, pageSize: paging.pageSize, ...asked },
    ...(directoryId !== undefined && { directoryId }),
  }
  const list = useQuery({ ...q(questions.listQuestions, { query }), placeholderData: keepPreviousData })
  const choose = (keys: readonly string[]) => {
    const rows = new Map((list.data?.items ?? []).map((row) => [row.id, row]))
    const next = keys.flatMap((id) => picked.get(id) ?? rows.get(id) ?? []).slice(0, max)
    setPicked(new Map(next.map((row) => [row.id, row])))
  }
  return (
    <Drawer
      open
      title={title}
      size={860}
      onClose={onClose}
      footer={
        <div className="sy-row sy-wrap sy-gap-3 sy-apart">
          <span role="status">{t('picker.chosen', { count: picked.size, max })}</span>
          <span className="sy-actions">
            <Button onClick={onClose}>{t('picker.cancel')}</Button>
            <Button type="primary" disabled={picked.size === 0} onClick={() => onPick([...picked.values()])}>
              {t('picker.take', { count: picked.size })}
            </Button>
          </span>
        </div>
      }
    >
      <DirectoryField
        allowClear
        items={directories.data?.items ?? []}
        value={directoryId}
        label={t('directory.title')}
        placeholder={t('directory.all')}
        onChange={(id) => {
          setDirectoryId(id)
          paging.reset()
        }}
      />
      <QuestionFilters
        filters={filters}
        onChange={(change) => {
          setFilters({ ...filters, ...change })
          paging.reset()
        }}
      />
      <ListTable<QuestionListItem>
        label={t('list.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('list.noMatch')} />}
        selection={{
          selectedRowKeys: [...picked.keys()],
          preserveSelectedRowKeys: true,
          onChange: (keys) => choose(keys as string[]),
          getCheckboxProps: ({ id, excerpt }) =>
            ({ 'aria-label': t('list.choose', { name: excerpt }), disabled: taken.has(id) }) as object,
        }}
        columns={[
          {
            key: 'excerpt',
            title: t('list.question'),
            width: 400,
            render: (_, row) => (
              <Found
                row={row}
                isTaken={taken.has(row.id)}
                isShown={shown === row.id}
                onShow={() => setShown(shown === row.id ? undefined : row.id)}
              />
            ),
          },
          { key: 'kind', title: t('list.kind'), render: (_, row) => t(`kind.${row.kind}`) },
          { key: 'difficulty', title: t('list.difficulty'), render: (_, row) => t(`difficulty.${row.difficulty}`) },
          { key: 'score', title: t('list.score'), align: 'right', render: (_, row) => row.scoreTenths / 10 },
        ]}
      />
    </Drawer>
  )
}

interface FoundProps {
  readonly row: QuestionListItem
  readonly isTaken: boolean
  readonly isShown: boolean
  readonly onShow: () => void
}

function Found({ row, isTaken, isShown, onShow }: FoundProps) {
  const t = useText('questions')
  return (
    <div className="qb-cell">
      <button type="button" className="qb-found" aria-expanded={isShown} onClick={onShow}>
        <Icon name="chevron-right" size={14} />
        <span>{row.excerpt || t('list.noText')}</span>
      </button>
      <small>
        <span>{row.directory.name}</span>
        {isTaken && <Tag>{t('picker.taken')}</Tag>}
      </small>
      {isShown && <Shown id={row.id} />}
    </div>
  )
}

function Shown({ id }: { id: string }) {
  const question = useQuery(q(questions.question, { params: { id } }, { quiet: true }))
  if (question.isPending) return <LoadingState rows={2} shape="lines" />
  if (question.isError) return <ErrorState small error={question.error} onRetry={() => void question.refetch()} />
  return (
    <div className="qb-found-box">
      <QuestionView question={presentedOf(question.data.content)} answer={null} />
    </div>
  )
}
