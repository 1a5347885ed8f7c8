import { Button, Input } from 'antd'
import { useState } from 'react'
import { FileShown, FileUpload } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Chapter, DraftFields } from '../../contract.ts'

interface Props {
  readonly type: 2 | 3
  readonly fields: DraftFields
  readonly onChange: (part: Partial<DraftFields>) => void
}

/** The video or file of a content; a video has chapters. */
export function FileFields({ type, fields, onChange }: Props) {
  const t = useText('contents')
  const { fileId, chapters } = fields
  return (
    <section className="sy-column sy-gap-4" aria-label={t(type === 2 ? 'write.videoFile' : 'write.anyFile')}>
      {fileId === null ? (
        <FileUpload kind={type === 2 ? 'video' : 'document'} onUploaded={(file) => onChange({ fileId: file.id })} />
      ) : (
        <>
          <FileShown fileId={fileId} />
          <Button onClick={() => onChange({ fileId: null })}>{t('write.replace')}</Button>
        </>
      )}
      {type === 2 && <ChapterFields chapters={chapters} onChange={(next) => onChange({ chapters: next })} />}
    </section>
  )
}

const TIME = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/

/** `1:05` or `1:02:03` in ms. */
export function msOf(typed: string): number | undefined {
  const found = TIME.exec(typed.trim())
  if (!found) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = found
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

function ChapterFields({ chapters, onChange }: { chapters: readonly Chapter[]; onChange: (next: Chapter[]) => void }) {
  const t = useText('contents')
  const [at, setAt] = useState('')
  const [title, setTitle] = useState('')
  const ms = msOf(at)
  const add = () => {
    if (ms === undefined || title.trim() === '') return
    const others = chapters.filter((chapter) => chapter.ms !== ms)
    onChange([...others, { ms, title: title.trim() }].sort((one, other) => one.ms - other.ms))
    setAt('')
    setTitle('')
  }
  return (
    <fieldset className="sy-column sy-gap-2 ct-chapter-fields">
      <legend>{t('write.chapters')}</legend>
      {chapters.map((chapter) => (
        <div key={chapter.ms} className="sy-row sy-gap-3">
          <span className="sy-number sy-note">{clockText(chapter.ms)}</span>
          <span>{chapter.title}</span>
          <Button
            type="text"
            size="small"
            aria-label={t('write.removeChapter', { title: chapter.title })}
            icon={<Icon name="close" size={16} />}
            onClick={() => onChange(chapters.filter((one) => one !== chapter))}
          />
        </div>
      ))}
      <div className="sy-row sy-wrap sy-gap-2">
        <Input
          style={{ width: 120 }}
          aria-label={t('write.chapterAt')}
          placeholder="0:00"
          value={at}
          status={at !== '' && ms === undefined ? 'error' : undefined}
          onChange={(event) => setAt(event.target.value)}
        />
        <Input
          style={{ flex: '1 1 160px' }}
          aria-label={t('write.chapterTitle')}
          placeholder={t('write.chapterTitle')}
          maxLength={100}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onPressEnter={(event) => {
            if (!event.nativeEvent.isComposing) add()
          }}
        />
        <Button disabled={ms === undefined || title.trim() === ''} onClick={add}>
          {t('write.addChapter')}
        </Button>
      </div>
    </fieldset>
  )
}
