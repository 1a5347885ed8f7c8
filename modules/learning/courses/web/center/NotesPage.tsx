import '../courses.css'
import '../study/notes/notes.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { Note } from '../../contract/notes.ts'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { NoteItem } from '../study/notes/NoteItem.tsx'

/** All notes of the member, the newest first, under their courses. */
export default function NotesPage() {
  const t = useText('courses')
  const paging = usePaging()
  const [search, setSearch] = useState('')
  const query = { page: paging.page, pageSize: paging.pageSize, ...(search !== '' && { search }) }
  const { data, isPending, error, isError, refetch } = useQuery({
    ...q(courses.courseNotes, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const find = (text: string) => {
    setSearch(text)
    paging.reset()
  }
  return (
    <>
      <PageHeader
        title={t('notes.own')}
        description={t('notes.allHint')}
        back={<Link to="/center">{t('notes.center')}</Link>}
        actions={<SearchBox label={t('notes.search')} onSearch={find} />}
      />
      {isPending && <LoadingState rows={6} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState
          title={t(search === '' ? 'notes.none' : 'notes.noMatch')}
          description={search === '' ? t('notes.noneHint') : undefined}
        />
      )}
      {groupsOf(data?.items ?? []).map(({ first, notes }) => (
        <section key={first.noteId} className="sy-card co-note-group">
          <h2>
            <Link to={coursePaths.course(first.courseId)}>{first.courseName}</Link>
          </h2>
          <Notes notes={notes} courseId={first.courseId} />
        </section>
      ))}
      <Pager paging={paging} recordCount={data?.recordCount ?? 0} />
    </>
  )
}

/** Notes that follow each other and belong to one course. */
function groupsOf(notes: readonly Note[]): { first: Note; notes: Note[] }[] {
  const groups: { first: Note; notes: Note[] }[] = []
  for (const note of notes) {
    const last = groups.at(-1)
    if (last?.first.courseId === note.courseId) last.notes.push(note)
    else groups.push({ first: note, notes: [note] })
  }
  return groups
}

function Notes({ notes, courseId }: { notes: readonly Note[]; courseId: string }) {
  const navigate = useNavigate()
  return (
    <ul className="sy-plain-list co-note-list">
      {notes.map((note) => (
        <NoteItem
          key={note.noteId}
          note={note}
          onJump={(sectionId) => void navigate(coursePaths.course(courseId, sectionId))}
        />
      ))}
    </ul>
  )
}
