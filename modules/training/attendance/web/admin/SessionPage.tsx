import '../parts/attendance.css'
import './attendance-admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { classes } from '#modules/training/classes/contract.ts'
import { ClassTabs } from '#modules/training/classes/web.tsx'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type AttendanceRecord, correctionsMax } from '../../contract/keeping.ts'
import { attendanceStates } from '../../contract/states.ts'
import { attendance } from '../../contract.ts'
import { FigureBar } from '../parts/FigureBar.tsx'
import { phaseOf } from '../parts/phase.ts'
import { StateMark } from '../parts/StateMark.tsx'
import { secondText, spanText } from '../parts/times.ts'
import { attendancePaths } from '../paths.ts'
import { CorrectDialog, type Corrected } from './CorrectDialog.tsx'

const filters = [...attendanceStates, 'open', 'flagged'] as const
type Filter = (typeof filters)[number]
/** While the check-in is open, the records are looked at again so often. */
const OPEN_MS = 4000

/** One session: who came when, how it counts, and why. */
export default function SessionPage() {
  const t = useText('attendance')
  const { id = '', listId = '' } = useParams()
  const one = useQuery(q(classes.editedClass, { params: { id } }))
  const all = useQuery(q(attendance.checkIns, { params: { id } }))
  const { busy, run } = useAction()
  const list = all.data?.checkIns.find((each) => each.id === listId)
  const isOpen = one.data !== undefined && ![7, 8].includes(one.data.state)
  const phase = list && phaseOf(list, all.data?.serverTime ?? 0)
  const isLive = phase === 'open'
  return (
    <>
      <PageHeader
        title={list?.title ?? t('attendance.title')}
        description={list && spanText(list.startsAt, list.endsAt)}
        back={<Link to={attendancePaths.managed(id)}>{one.data?.name ?? t('attendance.title')}</Link>}
        actions={
          <>
            {isOpen && phase !== 'over' && list?.ways.includes('qr') && (
              <Link className="sy-button sy-button-small" to={attendancePaths.screen(id, listId)} target="_blank">
                <Icon name="qr" size={16} />
                {t('lists.show')}
              </Link>
            )}
            {isOpen && list?.ways.includes('scan') && (
              <Link className="sy-button sy-button-plain sy-button-small" to={attendancePaths.scan(id, listId)}>
                <Icon name="phone" size={16} />
                {t('lists.scan')}
              </Link>
            )}
            <Button
              icon={<Icon name="download" size={16} />}
              loading={busy}
              onClick={() =>
                void run(() => download(attendance.exportAttendance, { params: { id }, query: { checkInId: listId } }))
              }
            >
              {t('session.export')}
            </Button>
          </>
        }
      />
      <ClassTabs classId={id} active="/admin/classes/:id/attendance" />
      <div id="class-panel" role="tabpanel" aria-label={t('attendance.title')} className="at-panel">
        <Records
          key={listId}
          classId={id}
          checkInId={listId}
          title={list?.title ?? ''}
          isOpen={isOpen}
          isLive={isLive}
        />
      </div>
    </>
  )
}

interface RecordsProps {
  readonly classId: string
  readonly checkInId: string
  readonly title: string
  readonly isOpen: boolean
  readonly isLive: boolean
}

