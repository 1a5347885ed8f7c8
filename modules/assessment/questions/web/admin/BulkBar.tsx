import { Button, Form, InputNumber, Select, TreeSelect } from 'antd'
import { useState } from 'react'
import type { CallInput } from '#kit/contract.ts'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { notify } from '#web/ui/notify.ts'
import { type QuestionStatus, questionStatuses } from '../../contract/bank.ts'
import type { Directory } from '../../contract/directories.ts'
import { topicsMax } from '../../contract/question.ts'
import { questions } from '../../contract.ts'
import { directoryTree, treeOptions } from './directory-tree.ts'
import { ExportButton } from './ExportButton.tsx'

interface Props {
  readonly ids: readonly string[]
  readonly directories: readonly Directory[]
  readonly onDone: () => void
}

type Change = Omit<CallInput<typeof questions.changeQuestions>['body'], 'ids'>

/** What can be done with all chosen questions at once; either all are changed or none. */
export function BulkBar({ ids, directories, onDone }: Props) {
  const t = useText('questions')
  const [asked, setAsked] = useState<'move' | 'edit' | 'delete'>()
  const close = () => setAsked(undefined)
  const change = async (values: Change) => {
    const { changedCount } = await call(questions.changeQuestions, { body: { ids: [...ids], ...values } })
    notify('success', t('bulk.changed', { count: changedCount }))
    onDone()
  }
  return (
    <section className="sy-toolbar qb-bulk" aria-label={t('bulk.title')}>
      <strong role="status">{t('bulk.chosen', { count: ids.length })}</strong>
      <Button onClick={() => setAsked('move')}>{t('bulk.move')}</Button>
      <Button onClick={() => setAsked('edit')}>{t('bulk.edit')}</Button>
      <ExportButton query={{ ids: ids.join(',') }} label={t('bulk.export')} />
      <Button danger onClick={() => setAsked('delete')}>
        {t('bulk.delete')}
      </Button>
      <Button type="text" onClick={onDone}>
        {t('bulk.unselect')}
      </Button>
      {asked === 'move' && <MoveModal directories={directories} count={ids.length} onSubmit={change} onClose={close} />}
      {asked === 'edit' && <EditModal count={ids.length} onSubmit={change} onClose={close} />}
      {asked === 'delete' && (
        <ForecastDialog
          entry={questions.deleteQuestions}
          input={{ body: { ids: [...ids] } }}
          question={t('bulk.deleteAsk', { count: ids.length })}
          consequence={t('bulk.deleteHint')}
          okText={t('bulk.delete')}
          danger
          onConfirm={async () => {
            await call(questions.deleteQuestions, { body: { ids: [...ids] } })
            notify('success', t('bulk.deleted', { count: ids.length }))
            onDone()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

interface MoveProps {
  readonly directories: readonly Directory[]
  readonly count: number
  readonly onSubmit: (change: Change) => Promise<void>
  readonly onClose: () => void
}

function MoveModal({ directories, count, onSubmit, onClose }: MoveProps) {
  const t = useText('questions')
  return (
    <FormModal<{ directoryId: string }, void>
      title={t('bulk.moveTitle', { count })}
      okText={t('bulk.move')}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Form.Item
        name="directoryId"
        label={t('editor.directory')}
        rules={[{ required: true, message: t('directory.needed') }]}
      >
        <TreeSelect
          treeDefaultExpandAll
          placeholder={t('directory.needed')}
          treeData={treeOptions(directoryTree(directories))}
        />
      </Form.Item>
    </FormModal>
  )
}

interface EditValues {
  readonly difficulty?: number
  readonly status?: QuestionStatus
  readonly points?: number | null
  readonly topics?: readonly { readonly id: string; readonly name: string }[]
}

function EditModal({ count, onSubmit, onClose }: Omit<MoveProps, 'directories'>) {
  const t = useText('questions')
  const save = ({ difficulty, status, points, topics = [] }: EditValues) =>
    onSubmit({
      ...(difficulty !== undefined && { difficulty }),
      ...(status !== undefined && { status }),
      ...(typeof points === 'number' && { scoreTenths: Math.round(points * 10) }),
      ...(topics.length > 0 && { topicIds: topics.map(({ id }) => id) }),
    })
  return (
    <FormModal<EditValues, void>
      title={t('bulk.editTitle', { count })}
      okText={t('editor.save')}
      hint={t('bulk.editHint')}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="difficulty" label={t('editor.difficulty')}>
        <Select
          allowClear
          placeholder={t('bulk.unchanged')}
          options={[1, 2, 3, 4, 5].map((value) => ({ value, label: t(`difficulty.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="status" label={t('list.status')}>
        <Select
          allowClear
          placeholder={t('bulk.unchanged')}
          options={questionStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="points" label={t('editor.score')} extra={t('bulk.groupScores')}>
        <InputNumber
          min={0}
          max={100}
          step={0.5}
          precision={1}
          placeholder={t('bulk.unchanged')}
          style={{ width: 180 }}
        />
      </Form.Item>
      <Form.Item name="topics" label={t('editor.topics')} extra={t('bulk.topicsHint')}>
        <TopicChooser max={topicsMax} />
      </Form.Item>
    </FormModal>
  )
}
