import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Progress, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { EditedPath, PathLearner } from '../../contract/authoring.ts'
import { paths } from '../../contract.ts'

const states = ['all', 'open', 'done'] as const
type State = (typeof states)[number]
const isFinishedOf = { all: undefined, open: false, done: true } as const

/** Who is on the path, and how far. */
export function LearnersTab({ path }: { path: EditedPath }) {
  const t = useText('paths')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [state, setState] = useState<State>('all')
  const [search, setSearch] = useState('')
  const [assigns, setAssigns] = useState(false)
  const { page, pageSize } = paging
  const query = { page, pageSize, search: search || undefined, isFinished: isFinishedOf[state] }
  const list = useQuery({
    ...q(paths.pathLearners, { params: { id: path.id }, query }, { quiet: true, cache: 0 }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns()
  return (
    <>
      <div className="sy-row sy-wrap lp-toolbar">
        <SearchBox
          label={t('learners.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
        <Segmented
          aria-label={t('learners.state')}
          value={state}
          options={states.map((value) => ({ value, label: t(`learners.states.${value}`) }))}
          onChange={(next) => {
            setState(next)
            paging.reset()
          }}
        />
        {list.data && list.data.recordCount > 0 && (
          <span className="sy-faint">{t('learners.average', { percent: list.data.averagePercent })}</span>
        )}
        <Button
          className="lp-toolbar-end"
          icon={<Icon name="plus" size={16} />}
          disabled={path.status !== 'on-shelf'}
          onClick={() => setAssigns(true)}
        >
          {t('learners.assign')}
        </Button>
      </div>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={t('edit.tab.learners')}
          columns={columns}
          rows={list.data?.items}
          rowKey={(row: PathLearner) => row.member.id}
          loading={list.isPending}
          paging={paging}
          recordCount={list.data?.recordCount}
          empty={<EmptyState small title={t('learners.none')} />}
        />
      )}
      {assigns && <Assign path={path} onClose={() => setAssigns(false)} />}
    </>
  )
}

function useColumns() {
  const t = useText('paths')
  return useMemo(
    () => [
      {
        title: t('learners.member'),
        key: 'member',
        render: (_: unknown, { member, organizationName }: PathLearner) => (
          <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
        ),
      },
      {
        title: t('learners.progress'),
        key: 'progress',
        render: (_: unknown, { study, member }: PathLearner) => (
          <Progress
            percent={study.percent}
            size="small"
            style={{ minWidth: 140 }}
            aria-label={t('learners.progressOf', { name: member.fullName })}
          />
        ),
      },
      {
        title: t('learners.source'),
        key: 'source',
        render: (_: unknown, { source }: PathLearner) => t(`learners.sources.${source}`),
      },
      {
        title: t('learners.registered'),
        key: 'registered',
        render: (_: unknown, { study }: PathLearner) => <DateText value={study.registeredAt} style="day" />,
      },
      {
        title: t('learners.last'),
        key: 'last',
        render: (_: unknown, { study }: PathLearner) => <DateText value={study.lastStudiedAt} style="relative" />,
      },
      {
        title: t('learners.finished'),
        key: 'finished',
        render: (_: unknown, { study }: PathLearner) => <DateText value={study.finishedAt} style="day" />,
      },
    ],
    [t],
  )
}

function Assign({ path, onClose }: { path: EditedPath; onClose: () => void }) {
  const t = useText('paths')
  return (
    <FormModal<{ memberIds: string[] }, { addedCount: number }>
      title={t('learners.assign')}
      okText={t('learners.assign')}
      initialValues={{ memberIds: [] }}
      onSubmit={(body) => call(paths.assignPath, { params: { id: path.id }, body })}
      done={({ addedCount }) => t('learners.assigned', { count: addedCount })}
      onClose={onClose}
    >
      <Form.Item
        name="memberIds"
        label={t('learners.choose')}
        rules={[{ required: true, type: 'array', min: 1, message: t('learners.choose') }]}
      >
        <MemberIdsPicker label={t('learners.choose')} />
      </Form.Item>
    </FormModal>
  )
}
