/** The attendance of a room: for its host and for administrators, while it runs and afterwards. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLastLook } from '#web/ui/use-last-look.ts'
import { rooms } from '../../contract.ts'
import { DropOff } from './DropOff.tsx'
import { type PersonLine, PresenceLine } from './PresenceLine.tsx'
import './attendance.css'

type Attendance = Output<typeof rooms.attendance>
type Row = Attendance['items'][number]

const states = ['all', 'attended', 'absent'] as const
type State = (typeof states)[number]
/** The figures change while the room runs. */
const refetchMs = 15_000

export interface AttendanceTableProps {
  readonly roomId: string
}

export default function AttendanceTable({ roomId }: AttendanceTableProps) {
  const t = useText('rooms')
  const params = { id: roomId }
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [state, setState] = useState<State>('all')
  const [name, setName] = useState<string>()
  const { busy: exporting, run } = useAction()
  const { page, pageSize } = paging
  const filter = { name, attended: state === 'all' ? undefined : state === 'attended' }
  const list = useQuery({
    ...q(rooms.attendance, { params, query: { ...filter, page, pageSize } }, { quiet: true, handles: [NOT_FOUND] }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.startedAt != null && data.endedAt === null ? refetchMs : false),
  })
  const isRunning = list.data?.startedAt != null && list.data.endedAt === null
  const ids = list.data?.items.map(({ participantId }) => participantId) ?? []
  const lines = useQuery({
    ...q(rooms.attendanceTimelines, { params, query: { participantIds: ids } }, { quiet: true }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: isRunning ? refetchMs : false,
  })
  useLastLook(isRunning, () => ids.length > 0 && lines.refetch())
  const byId = useMemo(() => new Map(lines.data?.items.map((one) => [one.participantId, one])), [lines.data])
  const columns = useColumns(list.data, byId)
  const exportRows = () => run(() => download(rooms.attendanceSheet, { params }))
  const narrow = (change: () => void) => {
    change()
    paging.reset()
  }
  // Figures and curve stand above the table: shown one by one, each would push it down.
  const curve = useQuery(q(rooms.attendanceCurve, { params }, { quiet: true, handles: [NOT_FOUND] }))
  if (list.isPending || curve.isPending) {
    return (
      <div className="at-waiting">
        <LoadingState rows={10} />
      </div>
    )
  }
  if (isRefusal(list.error, NOT_FOUND))
    return <EmptyState title={t('attendance.none')} description={t('attendance.noneHint')} />
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <div className="at">
      <Figures attendance={list.data} />
      <DropOff roomId={roomId} isRunning={isRunning} />
      <div className="sy-row sy-wrap sy-gap-3 at-bar">
        <Segmented
          aria-label={t('attendance.filter')}
          value={state}
          options={states.map((value) => ({ value, label: t(`attendance.state.${value}`) }))}
          onChange={(value) => narrow(() => setState(value))}
        />
        <SearchBox label={t('attendance.search')} onSearch={(text) => narrow(() => setName(text || undefined))} />
        <Button icon={<Icon name="download" size={16} />} loading={exporting} onClick={() => void exportRows()}>
          {t('attendance.export')}
        </Button>
      </div>
      <DataTable
        label={t('attendance.title')}
        columns={columns}
        rows={list.data?.items}
        rowKey="participantId"
        loading={list.isPending}
        paging={paging}
        recordCount={list.data?.recordCount}
        empty={
          <EmptyState
            small
            title={t(name !== undefined || state !== 'all' ? 'attendance.noMatch' : 'attendance.nobody')}
          />
        }
      />
    </div>
  )
}

function Figures({ attendance }: { attendance: Attendance | undefined }) {
  const t = useText('rooms')
  if (!attendance) return null
  const { startedAt, endedAt, attendedCount, minimumMinutes } = attendance
  return (
    <Facts
      items={[
        [t('attendance.attendedCount'), attendedCount],
        [
          t('attendance.rule'),
          minimumMinutes === 0 ? t('attendance.noRule') : t('attendance.ruleMinutes', { count: minimumMinutes }),
        ],
        [t('attendance.began'), <DateText key="began" value={startedAt} />],
        [
          t('attendance.ended'),
          endedAt === null && startedAt !== null ? t('attendance.running') : <DateText key="ended" value={endedAt} />,
        ],
      ]}
    />
  )
}

function useColumns(attendance: Attendance | undefined, lines: ReadonlyMap<string, PersonLine>) {
  const t = useText('rooms')
  const { startedAt = null, endedAt = null } = attendance ?? {}
  return useMemo(() => {
    const minutes = (seconds: number) => t('replay.minutes', { minutes: Math.floor(seconds / 60) })
    const right = 'right' as const
    return [
      {
        title: t('attendance.person'),
        key: 'name',
        render: (_: unknown, row: Row) => (
          <span className="at-person">
            <strong>{row.name || t('replay.someone')}</strong>
            <small>
              {t(`role.${row.role}`)}
              {row.memberId === null && ` · ${t('attendance.guest')}`}
              {row.online && <i className="at-online">{t('attendance.online')}</i>}
            </small>
          </span>
        ),
      },
      {
        title: t('attendance.line'),
        key: 'line',
        width: 260,
        render: (_: unknown, row: Row) => (
          <PresenceLine name={row.name} line={lines.get(row.participantId)} from={startedAt} until={endedAt} />
        ),
      },
      {
        title: t('attendance.live'),
        key: 'live',
        align: right,
        render: (_: unknown, row: Row) => minutes(row.liveSeconds),
      },
      {
        title: t('attendance.replay'),
        key: 'replay',
        align: right,
        render: (_: unknown, row: Row) => minutes(row.replaySeconds),
      },
      {
        title: t('attendance.result'),
        key: 'result',
        render: (_: unknown, row: Row) => (
          <span className="at-result" data-result={row.attended ? 'attended' : row.completed ? 'completed' : 'not'}>
            {t(row.attended ? 'attendance.isAttended' : row.completed ? 'attendance.isCompleted' : 'attendance.isNot')}
          </span>
        ),
      },
      {
        title: t('attendance.firstIn'),
        key: 'first',
        render: (_: unknown, row: Row) => <DateText value={row.firstIn} style="second" />,
      },
      {
        title: t('attendance.lastOut'),
        key: 'last',
        render: (_: unknown, row: Row) => <DateText value={row.lastOut} style="second" />,
      },
      { title: t('attendance.signed'), dataIndex: 'signed', key: 'signed', align: right },
      { title: t('attendance.messages'), dataIndex: 'messages', key: 'messages', align: right },
    ]
  }, [t, lines, startedAt, endedAt])
}
