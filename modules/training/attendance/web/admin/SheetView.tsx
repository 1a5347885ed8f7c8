import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Person } from '#web/ui/Person.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { SheetRow } from '../../contract/keeping.ts'
import { attendanceStates } from '../../contract/states.ts'
import { attendance } from '../../contract.ts'
import { StateMark } from '../parts/StateMark.tsx'
import { CorrectDialog, type Corrected } from './CorrectDialog.tsx'

interface Props {
  readonly classId: string
  readonly isOpen: boolean
}

/** Participants and sessions: who attended what. A cell is corrected by pressing it. */
export function SheetView({ classId, isOpen }: Props) {
  const t = useText('attendance')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [corrected, setCorrected] = useState<Corrected>()
  const query = { page: paging.page, pageSize: paging.pageSize, ...(search && { search }) }
  const { data, error, refetch } = useQuery({
    ...q(attendance.attendanceSheet, { params: { id: classId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  if (data.lists.length === 0) return <EmptyState title={t('sheet.none')} description={t('sheet.noneHint')} />
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('attendance.search')} onSearch={setSearch} />
        <ul className="at-legend" aria-label={t('sheet.legend')}>
          {attendanceStates.map((state) => (
            <li key={state}>
              <StateMark state={state} />
            </li>
          ))}
        </ul>
      </div>
      {data.items.length === 0 ? (
        <EmptyState
          small
          title={t(search ? 'attendance.noMatch' : 'attendance.noOne')}
          description={search ? undefined : t('attendance.noOneHint')}
        />
      ) : (
        <Sheet rows={data.items} lists={data.lists} onCorrect={isOpen ? setCorrected : undefined} />
      )}
      <Pager paging={paging} recordCount={data.recordCount} />
      {corrected && <CorrectDialog classId={classId} one={corrected} onClose={() => setCorrected(undefined)} />}
    </>
  )
}

interface SheetProps {
  readonly rows: readonly SheetRow[]
  readonly lists: readonly {
    readonly id: string
    readonly title: string
    readonly startsAt: number
    readonly makesUpFor: string | null
  }[]
  readonly onCorrect: ((one: Corrected) => void) | undefined
}

export function Sheet({ rows, lists, onCorrect }: SheetProps) {
  const t = useText('attendance')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard.
    <section className="at-sheet" aria-label={t('attendance.view.sheet')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('attendance.member')}</th>
            <th scope="col">{t('attendance.percent')}</th>
            {lists.map(({ id, title, startsAt, makesUpFor }) => (
              <th scope="col" key={id} title={title}>
                <span className="sy-one-line">{title}</span>
                <small>
                  {dateText(startsAt, 'minute').slice(5)}
                  {makesUpFor !== null && ` · ${t('sheet.isMakeUp')}`}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ member, organizationName, states, figures }) => (
            <tr key={member.id}>
              <th scope="row">
                <Person name={member.fullName} path={member.avatarPath} note={organizationName} size={28} />
              </th>
              <td>
                <b className="sy-number">{figures.percent}%</b>
                <small className="sy-note">{t('attendance.minuteCount', { count: figures.minutes })}</small>
              </td>
              {lists.map(({ id, title }, at) => {
                const state = states[at] ?? null
                const word = t(`states.${state ?? 'open'}`)
                return (
                  <td key={id}>
                    {onCorrect ? (
                      <button
                        type="button"
                        className="at-cell"
                        data-state={state ?? 'open'}
                        aria-label={t('sheet.cell', { name: member.fullName, title, state: word })}
                        onClick={() => onCorrect({ checkInId: id, title, members: [member], state })}
                      >
                        {state === null ? '—' : word}
                      </button>
                    ) : (
                      <StateMark state={state} />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
