import '../courses.css'
import './admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Dropdown, Grid, Modal, Tag, TreeSelect } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { AuthoredCourse } from '../../contract/authoring.ts'
import { courses } from '../../contract.ts'
import { CourseCover } from '../CourseCover.tsx'
import { coursePaths } from '../paths.ts'
import { CreateCourse } from './CreateCourse.tsx'
import { StatusTag } from './StatusTag.tsx'
import { treeOf } from './tree.ts'

const tabs = ['all', 'draft', 'approving', 'rejected', 'on-shelf', 'off-shelf'] as const
type Tab = (typeof tabs)[number]

/** Map `subject-status`: what each tab asks for. */
const queryOf = {
  all: {},
  draft: { status: 'draft' },
  approving: { approval: 'waiting' },
  rejected: { approval: 'refused' },
  'on-shelf': { status: 'on-shelf' },
  'off-shelf': { status: 'off-shelf' },
} as const

interface Filters {
  readonly search?: string
  readonly categoryId?: string
  readonly mine?: true
}

/** What is asked before it is done. */
interface Asked {
  readonly course: AuthoredCourse
  readonly action: 'take-off-shelf' | 'delete' | 'withdraw'
}

/** The courses that the member makes or manages. */
export default function CoursesPage() {
  const t = useText('courses')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [tab, setTab] = useState<Tab>('all')
  const [filters, setFilters] = useState<Filters>({})
  const [creates, setCreates] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const { page, pageSize } = paging
  const query = { ...filters, page, pageSize, ...queryOf[tab] }
  const list = useQuery({
    ...q(courses.authoredCourses, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns(setAsked)
  const filter = (part: Filters) => {
    setFilters((before) => ({ ...before, ...part }))
    paging.reset()
  }
  const create = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setCreates(true)}>
      {t('authoring.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('authoring.title')} description={t('authoring.titleHint')} actions={create} />
      <TabBar
        label={t('authoring.statuses')}
        tabs={tabs.map((key) => ({ key, title: t(`authoring.list.${key}`) }))}
        active={tab}
        panelId="courses-panel"
        onChange={(next) => {
          setTab(next)
          paging.reset()
        }}
      />
      <div id="courses-panel" role="tabpanel" aria-label={t('authoring.statuses')}>
        <FilterBar onChange={filter} />
        {list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <DataTable
            label={t('authoring.title')}
            columns={columns}
            rows={list.data?.items}
            rowKey="id"
            loading={list.isPending}
            paging={paging}
            recordCount={list.data?.recordCount}
            empty={<EmptyState small title={t('authoring.none')} action={create} />}
          />
        )}
      </div>
      {creates && <CreateCourse onClose={() => setCreates(false)} />}
      {asked && <Ask asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function FilterBar({ onChange }: { onChange: (part: Filters) => void }) {
  const t = useText('courses')
  const categories = useQuery(q(courses.categories, {}, { quiet: true }))
  return (
    <div className="co-toolbar co-toolbar-admin">
      <SearchBox label={t('authoring.search')} onSearch={(search) => onChange({ search: search || undefined })} />
      <TreeSelect
        allowClear
        className="co-filter"
        aria-label={t('authoring.category')}
        placeholder={t('catalogue.all')}
        treeDefaultExpandAll
        treeData={treeOf(categories.data?.items ?? [])}
        onChange={(categoryId: string | undefined) => onChange({ categoryId })}
      />
      <Checkbox onChange={(event) => onChange({ mine: event.target.checked ? true : undefined })}>
        {t('authoring.mine')}
      </Checkbox>
    </div>
  )
}

function useColumns(ask: (asked: Asked) => void) {
  const t = useText('courses')
  const { md: isWide } = Grid.useBreakpoint()
  return useMemo(
    () => [
      {
        title: t('authoring.course'),
        key: 'name',
        render: (_: unknown, course: AuthoredCourse) => <NameCell course={course} t={t} />,
      },
      {
        title: t('authoring.status'),
        key: 'status',
        render: (_: unknown, { status, approval, hasUnpublishedChanges }: AuthoredCourse) => (
          <>
            <StatusTag status={status} approval={approval} />
            {hasUnpublishedChanges && <Tag color="warning">{t('authoring.unpublished')}</Tag>}
          </>
        ),
      },
      {
        title: t('authoring.category'),
        key: 'category',
        render: (_: unknown, { category }: AuthoredCourse) => category?.pathName ?? <span className="sy-faint">—</span>,
      },
      {
        title: t('authoring.author'),
        key: 'author',
        render: (_: unknown, { author }: AuthoredCourse) => author?.fullName,
      },
      { title: t('authoring.sections'), dataIndex: 'sectionCount', align: 'right' as const },
      {
        title: t('detail.learners'),
        key: 'learners',
        align: 'right' as const,
        render: (_: unknown, { learnerCount }: AuthoredCourse) => <NumberText value={learnerCount} />,
      },
      {
        title: t('authoring.updatedAt'),
        key: 'updatedAt',
        render: (_: unknown, { updatedAt }: AuthoredCourse) => <DateText value={updatedAt} style="relative" />,
      },
      {
        title: t('authoring.actions'),
        key: 'actions',
        // On a phone it would hide what it belongs to.
        fixed: isWide ? ('right' as const) : undefined,
        render: (_: unknown, course: AuthoredCourse) => <RowActions course={course} ask={ask} />,
      },
    ],
    [t, ask, isWide],
  )
}

function NameCell({ course, t }: { course: AuthoredCourse; t: TextOf }) {
  const { name, coverUrl, organization, actions, id } = course
  const title = actions.includes('edit') ? <Link to={coursePaths.editor(id)}>{name}</Link> : name
  return (
    <span className="co-cell">
      <CourseCover name={name} url={coverUrl} />
      <span>
        <strong>{title}</strong>
        <small>{t('authoring.of', { organization: organization.name })}</small>
      </span>
    </span>
  )
}

/** Exactly what the server says is possible: the first two beside each other, the rest in a menu. */
function RowActions({ course, ask }: { course: AuthoredCourse; ask: (asked: Asked) => void }) {
  const t = useText('courses')
  const navigate = useNavigate()
  const { id, name, actions } = course
  const go: Partial<Record<string, string>> = {
    edit: coursePaths.editor(id),
    publish: coursePaths.editor(id),
    preview: coursePaths.preview(id),
    'see-progress': coursePaths.board(id),
  }
  const linked = (['edit', 'see-progress'] as const).filter((action) => actions.includes(action))
  const rest = actions.filter((action) => !linked.some((shown) => shown === action) && action !== 'discard-draft')
  const choose = (action: string) => {
    const path = go[action]
    if (path !== undefined) void navigate(path)
    else if (action === 'take-off-shelf' || action === 'delete' || action === 'withdraw') ask({ course, action })
  }
  return (
    <span className="co-row-actions">
      {linked.map((action) => (
        <Link key={action} to={go[action] ?? ''}>
          {t(`authoring.do.${action}`)}
        </Link>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((action) => ({
              key: action,
              label: t(`authoring.do.${action}`),
              danger: action === 'delete' || action === 'take-off-shelf',
            })),
            onClick: ({ key }) => choose(key),
          }}
        >
          <Button
            type="text"
            size="small"
            aria-label={t('authoring.moreOf', { name })}
            icon={<Icon name="more" size={18} />}
          />
        </Dropdown>
      )}
    </span>
  )
}

function Ask({ asked: { course, action }, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useText('courses')
  const { busy, run } = useAction()
  const act = () =>
    run(
      async () => {
        const params = { id: course.id }
        if (action === 'delete') await call(courses.deleteCourse, { params })
        else if (action === 'withdraw') await call(courses.withdrawPublication, { params })
        else await call(courses.takeOffShelf, { params }, { outdates: [courses.catalogue] })
      },
      { done: t(`authoring.did.${action}`), after: onClose },
    )
  return (
    <Modal
      open
      title={t(`authoring.ask.${action}`)}
      okText={t(`authoring.do.${action}`)}
      cancelText={t('authoring.cancel')}
      okButtonProps={{ danger: action !== 'withdraw' }}
      confirmLoading={busy}
      onOk={() => void act()}
      onCancel={onClose}
    >
      <strong>{course.name}</strong>
      <p>{t(`authoring.askHint.${action}`)}</p>
    </Modal>
  )
}
