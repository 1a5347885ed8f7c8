import { type KeyboardEvent, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { LearnerSection } from '../../../contract/learning.ts'
import { noteLengthMax } from '../../../contract/notes.ts'
import { courses } from '../../../contract.ts'
import { useReadPage, useVideoMs } from '../video/video.ts'

interface Props {
  readonly courseId: string
  readonly section: LearnerSection | undefined
}

/** A new note, at the second at which the video stood, or the page that was open, when it was started. */
export function NoteForm({ courseId, section }: Props) {
  const t = useText('courses')
  const playedMs = useVideoMs(section?.id)
  const page = useReadPage(section?.id)
  const place = playedMs ?? page
  const [content, setContent] = useState('')
  const [isPublic, setPublic] = useState(false)
  const [locked, setLocked] = useState<number>()
  const { busy, run } = useAction()
  const at = locked ?? place
  const atText = at === undefined ? '' : section?.unit === 'page' ? t('notes.page', { page: at }) : clockText(at)
  const isReady = content.trim() !== '' && !busy
  const save = () =>
    run(async () => {
      const where = section && { sectionId: section.id, ...(at !== undefined && { timePoint: at }) }
      await call(courses.createNote, { body: { courseId, ...where, content, isPublic: isPublic ? 1 : 0 } })
      setContent('')
      setLocked(undefined)
    })
  const write = (text: string) => {
    // The thought belongs to the moment at which it came, not to that at which it is written down.
    if (content === '' && text !== '') setLocked(place)
    if (text === '') setLocked(undefined)
    setContent(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) void save()
  }
  return (
    <form
      className="sy-grid sy-gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void save()
      }}
    >
      <textarea
        className="co-input"
        rows={3}
        value={content}
        maxLength={noteLengthMax}
        placeholder={t('notes.placeholder')}
        aria-label={t('notes.write')}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="sy-row sy-wrap sy-gap-3 co-note-form-foot">
        <span className="sy-inline sy-note co-note-place">
          <Icon name={section?.unit === 'page' ? 'file' : 'clock'} size={14} />
          {section ? [section.title, atText].filter((part) => part !== '').join(' · ') : t('notes.wholeCourse')}
        </span>
        <label>
          <input type="checkbox" checked={isPublic} onChange={(event) => setPublic(event.target.checked)} />
          {t('notes.makePublic')}
        </label>
        <button type="submit" className="sy-button sy-button-small" disabled={!isReady}>
          {t('notes.save')}
        </button>
      </div>
    </form>
  )
}
