import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { CourseDetail, LearnerSection } from '../../contract/learning.ts'
import type { CourseOffer } from '../../contract/offer.ts'
import { courses } from '../../contract.ts'
import { lengthText } from '../durations.ts'
import { kindIcons } from '../kinds.ts'
import { coursePaths } from '../paths.ts'
import { WhoStudies } from './WhoStudies.tsx'

interface Props {
  readonly course: CourseDetail
  /** Opens a section that may be tried; left out where nothing of the course can be opened. */
  readonly onTry: ((sectionId: string) => void) | undefined
}

/** Before registering: how long it takes, what it gives, how others found it, who studies it, what comes first, what can be tried. */
export function Offer({ course, onTry }: Props) {
  const t = useText('courses')
  const id = useId()
  const offer = useQuery(q(courses.courseOffer, { params: { id: course.id } }, { quiet: true }))
  const free = course.chapters.flatMap((chapter) => chapter.sections).filter(({ freePreview }) => freePreview)
  return (
    <section className="sy-card co-offer" aria-labelledby={id}>
      <h2 id={id}>{t('offer.title')}</h2>
      <div className="co-offer-parts">
        <Part icon="clock" title={t('offer.time')}>
          <Length course={course} />
        </Part>
        <Part icon="medal" title={t('offer.gains')}>
          {offer.isPending ? <LoadingState rows={1} shape="lines" /> : <Gains course={course} offer={offer.data} />}
        </Part>
        <Part icon="star" title={t('offer.score')}>
          {course.score ? (
            <>
              <strong className="sy-number">{course.score.average.toFixed(1)}</strong>
              <small>{t('offer.scoreOf', { count: course.score.count })}</small>
            </>
          ) : (
            <small>{t('offer.noScore')}</small>
          )}
        </Part>
        <Part icon="users" title={t('offer.who')}>
          <strong>
            <NumberText value={course.learnerCount} /> {t('card.learners')}
          </strong>
          {offer.isPending && <LoadingState rows={1} shape="lines" />}
          {offer.data && <WhoStudies offer={offer.data} />}
        </Part>
        <Part icon="route" title={t('offer.first')}>
          {course.prerequisites.length === 0 ? <small>{t('offer.nothingFirst')}</small> : <First course={course} />}
        </Part>
        {onTry && free.length > 0 && (
          <Part icon="eye" title={t('offer.try')}>
            <FreeSections sections={free} onTry={onTry} />
          </Part>
        )}
      </div>
    </section>
  )
}

function Part({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="co-offer-part">
      <Icon name={icon} size={20} />
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </div>
  )
}

/** What can be counted is counted: the playing time, the pages, and how many sections have to be finished. */
function Length({ course }: { course: CourseDetail }) {
  const t = useText('courses')
  const sections = course.chapters.flatMap((chapter) => chapter.sections)
  const pages = sections.reduce((sum, { pageCount }) => sum + pageCount, 0)
  const parts = [
    ...(course.durationSeconds > 0 ? [lengthText(t, course.durationSeconds)] : []),
    ...(pages > 0 ? [t('offer.pages', { count: pages })] : []),
  ]
  const required = sections.filter(({ isRequired }) => isRequired === 1).length
  const sectionCount = t('card.sections', { count: sections.length })
  return (
    <>
      <strong>{parts.length > 0 ? parts.join(t('offer.and')) : sectionCount}</strong>
      <small>{t('offer.sections', { sections: sectionCount, required })}</small>
    </>
  )
}

const amountText = (hundredths: number) => String(hundredths / 100)

function gainsOf(t: TextOf, course: CourseDetail, offer: CourseOffer | undefined, currency: string): string[] {
  const { classHourHundredths, creditHundredths, certificate } = course.finishGives
  const nameOf = { 1: currency, 2: t('offer.points') } as const
  return [
    ...(certificate ? [t('offer.certificate', { name: certificate.name })] : []),
    ...(classHourHundredths > 0 ? [t('offer.classHours', { amount: amountText(classHourHundredths) })] : []),
    ...(creditHundredths > 0 ? [t('offer.credit', { amount: amountText(creditHundredths) })] : []),
    ...(offer?.rewards ?? []).map(({ kind, amountHundredths }) =>
      t('offer.reward', { amount: amountText(Number(amountHundredths)), name: nameOf[kind] }),
    ),
  ]
}

function Gains({ course, offer }: { course: CourseDetail; offer: CourseOffer | undefined }) {
  const t = useText('courses')
  const gains = gainsOf(t, course, offer, useCurrencyName())
  if (gains.length === 0) return <small>{t('offer.noGains')}</small>
  return (
    <ul className="sy-plain-list co-offer-list">
      {gains.map((gain) => (
        <li key={gain}>{gain}</li>
      ))}
    </ul>
  )
}

function First({ course }: { course: CourseDetail }) {
  const t = useText('courses')
  return (
    <ul className="sy-plain-list co-offer-list">
      {course.prerequisites.map(({ id, name, finished }) => (
        <li key={id}>
          <Link to={coursePaths.course(id)}>{name}</Link>
          {finished && (
            <span className="sy-inline co-done">
              <Icon name="check" size={14} />
              {t('offer.done')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function FreeSections({ sections, onTry }: { sections: readonly LearnerSection[]; onTry: (id: string) => void }) {
  const t = useText('courses')
  return (
    <ul className="sy-plain-list co-offer-list">
      {sections.map(({ id, title, kind, unit, unitCount }) => (
        <li key={id}>
          <button type="button" className="co-offer-try" onClick={() => onTry(id)}>
            <Icon name={kindIcons[kind]} size={16} label={t(`kind.${kind}`)} />
            {title}
            {unit === 'ms' && <small className="sy-number">{clockText(unitCount)}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}
