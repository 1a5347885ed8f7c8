import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLastLook } from '#web/ui/use-last-look.ts'
import type { MemberRow, PushDetail } from '../../contract/managing.ts'
import { pushes } from '../../contract.ts'
import { pushPaths } from '../paths.ts'
import { Bar, PushTag, TaskTag } from './Tags.tsx'
import { UrgeDialog } from './UrgeDialog.tsx'

const filters = ['all', 'not-started', 'learning', 'done', 'failed'] as const
type Filter = (typeof filters)[number]

const queryOf = {
  all: {},
  'not-started': { taskStatus: 1 },
  learning: { taskStatus: 2 },
  done: { taskStatus: 3 },
  failed: { pushStatus: 3 },
} as const

const REFRESH_MS = 2000

/** The members of a push with push and task status (COURSE-011); those who are not done can be urged. */
export function MembersTable({ push }: { push: PushDetail }) {
  const t = useText('pushes')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filter, setFilter] = useState<Filter>('all')
  const [search, setSearch] = useSearch(paging)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [urging, setUrging] = useState<'chosen' | 'all'>()
  const { busy: exporting, run } = useAction()
  const params = { id: push.id }
  const { page, pageSize } = paging
  const query = { ...queryOf[filter], search }
  const isSending = push.state === 'sending'
  const list = useQuery({
    ...q(pushes.pushMembers, { params, query: { ...query, page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: isSending ? REFRESH_MS : false,
  })
  useLastLook(isSending, list.refetch)
  const columns = useMemberColumns()
  const mayUrge = push.actions.includes('urge')
  const exportRows = () => run(() => download(pushes.exportPush, { params, query }))
  const counts: Record<Filter, number> = {
    all: push.memberCount,
    'not-started': push.notStartedCount,
    learning: push.learningCount,
    done: push.doneCount,
    failed: push.failedCount,
  }
  return (
    <div className="pu-section">
      <h2>{t('members.title')}</h2>
      <div className="sy-row sy-wrap sy-gap-3 pu-toolbar">
        <Segmented<Filter>
          aria-label={t('members.filter')}
          value={filter}
          options={filters.map((value) => ({ value, label: `${t(`members.${value}`)} ${counts[value]}` }))}
          onChange={(value) => {
            setFilter(value)
            setChosen([])
            paging.reset()
          }}
        />
        <SearchBox label={t('members.search')} onSearch={setSearch} />
        <span className="sy-actions">
          {mayUrge && (
            <Button
              icon={<Icon name="bell" size={16} />}
              disabled={chosen.length === 0 && push.notStartedCount === 0}
              onClick={() => setUrging(chosen.length > 0 ? 'chosen' : 'all')}
            >
              {chosen.length > 0 ? t('urge.chosen', { count: chosen.length }) : t('urge.all')}
            </Button>
          )}
          <Button icon={<Icon name="download" size={16} />} loading={exporting} onClick={() => void exportRows()}>
            {t('export')}
          </Button>
        </span>
      </div>
      <ListTable<MemberRow>
        list={list}
        label={t('members.title')}
        columns={columns}
        rowKey={(row) => row.pushMember.id}
        paging={paging}
        empty={<EmptyState small title={t('members.none')} />}
        selection={
          mayUrge
            ? {
                selectedRowKeys: [...chosen],
                onChange: (keys) => setChosen(keys.map(String)),
                preserveSelectedRowKeys: true,
                getCheckboxProps: (row) => ({
                  disabled: row.pushStatus !== 2 || row.taskStatus === 3,
                  'aria-label': row.pushMember.fullName,
                }),
              }
            : undefined
        }
      />
      {urging && (
        <UrgeDialog
          businessType={0}
          hint={
            urging === 'chosen'
              ? t('urge.hintChosen', { count: chosen.length })
              : t('urge.hintAll', { count: push.notStartedCount + push.learningCount })
          }
          send={(content) =>
            call(pushes.urgePush, {
              params,
              body: { content, ...(urging === 'chosen' && { memberIds: [...chosen] }) },
            })
          }
          onSent={() => setChosen([])}
          onClose={() => setUrging(undefined)}
        />
      )}
    </div>
  )
}

function useMemberColumns() {
  const t = useText('pushes')
  return useMemo(
    () => [
      {
        title: t('members.member'),
        key: 'member',
        render: (_: unknown, { pushMember }: MemberRow) => (
          <Link to={pushPaths.member(pushMember.id)} className="sy-quiet">
            <Person name={pushMember.fullName} path={pushMember.avatarPath} note={pushMember.organization.name} />
          </Link>
        ),
      },
      {
        title: t('members.pushStatus'),
        key: 'push',
        render: (_: unknown, row: MemberRow) => (
          <>
            <PushTag status={row.pushStatus} />
            {row.failReason && <small className="sy-faint"> {t(`fail.${row.failReason}`)}</small>}
          </>
        ),
      },
      {
        title: t('members.taskStatus'),
        key: 'task',
        render: (_: unknown, row: MemberRow) => (
          <>
            <TaskTag status={row.taskStatus} />
            {row.isLate && <small className="pu-due-late"> {t('members.late')}</small>}
          </>
        ),
      },
      {
        title: t('members.progress'),
        key: 'progress',
        width: 160,
        render: (_: unknown, { percent, finishedCount, requiredCount }: MemberRow) => (
          <span className="pu-cell-progress">
            <Bar percent={percent} label={t('task.progress', { percent })} />
            <small className="sy-faint">{t('task.required', { done: finishedCount, all: requiredCount })}</small>
          </span>
        ),
      },
      {
        title: t('members.pushTime'),
        key: 'time',
        render: (_: unknown, row: MemberRow) => <DateText value={row.pushTime} />,
      },
      {
        title: t('members.finished'),
        key: 'finished',
        render: (_: unknown, row: MemberRow) => <DateText value={row.finishedAt} />,
      },
      {
        title: t('members.urged'),
        key: 'urged',
        render: (_: unknown, row: MemberRow) => <DateText value={row.urgeTime} style="relative" />,
      },
    ],
    [t],
  )
}
