import './rules.css'
import { useQuery } from '@tanstack/react-query'
import { Select, Switch } from 'antd'
import { useId, useState } from 'react'
import { CompletionAwardFields } from '#modules/learning/certificates/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PREREQUISITE_CIRCLE } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'
import { Field } from './Field.tsx'
import { useAutosave } from './use-autosave.ts'
import { type CourseChange, type Editor, saveCourse } from './use-editor.ts'

/** A choice of minutes that people can picture; the server takes any from 0 to 60. */
const presenceMinutes = [0, 3, 5, 10, 15, 20, 30] as const

/** How a course is studied, what comes before it, and its completion awards. Everything is saved as it is chosen. */
export function CourseRules({ editor }: { editor: Editor }) {
  const t = useText('courses')
  const id = useId()
  const { course, change } = editor
  const save = async (part: CourseChange) => {
    await change(saveCourse(course.id, part))
  }
  const now = (part: CourseChange) => void save(part).catch(() => undefined)
  const later = useAutosave(save)
  const known = new Set<number>([...presenceMinutes, course.presenceCheckMinutes])
  return (
    <div className="sy-card sy-column sy-gap-5 co-basic">
      {course.status === 'on-shelf' && <p className="co-basic-note">{t('rules.seenAtOnce')}</p>}
      <section className="co-rules" aria-labelledby={`${id}-study`}>
        <h2 id={`${id}-study`}>{t('rules.study')}</h2>
        <div className="co-form-switch">
          <Switch
            id={`${id}-seek`}
            checked={course.noForwardSeeking}
            onChange={(noForwardSeeking) => now({ noForwardSeeking })}
          />
          <label htmlFor={`${id}-seek`}>
            {t('rules.noForwardSeeking')}
            <small>{t('rules.noForwardSeekingHint')}</small>
          </label>
        </div>
        <Field id={`${id}-presence`} label={t('rules.presence')} hint={t('rules.presenceHint')}>
          <Select
            id={`${id}-presence`}
            value={course.presenceCheckMinutes}
            options={[...known]
              .sort((one, other) => one - other)
              .map((value) => ({
                value,
                label: value === 0 ? t('rules.presenceNever') : t('rules.presenceEvery', { count: value }),
              }))}
            onChange={(presenceCheckMinutes) => now({ presenceCheckMinutes })}
          />
        </Field>
        <Prerequisites editor={editor} />
      </section>
      <section className="co-rules" aria-labelledby={`${id}-awards`}>
        <h2 id={`${id}-awards`}>{t('rules.awards')}</h2>
        <CompletionAwardFields
          gives={course}
          onChange={(part) => (part.certificateTemplateId === undefined ? later(part) : now(part))}
        />
      </section>
    </div>
  )
}

/** Courses that have to be finished first; one that would close a circle is not offered, and is refused. */
function Prerequisites({ editor: { course, change } }: { editor: Editor }) {
  const t = useText('courses')
  const id = useId()
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState<string>()
  const found = useQuery(
    q(
      courses.searchPrerequisites,
      { params: { id: course.id }, query: { search: search || undefined } },
      { quiet: true },
    ),
  )
  const options = new Map(
    [...course.prerequisites, ...(found.data?.items ?? [])].map(({ id: key, name }) => [key, name]),
  )
  const choose = async (prerequisiteIds: string[]) => {
    setProblem(undefined)
    try {
      await change(saveCourse(course.id, { prerequisiteIds }, [PREREQUISITE_CIRCLE]))
    } catch (error) {
      if (!isRefusal(error, PREREQUISITE_CIRCLE)) return
      const path = (error.data.path as readonly string[] | undefined) ?? []
      setProblem(t('rules.circle', { path: path.join(' → ') }))
    }
  }
  return (
    <Field id={id} label={t('rules.prerequisites')} hint={t('rules.prerequisitesHint')} problem={problem}>
      <Select
        id={id}
        mode="multiple"
        maxCount={10}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        placeholder={t('rules.noPrerequisites')}
        loading={found.isFetching}
        notFoundContent={found.isPending ? null : t('rules.nonePossible')}
        status={problem ? 'error' : undefined}
        options={[...options].map(([value, label]) => ({ value, label }))}
        value={course.prerequisites.map((one) => one.id)}
        onChange={(ids: string[]) => void choose(ids)}
      />
    </Field>
  )
}
