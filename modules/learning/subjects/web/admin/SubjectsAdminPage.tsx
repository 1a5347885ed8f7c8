import '../subjects.css'
import './admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Dropdown, Grid, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
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
import type { AuthoredSubject } from '../../contract/authoring.ts'
import { subjects } from '../../contract.ts'
import { subjectPaths } from '../paths.ts'
import { SubjectCover } from '../SubjectCover.tsx'
import { CreateSubject } from './CreateSubject.tsx'
import { StatusTags } from './StatusTags.tsx'

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

/** What is asked before it is done. */
interface Asked {
  readonly subject: AuthoredSubject
  readonly action: 'take-off-shelf' | 'delete' | 'withdraw'
}

/** The subjects that the member makes or manages. */
export default function SubjectsAdminPage() {
  const t = useText('subjects')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [tab, setTab] = useState<Tab>('all')
  const [filters, setFilters] = useState<{ readonly search?: string; readonly mine?: true }>({})
  const [creates, setCreates] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const { page, pageSize } = paging
  const query = { ...filters, page, pageSize, ...queryOf[tab] }
  const list = useQuery({
    ...q(subjects.authoredSubjects, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns(setAsked)
  const filter = (part: typeof filters) => {
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
        panelId="subjects-panel"
        onChange={(next) => {
          setTab(next)
          paging.reset()
        }}
      />
      <div id="subjects-panel" role="tabpanel" aria-label={t('authoring.statuses')}>
        <div className="sb-toolbar">
          <SearchBox label={t('list.search')} onSearch={(search) => filter({ search: search || undefined })} />
          <Checkbox onChange={(event) => filter({ mine: event.target.checked ? true : undefined })}>
            {t('authoring.mine')}
          </Checkbox>
        </div>
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
      {creates && <CreateSubject onClose={() => setCreates(false)} />}
      {asked && <Ask asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function useColumns(ask: (asked: Asked) => void) {
  const t = useText('subjects')
  const { md: isWide } = Grid.useBreakpoint()
  return useMemo(
    () => [
      {
        title: t('authoring.subject'),
        key: 'name',
        render: (_: unknown, subject: AuthoredSubject) => <NameCell subject={subject} />,
      },
      {
        title: t('authoring.status'),
        key: 'status',
        render: (_: unknown, subject: AuthoredSubject) => <StatusTags {...subject} />,
      },
      {
        title: t('authoring.type'),
        key: 'type',
        render: (_: unknown, { subjectType }: AuthoredSubject) => t(`maps.subject-type.${subjectType}`),
      },
      {
        title: t('authoring.author'),
        key: 'author',
        render: (_: unknown, { author }: AuthoredSubject) => author?.fullName,
      },
      { title: t('authoring.contents'), dataIndex: 'contentCount', align: 'right' as const },
      {
        title: t('about.learners'),
        key: 'learners',
        align: 'right' as const,
        render: (_: unknown, { learnerCount }: AuthoredSubject) => <NumberText value={learnerCount} />,
      },
      {
        title: t('authoring.updatedAt'),
        key: 'updatedAt',
        render: (_: unknown, { updatedAt }: AuthoredSubject) => <DateText value={updatedAt} style="relative" />,
      },
      {
        title: t('authoring.actions'),
        key: 'actions',
        // On a phone it would hide what it belongs to.
        fixed: isWide ? ('right' as const) : undefined,
        render: (_: unknown, subject: AuthoredSubject) => <RowActions subject={subject} ask={ask} />,
      },
    ],
    [t, ask, isWide],
  )
}

function NameCell({ subject }: { subject: AuthoredSubject }) {
  const { name, coverUrl, organization, actions, id, subjectType } = subject
  return (
    <span className="sb-cell">
      <SubjectCover name={name} url={coverUrl} type={subjectType} />
      <span>
        <strong>{actions.includes('edit') ? <Link to={subjectPaths.editor(id)}>{name}</Link> : name}</strong>
        <small>{organization.name}</small>
      </span>
    </span>
  )
}

/** Exactly what the server says is possible: the first two beside each other, the rest in a menu. */
function RowActions({ subject, ask }: { subject: AuthoredSubject; ask: (asked: Asked) => void }) {
  const t = useText('subjects')
  const navigate = useNavigate()
  const { id, name, actions } = subject
  const go: Partial<Record<string, string>> = {
    edit: subjectPaths.editor(id),
    publish: subjectPaths.editor(id),
    preview: subjectPaths.preview(id),
    'see-progress': subjectPaths.learners(id),
  }
  const linked = (['edit', 'see-progress'] as const).filter((action) => actions.includes(action))
  const rest = actions.filter((action) => !linked.some((shown) => shown === action) && action !== 'discard-changes')
  const choose = (action: string) => {
    const path = go[action]
    if (path !== undefined) void navigate(path)
    else if (action === 'take-off-shelf' || action === 'delete' || action === 'withdraw') ask({ subject, action })
  }
  return (
    <span className="sb-row-actions">
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

function Ask({ asked: { subject, action }, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useText('subjects')
  const { busy, run } = useAction()
  const act = () =>
    run(
      async () => {
        const params = { id: subject.id }
        if (action === 'delete') await call(subjects.deleteSubject, { params })
        else if (action === 'withdraw') await call(subjects.withdrawSubject, { params })
        else await call(subjects.takeSubjectDown, { params })
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
      <strong>{subject.name}</strong>
      <p>{t(`authoring.askHint.${action}`)}</p>
    </Modal>
  )
}
