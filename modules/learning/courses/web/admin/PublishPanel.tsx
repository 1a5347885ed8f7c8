import { type TextOf, useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { EditedCourse } from '../../contract/authoring.ts'

interface Item {
  readonly key: string
  readonly done: boolean
  /** Without it publishing is refused; the others only make the course better. */
  readonly needed: boolean
  readonly tab: EditorTab
  /** What it is about, by name. */
  readonly note?: string | undefined
}

export type EditorTab = 'contents' | 'info' | 'rules' | 'versions'

function itemsOf(t: TextOf, course: EditedCourse): Item[] {
  const sections = course.chapters.flatMap((chapter) => chapter.sections)
  const empty = course.chapters.filter((chapter) => chapter.sections.length === 0)
  return [
    { key: 'section', done: !course.publishHints.includes('no-section'), needed: true, tab: 'contents' },
    { key: 'required', done: sections.some((section) => section.isRequired === 1), needed: true, tab: 'contents' },
    {
      key: 'chapters',
      done: empty.length === 0,
      needed: true,
      tab: 'contents',
      note:
        empty.length === 0
          ? undefined
          : empty.map(({ title }) => t('authoring.check.chapterName', { title })).join(t('authoring.check.comma')),
    },
    { key: 'cover', done: course.coverFileId !== null, needed: false, tab: 'info' },
    { key: 'summary', done: course.summary !== '', needed: false, tab: 'info' },
    { key: 'category', done: course.categoryId !== null, needed: false, tab: 'info' },
    { key: 'lecturer', done: course.lecturer !== null, needed: false, tab: 'info' },
  ]
}

function stateOf({ approval, publishHints, status, hasUnpublishedChanges }: EditedCourse): string {
  if (approval?.state === 'waiting') return 'waiting'
  if (publishHints.length > 0) return 'notReady'
  return status === 'on-shelf' && !hasUnpublishedChanges ? 'upToDate' : 'ready'
}

/** What is missing before the course is published, and what would make it better. */
export function PublishPanel({ course, onShow }: { course: EditedCourse; onShow: (tab: Item['tab']) => void }) {
  const t = useText('courses')
  const items = itemsOf(t, course)
  const ready = course.publishHints.length === 0
  return (
    <aside className="sy-box co-publish" aria-labelledby="publish-title">
      <h2 id="publish-title">{t('authoring.check.title')}</h2>
      <p data-ready={ready}>{t(`authoring.check.${stateOf(course)}`)}</p>
      <ul>
        {items.map(({ key, done, needed, tab, note }) => (
          <li key={key} data-done={done} data-needed={needed}>
            <Icon
              name={done ? 'check' : needed ? 'alert' : 'info'}
              size={16}
              label={t(done ? 'authoring.check.done' : 'authoring.check.open')}
            />
            {done ? (
              <span>{t(`authoring.check.${key}`)}</span>
            ) : (
              <button type="button" onClick={() => onShow(tab)}>
                {note === undefined ? t(`authoring.check.${key}`) : t('authoring.check.fillChapters', { titles: note })}
                <small>{t(needed ? 'authoring.check.needed' : 'authoring.check.advised')}</small>
              </button>
            )}
          </li>
        ))}
      </ul>
      <Facts
        items={[
          [
            t('authoring.version'),
            course.versionNumber === 0
              ? t('authoring.noVersion')
              : t('authoring.versionOf', { number: course.versionNumber }),
          ],
          [t('detail.learners'), course.learnerCount],
        ]}
      />
    </aside>
  )
}
