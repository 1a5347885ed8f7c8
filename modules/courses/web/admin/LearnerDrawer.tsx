import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { courses } from '../../contract.ts'
import { studyTimeText } from '../durations.ts'
import { ProgressRing } from '../ProgressRing.tsx'
import { reasonText } from '../reasons.ts'

interface Props {
  readonly courseId: string
  readonly row: Output<typeof courses.courseBoard>['items'][number]
  readonly onClose: () => void
}

/** One learner in the course, section by section, each with why it is not finished. */
export function LearnerDrawer({ courseId, row, onClose }: Props) {
  const t = useText('courses')
  const params = { courseId, memberId: row.member.id }
  const { data, error, refetch } = useQuery(q(courses.learnerOfCourse, { params }, { quiet: true }))
  return (
    <Drawer open size={520} title={row.member.fullName} onClose={onClose} destroyOnHidden>
      {error && !data ? (
        <ErrorState small onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={6} />
      ) : (
        <>
          <p className="sy-faint">
            {data.organization.name} · {studyTimeText(t, data.progress.studySeconds)} · {t('board.lastStudied')}{' '}
            <DateText value={data.progress.lastStudiedAt} style="relative" />
          </p>
          <ul className="co-board-reasons">
            {data.progress.reasons.map((reason) => (
              <li key={reason.code}>{reasonText(t, reason)}</li>
            ))}
          </ul>
          {data.chapters.map((chapter) => (
            <section key={chapter.id} aria-label={chapter.title}>
              <h3>{chapter.title}</h3>
              <ul className="co-board-sections">
                {chapter.sections.map((section) => (
                  <li key={section.id}>
                    <ProgressRing
                      size={36}
                      percent={section.progress.percent}
                      label={t('card.progress', { percent: section.progress.percent })}
                    />
                    <span>
                      {section.title}
                      <small className="sy-faint">
                        {t(section.isRequired === 1 ? 'outline.required' : 'outline.elective')}
                        {section.progress.reasons.map((reason) => ` · ${reasonText(t, reason)}`)}
                      </small>
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Drawer>
  )
}
