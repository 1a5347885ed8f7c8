import '../courses.css'
import '../study/video/video.css'
import './admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Person } from '#web/ui/Person.tsx'
import { LIST_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { LearnerQuestion } from '../../contract/guided.ts'
import { courses } from '../../contract.ts'
import { Answer } from '../Answer.tsx'
import { coursePaths } from '../paths.ts'

const PANEL = 'learner-questions'

/** Questions of learners in the courses that the member makes, manages or teaches: what waits stands first. */
export default function QuestionsPage() {
  const t = useText('courses')
  const [place] = useSearchParams()
  const courseId = place.get('course') ?? undefined
  const [tab, setTab] = useState<'waiting' | 'answered'>('waiting')
  const paging = usePaging(LIST_PAGE_SIZE)
  const { page, pageSize } = paging
  const query = { page, pageSize, courseId, answered: tab === 'answered' }
  const list = useQuery({
    ...q(courses.learnerQuestions, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={t('questions.title')} description={t('questions.hint')} />
      <TabBar
        label={t('questions.title')}
        tabs={(['waiting', 'answered'] as const).map((key) => ({ key, title: t(`questions.${key}`) }))}
        active={tab}
        panelId={PANEL}
        onChange={(key) => {
          setTab(key)
          paging.reset()
        }}
      />
      <div
        id={PANEL}
        role="tabpanel"
        aria-label={t(`questions.${tab}`)}
        className="sy-tab-panel sy-grid sy-gap-3 co-learner-questions"
      >
        {courseId !== undefined && (
          <p className="sy-note">
            {t('questions.oneCourse')} <Link to={coursePaths.questions()}>{t('questions.allCourses')}</Link>
          </p>
        )}
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <LoadingState rows={4} />}
        {list.data?.recordCount === 0 && (
          <EmptyState title={t(`questions.none.${tab}`)} description={tab === 'waiting' && t('questions.noneHint')} />
        )}
        <ol className="sy-plain-list sy-grid sy-gap-3">
          {list.data?.items.map((question) => (
            <li key={question.id}>
              <Question question={question} />
            </li>
          ))}
        </ol>
        {list.data && <Pager paging={paging} recordCount={list.data.recordCount} />}
      </div>
    </>
  )
}

function Question({ question }: { question: LearnerQuestion }) {
  const { member, text, createTime, courseId, courseName, sectionId, sectionTitle, time } = question
  return (
    <article className="sy-card sy-grid sy-gap-3 co-learner-question">
      <Person name={member.fullName} path={member.avatarPath} note={<DateText value={createTime} style="minute" />} />
      <div>
        <h2>{text}</h2>
        <p className="sy-note">
          <Link to={coursePaths.course(courseId, sectionId)}>{courseName}</Link>
          {sectionTitle !== '' && ` · ${sectionTitle}`} · <span className="sy-number">{clockText(time)}</span>
        </p>
      </div>
      <Answer question={question} open />
    </article>
  )
}
