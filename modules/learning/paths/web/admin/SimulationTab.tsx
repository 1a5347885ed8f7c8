import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useId, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { EditedPath, SimulatedDay } from '../../contract/authoring.ts'
import { paths } from '../../contract.ts'
import { lockText } from '../study/lock-text.ts'
import { Field } from './Field.tsx'
import { Departments, Positions } from './posts.tsx'

const DAYS = [1, 7, 10, 30, 60, 90]
const paces = ['everything', 'nothing'] as const

/** What somebody who is hired on a day would see of the path, day by day. */
export function SimulationTab({ path }: { path: EditedPath }) {
  const t = useText('paths')
  const id = useId()
  const [positionId, setPositionId] = useState<string>()
  const [organizationId, setOrganizationId] = useState<string>()
  const [hiredOn, setHiredOn] = useState<string | null>(null)
  const [pace, setPace] = useState<(typeof paces)[number]>('everything')
  const query = { positionId, organizationId, hiredOn: hiredOn ?? undefined, pace, days: DAYS }
  const found = useQuery({
    ...q(paths.simulatePath, { params: { id: path.id }, query }, { quiet: true, cache: 0 }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className="lp-hint">{t('simulation.hint')}</p>
      <div className="sy-box sy-grid sy-gap-4 lp-rule">
        <Field id={`${id}-position`} label={t('simulation.position')}>
          <Positions
            id={`${id}-position`}
            single
            placeholder={t('simulation.noPosition')}
            value={positionId === undefined ? [] : [positionId]}
            onChange={([next]) => setPositionId(next)}
          />
        </Field>
        <Field id={`${id}-department`} label={t('simulation.department')}>
          <Departments
            id={`${id}-department`}
            single
            placeholder={t('simulation.company')}
            value={organizationId === undefined ? [] : [organizationId]}
            onChange={([next]) => setOrganizationId(next)}
          />
        </Field>
        <Field id={`${id}-hired`} label={t('simulation.hiredOn')} hint={t('simulation.today')}>
          <DayField id={`${id}-hired`} value={hiredOn} onChange={setHiredOn} />
        </Field>
        <Field label={t('simulation.pace')}>
          <Segmented
            aria-label={t('simulation.pace')}
            value={pace}
            onChange={setPace}
            options={paces.map((value) => ({ value, label: t(`simulation.paces.${value}`) }))}
          />
        </Field>
      </div>
      <div aria-live="polite">
        {found.isPending && <LoadingState rows={5} />}
        {found.isError && <ErrorState small error={found.error} onRetry={() => void found.refetch()} />}
        {found.data && found.data.assignedOnDay === null && (
          <EmptyState small title={t('simulation.never')} description={t('simulation.neverHint')} />
        )}
        {found.data && found.data.assignedOnDay !== null && (
          <>
            <p className="lp-simulated">{t('simulation.assigned', { day: found.data.assignedOnDay })}</p>
            <Days days={found.data.days} />
          </>
        )}
      </div>
    </>
  )
}

function Days({ days }: { days: readonly SimulatedDay[] }) {
  const t = useText('paths')
  const chapters = days[0]?.chapters ?? []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard.
    <section className="lp-days" tabIndex={0} aria-label={t('simulation.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('simulation.chapter')}</th>
            {days.map(({ day, at }) => (
              <th scope="col" key={day}>
                {t('simulation.day', { day })}
                <small>
                  <DateText value={at} style="day" />
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chapters.map((chapter, index) => (
            <tr key={chapter.id}>
              <th scope="row">{chapter.title}</th>
              {days.map((day) => (
                <Cell key={day.day} day={day} index={index} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ day, index }: { day: SimulatedDay; index: number }) {
  const t = useText('paths')
  const chapter = day.chapters[index]
  if (!day.isAssigned || !chapter) return <td data-state="none">{t('simulation.notYet')}</td>
  if (chapter.isOpen) {
    return (
      <td data-state="open">
        <Icon name="check" size={18} label={t('simulation.open')} />
      </td>
    )
  }
  const why = chapter.lock ? lockText(chapter.lock, t) : ''
  return (
    <td data-state="locked" title={why}>
      <Icon name="lock" size={16} label={why} />
    </td>
  )
}
