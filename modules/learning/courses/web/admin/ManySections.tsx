import { Button, Select } from 'antd'
import type { CallInput } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { COURSE_CHANGED } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'
import type { Editor } from './use-editor.ts'
import type { Removals } from './use-removals.ts'

interface Props {
  readonly editor: Editor
  /** In their order. */
  readonly chosenIds: readonly string[]
  readonly removals: Removals
  readonly onClear: () => void
}

const handled = { handles: [COURSE_CHANGED], outdates: [courses.editedCourse] }

type Part = Omit<CallInput<typeof courses.changeSections>['body'], 'revision' | 'sectionIds'>

/** What is done with several sections at once; it stands at the foot of the window while some are chosen. */
export function ManySections({ editor: { course, change }, chosenIds, removals, onClear }: Props) {
  const t = useText('courses')
  const { busy, run } = useAction()
  if (chosenIds.length === 0) return null
  const params = { id: course.id }
  const put = (part: Part) =>
    run(async () => {
      await removals.finish()
      const sectionIds = [...chosenIds]
      await change((revision) =>
        call(courses.changeSections, { params, body: { ...part, sectionIds, revision } }, handled),
      )
    })
  const remove = () => {
    removals.remove({ ids: chosenIds, said: t('authoring.many.deleted', { count: chosenIds.length }) })
    onClear()
  }
  const buttons = [
    ['required', { isRequired: 1 }],
    ['elective', { isRequired: 0 }],
    ['studying', { needsReview: 0 }],
    ['proof', { needsReview: 1 }],
  ] as const satisfies readonly (readonly [string, Part])[]
  return (
    <section className="sy-box sy-row sy-wrap sy-gap-2 co-many" aria-label={t('authoring.many.bar')}>
      <strong role="status">{t('authoring.many.chosen', { count: chosenIds.length })}</strong>
      <Select<string>
        className="co-many-chapter"
        value={null}
        disabled={busy}
        aria-label={t('authoring.many.move')}
        placeholder={t('authoring.many.move')}
        options={course.chapters.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(chapterId) => void put({ chapterId })}
      />
      {buttons.map(([name, part]) => (
        <Button key={name} size="small" disabled={busy} onClick={() => void put(part)}>
          {t(`authoring.many.${name}`)}
        </Button>
      ))}
      <Button size="small" danger disabled={busy} icon={<Icon name="delete" size={16} />} onClick={remove}>
        {t('authoring.many.delete')}
      </Button>
      <Button size="small" type="text" onClick={onClear}>
        {t('authoring.many.clear')}
      </Button>
    </section>
  )
}
