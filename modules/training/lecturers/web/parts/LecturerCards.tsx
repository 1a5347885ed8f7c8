import './lecturers.css'
import { Link } from 'react-router'
import { Person } from '#web/ui/Person.tsx'
import type { ListedLecturer } from '../../contract/directory.ts'
import { lecturerPaths } from '../paths.ts'
import { LecturerTags } from './LecturerTags.tsx'

/** Lecturers as cards: who they are, and what they teach. */
export function LecturerCards({ items, label }: { items: readonly ListedLecturer[]; label: string }) {
  return (
    <ul className="le-cards" aria-label={label}>
      {items.map(({ id, fullName, picturePath, kind, level, affiliation, jobTitle, subjects }) => (
        <li key={id} className="sy-card le-card">
          <Person
            name={fullName}
            path={picturePath}
            size={56}
            note={[affiliation, jobTitle].filter((part) => part !== '').join(' · ') || undefined}
          >
            <Link to={lecturerPaths.one(id)}>
              <strong>{fullName}</strong>
            </Link>
          </Person>
          <LecturerTags kind={kind} level={level} />
          {subjects.length > 0 && <Subjects subjects={subjects} />}
        </li>
      ))}
    </ul>
  )
}

export function Subjects({ subjects }: { subjects: readonly string[] }) {
  return (
    <span className="le-tags">
      {subjects.map((subject) => (
        <span key={subject} className="sy-tag">
          {subject}
        </span>
      ))}
    </span>
  )
}