function Records({ classId, checkInId, title, isOpen, isLive }: RecordsProps) {
  const t = useText('attendance')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<Filter>()
  const [chosen, setChosen] = useState<readonly AttendanceRecord[]>([])
  const [corrected, setCorrected] = useState<Corrected>()
  const query = { page: paging.page, pageSize: paging.pageSize, ...(search && { search }), ...(state && { state }) }
  const list = useQuery({
    ...q(attendance.attendanceRecords, { params: { id: classId, checkInId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && OPEN_MS,
  })
  const correct = (records: readonly AttendanceRecord[]) => {
    const [only, ...more] = records
    setCorrected({
      ...{ checkInId, title, members: records.map(({ member }) => member) },
      state: only && more.length === 0 ? only.state : null,
    })
  }
  return (
    <>
      {list.data && (
        <div className="sy-card at-session-figures">
          <p className="at-came">
            <b>{list.data.figures.checkedIn}</b> / {list.data.figures.participants}
          </p>
          <FigureBar figures={list.data.figures} />
        </div>
      )}
      <div className="sy-toolbar">
        <SearchBox label={t('attendance.search')} onSearch={setSearch} />
        <Select<Filter>
          allowClear
          style={{ width: 140 }}
          placeholder={t('session.all')}
          aria-label={t('session.state')}
          onChange={(value?: Filter) => {
            setState(value)
            paging.reset()
          }}
          options={filters.map((value) => ({
            value,
            label: value === 'flagged' ? t('session.flagged') : t(`states.${value}`),
          }))}
        />
        {isOpen && (
          <Button disabled={chosen.length === 0 || chosen.length > correctionsMax} onClick={() => correct(chosen)}>
            {chosen.length > 0 ? t('session.correctCount', { count: chosen.length }) : t('session.correct')}
          </Button>
        )}
      </div>
      <ListTable<AttendanceRecord>
        label={t('lists.records')}
        list={list}
        rowKey={({ member }) => member.id}
        paging={paging}
        selection={
          isOpen
            ? {
                selectedRowKeys: chosen.map(({ member }) => member.id),
                onChange: (_, rows) => setChosen(rows),
                preserveSelectedRowKeys: true,
              }
            : undefined
        }
        empty={<EmptyState small title={t(search || state ? 'attendance.noMatch' : 'attendance.noOne')} />}
        columns={[
          {
            title: t('attendance.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          { title: t('session.state'), key: 'state', render: (_, record) => <StateMark state={record.state} /> },
          {
            title: t('session.in'),
            key: 'in',
            render: (_, { firstInAt }) => <Time at={firstInAt} />,
          },
          ...(list.data?.kind === 'in-out'
            ? [
                {
                  title: t('session.out'),
                  key: 'out',
                  render: (_: unknown, { lastOutAt, isInside }: AttendanceRecord) =>
                    isInside ? t('session.inside') : <Time at={lastOutAt} />,
                },
              ]
            : []),
          {
            title: t('attendance.minutes'),
            key: 'minutes',
            render: (_, { minutes, correction }) => correction?.minutes ?? minutes,
          },
          { title: t('session.how'), key: 'how', render: (_, record) => <How record={record} /> },
          { title: t('session.note'), key: 'note', render: (_, record) => <Notes record={record} /> },
          ...(isOpen
            ? [
                {
                  title: t('leave.actions'),
                  key: 'actions',
                  render: (_: unknown, record: AttendanceRecord) => (
                    <Button type="link" onClick={() => correct([record])}>
                      {t('session.correct')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {corrected && (
        <CorrectDialog
          classId={classId}
          one={corrected}
          onClose={() => {
            setCorrected(undefined)
            setChosen([])
          }}
        />
      )}
    </>
  )
}

/** The day stands above; a session that ends on another has it at hand. */
function Time({ at }: { at: number | null }) {
  if (at === null) return '—'
  return (
    <time className="sy-number" dateTime={new Date(at).toISOString()} title={dateText(at, 'second')}>
      {secondText(at)}
    </time>
  )
}

function How({ record: { source, distance, accuracy } }: { record: AttendanceRecord }) {
  const t = useText('attendance')
  if (source === null) return '—'
  const place = [
    distance !== null && t('session.distance', { count: distance }),
    accuracy !== null && t('session.accuracy', { count: accuracy }),
  ].filter(Boolean)
  return (
    <>
      {t(`sources.${source}`)}
      {place.length > 0 && <div className="sy-note">{place.join(' · ')}</div>}
    </>
  )
}

function Notes({ record: { flags, leave, correction } }: { record: AttendanceRecord }) {
  const t = useText('attendance')
  if (flags.length === 0 && leave === null && correction === null) return '—'
  return (
    <div className="at-reason">
      {flags.map((flag) => (
        <span key={flag} className="at-flag">
          <Icon name="alert" size={14} /> {t(`flags.${flag}`)}
        </span>
      ))}
      {leave !== null && <div>{t('session.leave', { state: t(`leaveStates.${leave}`) })}</div>}
      {correction && (
        <div>
          {correction.by === null
            ? t('session.correctedByNone', { reason: correction.reason })
            : t('session.corrected', { by: correction.by, reason: correction.reason })}
        </div>
      )}
    </div>
  )
}
