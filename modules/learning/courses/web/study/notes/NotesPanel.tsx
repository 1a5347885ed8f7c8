import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { CourseDetail, LearnerSection } from '../../../contract/learning.ts'
import { courses } from '../../../contract.ts'
import { NoteForm } from './NoteForm.tsx'
import { NoteItem } from './NoteItem.tsx'

const PAGE = 20

interface Props {
  readonly course: CourseDetail
  readonly section: LearnerSection | undefined
  /** Opens the section, and there the place. */
  readonly onJump: (sectionId: string, place: number | null) => void
}

type Whose = 'own' | 'public'

/** Own notes and the public ones of others (COURSE-015). */
export function NotesPanel({ course, section, onJump }: Props) {
  const t = useText('courses')
  const [whose, setWhose] = useState<Whose>('own')
  const query = { courseId: course.id }
  const count = useQuery(q(courses.courseNotesPublicCount, { query }, { quiet: true }))
  const tabs = [
    { key: 'own', title: t('notes.own') },
    { key: 'public', title: t('notes.public', { count: count.data?.count ?? 0 }) },
  ] as const
  return (
    <div className="sy-card sy-grid sy-gap-5 co-notes">
      {course.progress.registered ? (
        <NoteForm courseId={course.id} section={section} />
      ) : (
        <p className="sy-faint">{t('notes.registerFirst')}</p>
      )}
      <div className="sy-row sy-wrap sy-apart sy-gap-3">
        <TabBar label={t('notes.whose')} tabs={tabs} active={whose} onChange={setWhose} panelId="notes-list" />
        {whose === 'own' && (
          <button type="button" className="sy-inline co-text-button" onClick={() => void exportNotes(course.id)}>
            <Icon name="download" size={16} />
            {t('notes.export')}
          </button>
        )}
      </div>
      <div id="notes-list" role="tabpanel" aria-label={t('notes.whose')}>
        {whose === 'own' ? (
          <OwnNotes key="own" courseId={course.id} onJump={onJump} />
        ) : (
          <PublicNotes key="public" courseId={course.id} onJump={onJump} />
        )}
      </div>
    </div>
  )
}

async function exportNotes(courseId: string): Promise<void> {
  try {
    await download(courses.exportNotes, { query: { courseId } })
  } catch {
    // The shell has said what went wrong.
  }
}

interface ListProps {
  readonly courseId: string
  readonly onJump: Props['onJump']
}

function OwnNotes({ courseId, onJump }: ListProps) {
  const t = useText('courses')
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  const query = { courseId, pageSize: Math.min(100, PAGE * pages), ...(search !== '' && { search }) }
  const notes = useQuery({ ...q(courses.courseNotes, { query }, { quiet: true }), placeholderData: keepPreviousData })
  if (notes.isPending) return <LoadingState rows={3} />
  if (!notes.data) return <ErrorState small error={notes.error} onRetry={() => void notes.refetch()} />
  const { items, recordCount } = notes.data
  return (
    <>
      {(recordCount > 5 || search !== '') && (
        <input
          type="search"
          className="co-input"
          value={search}
          maxLength={100}
          placeholder={t('notes.search')}
          aria-label={t('notes.search')}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {items.length === 0 && (
        <EmptyState
          small
          title={t(search === '' ? 'notes.none' : 'notes.noMatch')}
          description={search === '' ? t('notes.noneHint') : undefined}
        />
      )}
      <ul className="sy-plain-list co-note-list">
        {items.map((note) => (
          <NoteItem key={note.noteId} note={note} onJump={onJump} />
        ))}
      </ul>
      <More shown={items.length} of={recordCount} onMore={() => setPages(pages + 1)} />
    </>
  )
}

function PublicNotes({ courseId, onJump }: ListProps) {
  const t = useText('courses')
  const [memberId, setMemberId] = useState<string>()
  const [pages, setPages] = useState(1)
  const members = useQuery(q(courses.courseNotesPublicMembers, { query: { courseId } }, { quiet: true }))
  const query = { courseId, pageSize: Math.min(100, PAGE * pages), ...(memberId !== undefined && { memberId }) }
  const notes = useQuery({
    ...q(courses.courseNotesPublic, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (notes.isPending) return <LoadingState rows={3} />
  if (!notes.data) return <ErrorState small error={notes.error} onRetry={() => void notes.refetch()} />
  const { items, recordCount } = notes.data
  if (recordCount === 0 && memberId === undefined)
    return <EmptyState small title={t('notes.nonePublic')} description={t('notes.nonePublicHint')} />
  return (
    <>
      <div className="sy-flow co-note-writers">
        {(members.data?.items ?? []).slice(0, 12).map((member) => (
          <button
            key={member.id}
            type="button"
            aria-pressed={member.id === memberId}
            title={t('notes.ofMember', { name: member.fullName, count: member.noteCount })}
            aria-label={t('notes.ofMember', { name: member.fullName, count: member.noteCount })}
            onClick={() => setMemberId(member.id === memberId ? undefined : member.id)}
          >
            <Avatar name={member.fullName} path={member.avatarPath} size={28} />
          </button>
        ))}
      </div>
      <ul className="sy-plain-list co-note-list">
        {items.map((note) => (
          <NoteItem key={note.noteId} note={note} onJump={onJump} />
        ))}
      </ul>
      <More shown={items.length} of={recordCount} onMore={() => setPages(pages + 1)} />
    </>
  )
}

function More({ shown, of, onMore }: { shown: number; of: number; onMore: () => void }) {
  const t = useText('courses')
  if (shown >= of || shown >= 100) return null
  return (
    <button type="button" className="sy-button sy-button-plain sy-button-small" onClick={onMore}>
      {t('notes.more', { count: of - shown })}
    </button>
  )
}
