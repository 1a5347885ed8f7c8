import { useRef } from 'react'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import type { ChosenUpload, UploadSource } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { COURSE_CHANGED, TOO_MANY } from '../../../contract/errors.ts'
import { courses } from '../../../contract.ts'
import { UploadedSections } from '../ChapterFiles.tsx'
import type { Editor } from '../use-editor.ts'
import type { Plan } from './handover.ts'
import type { PlannedChapter, PlannedSection } from './outline.ts'

interface Props {
  readonly editor: Editor
  readonly plan: Plan
  readonly onOpen: (isOpen: boolean) => void
  readonly onClose: () => void
}

interface Planned {
  readonly chapter: PlannedChapter
  readonly section: PlannedSection
}

const handled = { handles: [COURSE_CHANGED, TOO_MANY, SENSITIVE_WORDS] }

/** Makes the chapters of a plan, each when its first file is there: none stays empty because its files were refused. */
function useChapters({ course, change }: Editor) {
  const made = useRef(new Map<PlannedChapter, string>())
  const latest = useRef(course)
  latest.current = course
  const make = async (planned: PlannedChapter) => {
    const params = { id: course.id }
    const { title } = planned
    // A new course begins with one empty chapter: it is the first of the plan.
    const [first, ...others] = latest.current.chapters
    if (made.current.size === 0 && first && others.length === 0 && first.sections.length === 0) {
      await change((revision) =>
        call(courses.changeChapter, { params: { ...params, chapterId: first.id }, body: { title, revision } }, handled),
      )
      return first.id
    }
    const created = await change((revision) =>
      call(courses.createChapter, { params, body: { title, revision } }, handled),
    )
    return created.id
  }
  return async (planned: PlannedChapter) => {
    const id = made.current.get(planned) ?? (await make(planned))
    made.current.set(planned, id)
    return id
  }
}

/** The uploads of a folder or an archive, and the chapters and sections that become of them. */
export function ImportRun({ editor, plan, onOpen, onClose }: Props) {
  const t = useText('courses')
  const chapterId = useChapters(editor)
  const planned = useRef<ReadonlyMap<UploadSource, Planned>>(undefined)
  planned.current ??= new Map(
    plan.chapters.flatMap((chapter) =>
      chapter.sections.map((section) => [section.source, { chapter, section }] as const),
    ),
  )
  const bySource = planned.current
  const sources = useRef([...bySource.keys()])
  const placeOf = ({ source }: ChosenUpload) => {
    const found = bySource.get(source)
    if (!found) throw new Error('an upload that is not in the plan')
    return { title: found.section.title, chapterId: () => chapterId(found.chapter) }
  }
  return (
    <section className="sy-box co-import-run" aria-label={t('authoring.import.running', { title: plan.title })}>
      <h2>{t('authoring.import.running', { title: plan.title })}</h2>
      <p className="sy-note">{t('authoring.import.stay')}</p>
      <UploadedSections
        editor={editor}
        label={t('authoring.import.files')}
        chosen={sources.current}
        takesPackages
        placeOf={placeOf}
        onOpen={onOpen}
        onClose={onClose}
      />
    </section>
  )
}
