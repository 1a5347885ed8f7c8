import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { type DiaryEntry, diaryEntryKinds, diaryTextLengthMax } from '../../../contract/album.ts'
import { classes } from '../../../contract.ts'

interface Props {
  readonly classId: string
  /** The caller writes it. */
  readonly isWritten: boolean
}

/** The notices and the diary of a class, the newest first. */
export function DiaryPart({ classId, isWritten }: Props) {
  const t = useText('classes')
  const paging = usePaging(20)
  const [edited, setEdited] = useState<DiaryEntry | 'new'>()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data, error, refetch } = useQuery({
    ...q(classes.classDiary, { params: { id: classId }, query }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  return (
    <section className="sy-card cl-section sy-column sy-gap-3" aria-label={t('diary.title')}>
      {isWritten && (
        <span>
          <Button type="primary" onClick={() => setEdited('new')}>
            {t('diary.add')}
          </Button>
        </span>
      )}
      {data.recordCount === 0 && <EmptyState small title={t('diary.none')} description={t('diary.noneHint')} />}
      <ul className="sy-plain-list sy-column sy-gap-4">
        {data.items.map((entry) => (
          <li key={entry.id} className="sy-column sy-gap-1">
            <span className="sy-row sy-wrap sy-gap-2">
              <Tag color={entry.kind === 'notice' ? 'processing' : undefined}>{t(`diary.kinds.${entry.kind}`)}</Tag>
              <strong>{entry.title}</strong>
            </span>
            <p className="cl-entry-text">{entry.text}</p>
            <small className="sy-faint">
              {entry.authorName} · <DateText value={entry.createdAt} style="minute" />
            </small>
            {isWritten && (
              <span className="sy-row sy-gap-2">
                <Button size="small" onClick={() => setEdited(entry)}>
                  {t('diary.edit')}
                </Button>
                <ConfirmButton
                  size="small"
                  danger
                  question={t('diary.removeQuestion')}
                  onConfirm={() => call(classes.removeDiaryEntry, { params: { id: classId, entryId: entry.id } })}
                >
                  {t('photos.remove')}
                </ConfirmButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
      {edited && <EntryDialog classId={classId} edited={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

type Written = Pick<DiaryEntry, 'kind' | 'title' | 'text'>

function EntryDialog({
  classId,
  edited,
  onClose,
}: {
  classId: string
  edited: DiaryEntry | 'new'
  onClose: () => void
}) {
  const t = useText('classes')
  const needed = [{ required: true, whitespace: true, message: t('diary.needed') }]
  return (
    <FormModal<Written, string>
      title={t(edited === 'new' ? 'diary.add' : 'diary.edit')}
      hint={t('diary.hint')}
      initialValues={edited === 'new' ? { kind: 'notice' } : edited}
      onSubmit={async ({ kind, title, text }) => {
        const body = { kind, title, text }
        if (edited === 'new') await call(classes.addDiaryEntry, { params: { id: classId }, body })
        else await call(classes.changeDiaryEntry, { params: { id: classId, entryId: edited.id }, body })
        return edited === 'new' && kind === 'notice' ? 'diary.sent' : 'diary.saved'
      }}
      done={(said) => t(said)}
      onClose={onClose}
    >
      <Form.Item name="kind" label={t('diary.kind')}>
        <Select options={diaryEntryKinds.map((value) => ({ value, label: t(`diary.kinds.${value}`) }))} />
      </Form.Item>
      <Form.Item name="title" label={t('activities.title')} rules={needed}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="text" label={t('activities.text')} rules={needed}>
        <Input.TextArea maxLength={diaryTextLengthMax} autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
    </FormModal>
  )
}
