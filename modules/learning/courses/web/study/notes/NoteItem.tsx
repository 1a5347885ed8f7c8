import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Note, noteLengthMax } from '../../../contract/notes.ts'
import { courses } from '../../../contract.ts'

interface Props {
  readonly note: Note
  readonly onJump: (sectionId: string, place: number | null) => void
}

/** A note: what it says, where it belongs; one's own is changed, published and deleted here. */
export function NoteItem({ note, onJump }: Props) {
  const t = useText('courses')
  const [editing, setEditing] = useState(false)
  const { sectionId, sectionTitle, timePoint, unit } = note
  const place = timePoint === null ? '' : unit === 'ms' ? clockText(timePoint) : t('notes.page', { page: timePoint })
  return (
    <li className="co-note">
      <div className="sy-row sy-wrap co-note-head">
        {!note.isMine && (
          <>
            <Avatar name={note.member.fullName} path={note.member.avatarPath} size={24} />
            <strong>{note.member.fullName}</strong>
          </>
        )}
        {sectionId !== null && sectionTitle !== null && (
          <button type="button" className="sy-inline co-note-jump" onClick={() => onJump(sectionId, timePoint)}>
            <Icon name={unit === 'ms' ? 'play' : 'file'} size={12} />
            {place !== '' && <b className="sy-number">{place}</b>}
            <span>{sectionTitle}</span>
          </button>
        )}
        <small>
          <DateText value={note.createTime} style="relative" />
          {note.isMine && note.isPublic === 1 && <em className="co-note-public">{t('notes.isPublic')}</em>}
        </small>
      </div>
      {editing ? (
        <EditForm note={note} onDone={() => setEditing(false)} />
      ) : (
        <p className="co-note-content">{note.content}</p>
      )}
      {note.isMine && !editing && <Tools note={note} onEdit={() => setEditing(true)} />}
    </li>
  )
}

function EditForm({ note, onDone }: { note: Note; onDone: () => void }) {
  const t = useText('courses')
  const [content, setContent] = useState(note.content)
  const { busy, run } = useAction()
  const save = () =>
    run(async () => {
      await call(courses.changeNote, { params: { noteId: note.noteId }, body: { content } })
      onDone()
    })
  return (
    <form
      className="sy-grid sy-gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (content.trim() !== '' && !busy) void save()
      }}
    >
      <textarea
        className="co-input"
        rows={3}
        value={content}
        maxLength={noteLengthMax}
        aria-label={t('notes.write')}
        onChange={(event) => setContent(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <div className="sy-actions">
        <button type="submit" className="sy-button sy-button-small" disabled={busy || content.trim() === ''}>
          {t('notes.save')}
        </button>
        <button type="button" className="sy-button sy-button-plain sy-button-small" onClick={onDone}>
          {t('notes.cancel')}
        </button>
      </div>
    </form>
  )
}

/** Deleting asks once, in its own place. */
function Tools({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const t = useText('courses')
  const [asks, setAsks] = useState(false)
  const params = { noteId: note.noteId }
  const attempt = (work: Promise<unknown>) => void work.catch(() => undefined)
  const publish = () => call(courses.changeNote, { params, body: { isPublic: note.isPublic === 1 ? 0 : 1 } })
  if (asks) {
    return (
      <div className="sy-row sy-wrap sy-gap-2 co-note-tools">
        <span>{t('notes.deleteAsk')}</span>
        <button
          type="button"
          className="sy-inline co-text-button co-danger"
          onClick={() => attempt(call(courses.deleteNote, { params }))}
        >
          {t('notes.delete')}
        </button>
        <button type="button" className="sy-inline co-text-button" onClick={() => setAsks(false)}>
          {t('notes.cancel')}
        </button>
      </div>
    )
  }
  return (
    <div className="sy-row sy-wrap sy-gap-2 co-note-tools">
      <button type="button" className="sy-inline co-text-button" onClick={onEdit}>
        {t('notes.edit')}
      </button>
      <button type="button" className="sy-inline co-text-button" onClick={() => attempt(publish())}>
        {t(note.isPublic === 1 ? 'notes.makePrivate' : 'notes.publish')}
      </button>
      <button type="button" className="sy-inline co-text-button" onClick={() => setAsks(true)}>
        {t('notes.delete')}
      </button>
    </div>
  )
}
