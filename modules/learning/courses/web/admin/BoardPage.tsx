import '../courses.css'
import './admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Progress, Segmented, Select } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { LearnerRow } from '../../contract/board.ts'
import { courses } from '../../contract.ts'
import { studyTimeText } from '../durations.ts'
import { coursePaths } from '../paths.ts'
import { LearnerDrawer } from './LearnerDrawer.tsx'
import { ShareBar } from './ShareBar.tsx'
import { StudyTag } from './StudyTag.tsx'

type Summary = Output<typeof courses.courseBoardSummary>
const states = ['all', 'not-started', 'learning', 'done', 'abandoned'] as const
type State = (typeof states)[number]

interface Filters {
  readonly state: State
  readonly organizationId?: string
  readonly search?: string
}

/** Who is where in a course. */
export default function BoardPage() {
  const t = useText('courses')
  const { courseId = '' } = useParams()
  const params = { courseId }
  const summary = useQuery(q(courses.courseBoardSummary, { params }))
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({ state: 'all' })
  const [opened, setOpened] = useState<LearnerRow>()
  const [chosen, setChosen] = useState<readonly string[] | 'all'>([])
  const { busy: exporting, run } = useAction()
  const { state, ...others } = filters
  const query = { ...others, state: state === 'all' ? undefined : state }
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(courses.courseBoard, { params, query: { ...query, page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns(setOpened)
  const filter = (part: Partial<Filters>) => {
    setFilters((before) => ({ ...before, ...part }))
    setChosen([])
    paging.reset()
  }
  const exportRows = () => run(() => download(courses.exportCourseBoard, { params, query }))
  if (summary.isPending) return <LoadingState rows={8} />
  if (!summary.data) return <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
  const matchCount = list.data?.recordCount ?? 0
  return (
    <>
      <PageHeader
        title={summary.data.courseName}
        description={t('board.hint')}
        back={<Link to={coursePaths.followed}>{t('board.title')}</Link>}
        actions={
          <Button
            icon={<Icon name="download" size={16} />}
            loading={exporting}
            disabled={matchCount === 0}
            onClick={() => void exportRows()}
          >
            {t('board.export')}
          </Button>
        }
      />
      <Figures summary={summary.data} />
      <Filter summary={summary.data} filters={filters} onChange={filter} />
      {summary.data.mayRemind && (
        <Chosen chosen={chosen} rows={list.data?.items} matchCount={matchCount} onChange={setChosen}>
          <Slot
            name="course-learners"
            values={{
              ...{ courseId, chosen, filter: query, count: chosen === 'all' ? matchCount : chosen.length },
              onSent: () => setChosen([]),
            }}
          />
        </Chosen>
      )}
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={t('board.learners')}
          columns={columns}
          rows={list.data?.items}
          rowKey={(row: LearnerRow) => row.member.id}
          loading={list.isPending}
          paging={paging}
          recordCount={list.data?.recordCount}
          selection={
            summary.data.mayRemind
              ? {
                  selectedRowKeys:
                    chosen === 'all' ? (list.data?.items ?? []).map((row) => row.member.id) : [...chosen],
                  onChange: (keys) => setChosen(keys.map(String)),
                  preserveSelectedRowKeys: true,
                  getCheckboxProps: (row) => ({ 'aria-label': row.member.fullName }) as object,
                }
              : undefined
          }
          empty={<EmptyState small title={t(summary.data.learnerCount === 0 ? 'board.none' : 'board.noMatch')} />}
        />
      )}
      {opened && <LearnerDrawer courseId={courseId} learner={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface ChosenProps {
  readonly chosen: readonly string[] | 'all'
  readonly rows: readonly LearnerRow[] | undefined
  readonly matchCount: number
  readonly onChange: (chosen: readonly string[] | 'all') => void
  readonly children: ReactNode
}

/** How many are chosen, with one press for all that match the filter beyond the page. */
function Chosen({ chosen, rows = [], matchCount, onChange, children }: ChosenProps) {
  const t = useText('courses')
  const count = chosen === 'all' ? matchCount : chosen.length
  const isPage = chosen !== 'all' && rows.every((row) => chosen.includes(row.member.id))
  return (
    <div className="sy-row sy-wrap sy-gap-3 co-chosen">
      <span role="status" className={count === 0 ? 'sy-faint' : undefined}>
        {count === 0 ? t('board.chooseHint') : t(chosen === 'all' ? 'board.choseAll' : 'board.chose', { count })}
      </span>
      {chosen !== 'all' && matchCount > 0 && (isPage || count === 0) && count < matchCount && (
        <Button type="link" size="small" onClick={() => onChange('all')}>
          {t('board.chooseAll', { count: matchCount })}
        </Button>
      )}
      {count > 0 && (
        <Button type="link" size="small" onClick={() => onChange([])}>
          {t('board.chooseNone')}
        </Button>
      )}
      <span className="sy-actions">{children}</span>
    </div>
  )
}

function Figures({ summary }: { summary: Summary }) {
  const t = useText('courses')
  const { learnerCount, notStartedCount, learningCount, doneCount } = summary
  const share = learnerCount === 0 ? 0 : Math.floor((doneCount / learnerCount) * 100)
  const figures = [
    [t('detail.learners'), String(learnerCount)],
    [t('board.doneShare'), `${share}%`],
    [t('board.state.learning'), String(learningCount)],
    [t('board.state.not-started'), String(notStartedCount)],
  ] as const
  return (
    <section className="sy-row sy-wrap sy-apart sy-card co-board-head" aria-label={t('board.figures')}>
      <Facts shape="figures" items={figures} />
      <ShareBar done={doneCount} learning={learningCount} notStarted={notStartedCount} />
    </section>
  )
}

interface FilterProps {
  readonly summary: Summary
  readonly filters: Filters
  readonly onChange: (part: Partial<Filters>) => void
}

function Filter({ summary, filters, onChange }: FilterProps) {
  const t = useText('courses')
  const counts: Record<State, number> = {
    all: summary.learnerCount,
    'not-started': summary.notStartedCount,
    learning: summary.learningCount,
    abandoned: summary.abandonedCount,
    done: summary.doneCount,
  }
  const shown = states.filter((value) => value !== 'abandoned' || counts.abandoned > 0 || filters.state === value)
  return (
    <div className="co-toolbar co-toolbar-admin">
      <Segmented
        aria-label={t('authoring.status')}
        value={filters.state}
        options={shown.map((value) => ({ value, label: `${t(`board.state.${value}`)} ${counts[value]}` }))}
        onChange={(state) => onChange({ state })}
      />
      <Select
        allowClear
        className="co-filter"
        aria-label={t('board.organization')}
        placeholder={t('board.allOrganizations')}
        showSearch={{ optionFilterProp: 'label' }}
        options={summary.organizations.map(({ id, name, learnerCount }) => ({
          value: id,
          label: t('board.organizationOf', { name, count: learnerCount }),
        }))}
        onChange={(organizationId: string | undefined) => onChange({ organizationId })}
      />
      <SearchBox label={t('board.search')} onSearch={(search) => onChange({ search: search || undefined })} />
    </div>
  )
}

function useColumns(open: (row: LearnerRow) => void) {
  const t = useText('courses')
  return useMemo(
    () => [
      {
        title: t('board.learner'),
        key: 'member',
        render: (_: unknown, row: LearnerRow) => (
          <button type="button" className="sy-quiet" onClick={() => open(row)}>
            <Person name={row.member.fullName} path={row.member.avatarPath} note={row.organization.name}>
              <strong>{row.member.fullName}</strong>
            </Person>
          </button>
        ),
      },
      {
        title: t('authoring.status'),
        key: 'status',
        render: (_: unknown, row: LearnerRow) => <StudyTag status={row.status} />,
      },
      {
        title: t('detail.progress'),
        key: 'percent',
        width: 200,
        render: (_: unknown, { percent, member }: LearnerRow) => (
          <Progress
            percent={percent}
            size="small"
            aria-label={t('board.progressOf', { name: member.fullName, percent })}
          />
        ),
      },
      {
        title: t('board.required'),
        key: 'required',
        align: 'right' as const,
        render: (_: unknown, row: LearnerRow) => `${row.finishedCount} / ${row.requiredCount}`,
      },
      {
        title: t('board.place'),
        key: 'place',
        ellipsis: true,
        render: (_: unknown, row: LearnerRow) => row.lastSection?.title ?? <span className="sy-faint">—</span>,
      },
      {
        title: t('board.studyTime'),
        key: 'time',
        align: 'right' as const,
        render: (_: unknown, row: LearnerRow) => studyTimeText(t, row.studySeconds),
      },
      {
        title: t('board.lastStudied'),
        key: 'last',
        render: (_: unknown, row: LearnerRow) => <DateText value={row.lastStudiedAt} style="relative" />,
      },
    ],
    [t, open],
  )
}
