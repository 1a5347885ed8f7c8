import { useQuery } from '@tanstack/react-query'
import { Drawer, Progress } from 'antd'
import type { ReactNode } from 'react'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { paragraph } from '#web/i18n/paragraph.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { LearnerRow } from '../../contract/board.ts'
import { courses } from '../../contract.ts'
import { studyTimeText } from '../durations.ts'
import { kindIcons } from '../kinds.ts'
import { reasonText } from '../reasons.ts'
import { StudyTag } from './StudyTag.tsx'
import { Waiver } from './Waiver.tsx'

type Learner = Output<typeof courses.learnerOfCourse>

interface Props {
  readonly courseId: string
  readonly learner: LearnerRow
  readonly onClose: () => void
}

/** One learner, section by section, with why it is not finished. */
export function LearnerDrawer({ courseId, learner, onClose }: Props) {
  const t = useText('courses')
  const { id, fullName } = learner.member
  const params = { courseId, memberId: id }
  const detail = useQuery(q(courses.learnerOfCourse, { params }, { quiet: true }))
  return (
    <Drawer open title={t('board.drawer', { name: fullName })} size={560} onClose={onClose}>
      {detail.isPending && <LoadingState rows={6} />}
      {detail.isError && <ErrorState small error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.data && <LearnerDetail courseId={courseId} learner={detail.data} />}
    </Drawer>
  )
}

function LearnerDetail({ courseId, learner }: { courseId: string; learner: Learner }) {
  const { member, organization, progress, chapters, mayLetOff } = learner
  const waiver = { courseId, memberId: member.id, memberName: member.fullName }
  const t = useText('courses')
  const facts = [
    [t('board.studyTime'), studyTimeText(t, progress.studySeconds)],
    [t('board.registeredAt'), <DateText key="registered" value={progress.registeredAt} />],
    [t('board.lastStudied'), <DateText key="last" value={progress.lastStudiedAt} />],
    [t('board.finishedAt'), <DateText key="finished" value={progress.finishedAt} />],
  ] as const
  return (
    <div className="sy-column sy-gap-4 co-learner">
      <div className="sy-row sy-gap-3 co-learner-head">
        <Avatar name={member.fullName} path={member.avatarPath} size={48} />
        <div>
          <strong>{member.fullName}</strong>
          <span className="sy-faint">{organization.name}</span>
        </div>
        <StudyTag status={progress.status} />
      </div>
      <Progress percent={progress.percent} aria-label={t('card.progress', { percent: progress.percent })} />
      {progress.reasons.length > 0 && <p>{paragraph(progress.reasons.map((reason) => reasonText(t, reason)))}</p>}
      <Facts className="co-learner-facts" items={facts} />
      {mayLetOff && !progress.finished && (
        <div>
          <Waiver {...waiver} />
        </div>
      )}
      {chapters.map((chapter) => (
        <section key={chapter.id} aria-label={chapter.title}>
          <h2>{chapter.title}</h2>
          <ul>
            {chapter.sections.map((section) => (
              <SectionLine key={section.id} section={section}>
                {mayLetOff && !section.progress.finished && <Waiver {...waiver} section={section} />}
              </SectionLine>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface LineProps {
  readonly section: Learner['chapters'][number]['sections'][number]
  readonly children: ReactNode
}

function SectionLine({ section, children }: LineProps) {
  const t = useText('courses')
  const { title, kind, isRequired, progress } = section
  return (
    <li className="co-learner-section" data-done={progress.finished}>
      <Icon name={progress.finished ? 'check' : kindIcons[kind]} size={18} label={t(`kind.${kind}`)} />
      <span>
        <span className="sy-row sy-wrap sy-gap-2 co-learner-title">
          {title}
          <span className={isRequired === 1 ? 'co-required' : 'co-elective'}>
            {t(isRequired === 1 ? 'outline.required' : 'outline.elective')}
          </span>
        </span>
        <small>
          {progress.finished ? (
            <>
              {t(progress.status === 4 ? 'board.waived' : 'board.finished')} <DateText value={progress.finishedAt} />
            </>
          ) : (
            paragraph(progress.reasons.map((reason) => reasonText(t, reason)))
          )}
        </small>
      </span>
      {children}
      <b className="sy-number">{progress.percent}%</b>
    </li>
  )
}
