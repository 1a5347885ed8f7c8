import { type KeyboardEvent, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { LearnerSection } from '../../../contract/learning.ts'
import { noteLengthMax } from '../../../contract/notes.ts'
import { courses } from '../../../contract.ts'
import { clockText } from '../../durations.ts'
import { useFilmMs } from '../film/film.ts'

interface Props {
  readonly courseId: string
  readonly section: LearnerSection | undefined
}

/** A new note, at the second at which the film stood when it was begun. */
export function NoteForm({ courseId, section }: Props) {
  const t = useText('courses')
  const playedMs = useFilmMs(section?.id)
  const [content, setContent] = useState('')
  const [isPublic, setPublic] = useState(false)
  const [heldMs, setHeldMs] = useState<number>()
  const [busy, setBusy] = useState(false)
  const at = heldMs ?? playedMs
  const isReady = content.trim() !== '' && !busy
  const save = async () => {
    setBusy(true)
    const place = section && { sectionId: section.id, ...(at !== undefined && { timePoint: at }) }
    try {
      await call(courses.createNote, { body: { courseId, ...place, content, isPublic: isPublic ? 1 : 0 } })
      setContent('')
      setHeldMs(undefined)
    } catch {
      // The shell has said what went wrong; the text stays.
    } finally {
      setBusy(false)
    }
  }
  const write = (text: string) => {
    // The thought belongs to the moment at which it came, not to that at which it is written down.
    if (content === '' && text !== '') setHeldMs(playedMs)
    if (text === '') setHeldMs(undefined)
    setContent(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) void save()
  }
  return (
    <form
      className="co-note-form"
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
      <div className="co-note-form-foot">
        <span className="co-note-place">
          <Icon name="clock" size={14} />
          {section ? `${section.title}${at === undefined ? '' : ` · ${clockText(at)}`}` : t('notes.wholeCourse')}
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
