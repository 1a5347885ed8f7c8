import '../paths.css'
import './admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { AuditRow } from '../../contract/learning.ts'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'

const states = ['5', '2', '6'] as const
type State = (typeof states)[number]
const numberOf = { 5: 5, 2: 2, 6: 6 } as const

/** The proofs that the member may decide about, those that wait longest first. */
export default function AuditsPage() {
  const t = useText('paths')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [state, setState] = useState<State>('5')
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(paths.audits, { query: { page, pageSize, state: numberOf[state] } }, { quiet: true, cache: 0 }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    () => [
      {
        title: t('learners.member'),
        key: 'member',
        render: (_: unknown, { member, organizationName }: AuditRow) => (
          <span className="lp-person">
            <Avatar name={member.fullName} path={member.avatarPath} size={32} />
            <span>
              {member.fullName}
              <small className="sy-faint">{organizationName}</small>
            </span>
          </span>
        ),
      },
      {
        title: t('audits.section'),
        key: 'section',
        render: (_: unknown, { sectionName, pathName }: AuditRow) => (
          <span className="lp-cell">
            {sectionName}
            <small>{pathName}</small>
          </span>
        ),
      },
      {
        title: t('audits.handedIn'),
        key: 'handedIn',
        render: (_: unknown, { handedInAt }: AuditRow) => <DateText value={handedInAt} style="relative" />,
      },
      {
        title: t('manage.actions'),
        key: 'actions',
        render: (_: unknown, { pageId, progressId, state: at }: AuditRow) => (
          <Link to={pathAddresses.audit(pageId, progressId)}>{t(at === 5 ? 'audits.review' : 'audits.look')}</Link>
        ),
      },
    ],
    [t],
  )
  return (
    <>
      <PageHeader title={t('audits.title')} description={t('audits.hint')} />
      <TabBar
        label={t('audits.states')}
        tabs={states.map((key) => ({ key, title: t(`proof.state.${key}`) }))}
        active={state}
        panelId="audits-panel"
        onChange={(next) => {
          setState(next)
          paging.reset()
        }}
      />
      <div id="audits-panel" role="tabpanel" aria-label={t(`proof.state.${state}`)}>
        {list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <DataTable
            label={t('audits.title')}
            columns={columns}
            rows={list.data?.items}
            rowKey={(row: AuditRow) => `${row.progressId} ${row.handedInAt}`}
            loading={list.isPending}
            paging={paging}
            recordCount={list.data?.recordCount}
            empty={<EmptyState small title={t(state === '5' ? 'audits.none' : 'audits.noneYet')} />}
          />
        )}
      </div>
    </>
  )
}
