import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { CAPTION_UNREADABLE, type CaptionTrack } from '#modules/content/playback/contract.ts'
import { CaptionsEditor } from '#modules/content/playback/web.tsx'
import { FileShown, FileUpload } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type Chapter, contents, type DraftFields } from '../../contract.ts'

interface Props {
  readonly type: 2 | 3
  readonly accountId: string
  readonly fields: DraftFields
  readonly onChange: (part: Partial<DraftFields>) => void
}

/** The video or file of a content; a video has chapters and captions. */
export function FileFields({ type, accountId, fields, onChange }: Props) {
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
      {type === 2 && <CaptionFields accountId={accountId} fields={fields} onChange={onChange} />}
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

/** The captions with a new file, which takes the place of the one before in its language. */
export function withCaptions(captions: readonly CaptionTrack[], added: CaptionTrack): CaptionTrack[] {
  const others = captions.filter(({ language }) => language !== added.language)
  return [...others, added].sort((one, other) => (one.language < other.language ? -1 : 1))
}

/** A file of captions goes to the server at once, and stands in the draft from then on; readers see it once it is published. */
export function CaptionFields({ accountId, fields, onChange }: Omit<Props, 'type'>) {
  const t = useText('contents')
  const { fileId, captions } = fields
  // While a file is on its way, another one may be removed.
  const latest = useRef(captions)
  useEffect(() => {
    latest.current = captions
  }, [captions])
  const save = async (language: string, text: string) => {
    const body = { accountId, fileId: fileId ?? '', language, text }
    const track = await call(contents.saveCaption, { body }, { handles: [CAPTION_UNREADABLE], outdates: 'nothing' })
    onChange({ captions: withCaptions(latest.current, track) })
    return track
  }
  const remove = async ({ id }: CaptionTrack) =>
    onChange({ captions: latest.current.filter((caption) => caption.id !== id) })
  return (
    <fieldset className="sy-column sy-gap-2 ct-chapter-fields">
      <legend>{t('write.captions')}</legend>
      {fileId === null ? (
        <p className="sy-note">{t('write.captionsLater')}</p>
      ) : (
        <CaptionsEditor captions={captions} onSave={save} onRemove={remove} />
      )}
    </fieldset>
  )
}
