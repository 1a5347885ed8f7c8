import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { chaptersMax, chapterTitleMax, type Replay } from '../../contract/replay.ts'
import { rooms } from '../../contract.ts'
import { chapterAt } from './chapter-at.ts'
import { clockMs } from './clock-input.ts'

interface Props {
  readonly roomId: string
  readonly replay: Replay
  readonly positionMs: number
  readonly onSeek: (atMs: number) => void
  readonly onChange: () => void
}

export function Chapters({ roomId, replay, positionMs, onSeek, onChange }: Props) {
  const t = useText('rooms')
  const [editing, setEditing] = useState(false)
  const current = chapterAt(replay.chapters, positionMs)
  return (
    <>
      {replay.chapters.length === 0 ? (
        <EmptyState small title={t('replay.noChapters')} />
      ) : (
        <ol className="rp-chapters">
          {replay.chapters.map(({ id, atMs, kind, title }) => (
            <li key={id}>
              <button type="button" aria-current={current?.id === id || undefined} onClick={() => onSeek(atMs)}>
                <span className="rp-kind" data-kind={kind} title={t(`replay.kind.${kind}`)} />
                <span className="rp-chapter-title">{title}</span>
                <time className="sy-number">{clockText(atMs)}</time>
              </button>
            </li>
          ))}
        </ol>
      )}
      {replay.mayManage && (
        <Button className="rp-edit" icon={<Icon name="edit" size={16} />} onClick={() => setEditing(true)}>
          {t('replay.editChapters')}
        </Button>
      )}
      {editing && (
        <ChapterEditor
          roomId={roomId}
          replay={replay}
          positionMs={positionMs}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            onChange()
          }}
        />
      )}
    </>
  )
}

interface Row {
  readonly key: string
  readonly id?: string
  readonly at: string
  readonly title: string
}

interface EditorProps extends Pick<Props, 'roomId' | 'replay' | 'positionMs'> {
  readonly onClose: () => void
  readonly onSaved: () => void
}

interface Values {
  readonly rows: readonly Row[]
}

const isTimeWrong = ({ at }: Row, durationMs: number) => (clockMs(at) ?? Number.POSITIVE_INFINITY) > durationMs
const isTitleWrong = ({ title }: Row) => title.trim() === ''

function ChapterEditor({ roomId, replay, positionMs, onClose, onSaved }: EditorProps) {
  const t = useText('rooms')
  const { durationMs } = replay
  const [form] = Form.useForm<Values>()
  const rows = Form.useWatch('rows', form) ?? []
  const save = async (values: Values) => {
    const chapters = values.rows.map(({ id, at, title }) => ({ id, atMs: clockMs(at) ?? 0, title: title.trim() }))
    await call(rooms.setChapters, { params: { id: roomId }, body: { chapters } })
    onSaved()
  }
  return (
    <FormModal<Values, void>
      form={form}
      width={640}
      title={t('replay.editChapters')}
      okText={t('replay.save')}
      disabled={rows.some((row) => isTimeWrong(row, durationMs) || isTitleWrong(row))}
      initialValues={{
        rows: replay.chapters.map(({ id, atMs, title }) => ({ key: id, id, at: clockText(atMs), title })),
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="rp-editor-hint">{t('replay.editHint')}</p>
      <Form.Item name="rows" noStyle>
        <ChapterRows durationMs={durationMs} positionMs={positionMs} />
      </Form.Item>
    </FormModal>
  )
}

interface RowsProps {
  readonly durationMs: number
  readonly positionMs: number
  readonly value?: readonly Row[]
  readonly onChange?: (rows: readonly Row[]) => void
}

/** The field of a form hands it `value` and `onChange`. */
function ChapterRows({ durationMs, positionMs, value: rows = [], onChange }: RowsProps) {
  const t = useText('rooms')
  const change = (key: string, part: Partial<Row>) =>
    onChange?.(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <>
      <ul className="sy-grid sy-gap-2 rp-editor">
        {rows.map((row, index) => (
          <li key={row.key}>
            <Input
              className="sy-number"
              aria-label={t('replay.chapterAt', { number: index + 1 })}
              status={isTimeWrong(row, durationMs) ? 'error' : undefined}
              value={row.at}
              onChange={({ target }) => change(row.key, { at: target.value })}
            />
            <Input
              aria-label={t('replay.chapterTitle', { number: index + 1 })}
              status={isTitleWrong(row) ? 'error' : undefined}
              maxLength={chapterTitleMax}
              value={row.title}
              onChange={({ target }) => change(row.key, { title: target.value })}
            />
            <Button
              type="text"
              aria-label={t('replay.removeChapter', { number: index + 1 })}
              icon={<Icon name="delete" size={16} />}
              onClick={() => onChange?.(rows.filter(({ key }) => key !== row.key))}
            />
          </li>
        ))}
      </ul>
      <Button
        icon={<Icon name="plus" size={16} />}
        disabled={rows.length >= chaptersMax}
        onClick={() => onChange?.([...rows, { key: crypto.randomUUID(), at: clockText(positionMs), title: '' }])}
      >
        {t('replay.addChapter', { at: clockText(positionMs) })}
      </Button>
    </>
  )
}
