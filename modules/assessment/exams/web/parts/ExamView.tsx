import './exams.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import type { GivenAccommodation } from '../../contract/accommodations.ts'
import type { ExamEntry } from '../../contract/learning.ts'
import { examPaths } from '../paths.ts'
import { PublishingTag, RecordTag } from './StateTag.tsx'
import { WindowText } from './WindowText.tsx'

/** What belongs to the examinee besides the rules of the exam, in words. */
function AccommodationNote({ given }: { given: GivenAccommodation }) {
  const t = useText('exams')
  const { timePercent, extraAttempts, laterMinutes } = given
  const parts = [
    timePercent > 100 && t('accommodation.ownTime', { count: timePercent }),
    extraAttempts > 0 && t('accommodation.ownAttempts', { count: extraAttempts }),
    laterMinutes > 0 && t('accommodation.ownLater', { count: laterMinutes }),
  ].filter((part) => part !== false)
  return <p className="sy-callout">{t('accommodation.own', { text: parts.join(t('accommodation.separator')) })}</p>
}

/** An exam as examinees meet it before the start (EXAM-003), and approvers before them. */
export function ExamView({ exam, children }: { exam: ExamEntry; children?: ReactNode }) {
  const t = useText('exams')
  const { attemptsMax, attemptsUsed, leavesMax, passTenths } = exam
  const attempts =
    attemptsMax === 0
      ? t('entry.unlimited', { count: attemptsUsed })
      : t('entry.attemptsOf', { count: attemptsUsed, max: attemptsMax })
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.all}>{t('list.title')}</Link>}
        title={exam.name}
        description={exam.summary}
        actions={
          <>
            <PublishingTag state={exam.state} />
            <RecordTag state={exam.record} />
          </>
        }
      />
      <div className="ex-entry">
        <section className="sy-card ex-entry-start" aria-label={t('entry.about')}>
          <Facts
            shape="figures"
            items={[
              [t('entry.duration'), t('entry.minutes', { count: exam.durationMinutes })],
              [t('entry.questions'), String(exam.questionCount)],
              [t('entry.total'), pointsOfTenths(exam.totalTenths)],
              passTenths !== null && [t('entry.pass'), pointsOfTenths(passTenths)],
            ]}
          />
          <Facts
            shape="rows"
            items={[
              [t('entry.window'), <WindowText key="window" startAt={exam.startAt} endAt={exam.endAt} />],
              [t('entry.attempts'), attempts],
              [t('entry.scoreShown'), t(`rules.scoreShown.${exam.scoreShown}`)],
              [t('entry.viewing'), t(`rules.viewing.${exam.viewingRule}`)],
            ]}
          />
          {exam.accommodation && <AccommodationNote given={exam.accommodation} />}
          {exam.instructions !== '' && <Prose html={exam.instructions} />}
          <ul className="ex-rules sy-note">
            <li>{t('entry.saved')}</li>
            <li>{t('entry.timeGoesOn')}</li>
            {exam.isInOrder && <li>{t('entry.inOrder')}</li>}
            <li>{leavesMax === null ? t('entry.leavesNoted') : t('entry.leavesLimited', { count: leavesMax })}</li>
          </ul>
          {children}
        </section>
      </div>
    </>
  )
}
