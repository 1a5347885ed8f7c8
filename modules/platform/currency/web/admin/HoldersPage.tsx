import '../parts/currency.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { asTitle } from '#web/i18n/as-title.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { HolderRow } from '../../contract/management.ts'
import { type CurrencyKind, tradeTypes } from '../../contract/shapes.ts'
import { currency } from '../../contract.ts'
import { Amount } from '../parts/Amount.tsx'
import { RecordsPanel } from '../parts/RecordsPanel.tsx'
import { IssueModal } from './IssueModal.tsx'

type Holder = Pick<HolderRow, 'accountType' | 'accountCode' | 'name'>
const views = ['members', 'organizations', 'teams'] as const
type View = (typeof views)[number]

/** The balances of all accounts, with issuing and corrections. */
export default function HoldersPage() {
  const t = useText('currency')
  const [view, setView] = useState<View>('members')
  const [chosen, setChosen] = useState<readonly Holder[]>([])
  const [acting, setActing] = useState<'issue' | 'adjust'>()
  const [opened, setOpened] = useState<Holder>()
  const act = (kind: 'issue' | 'adjust', holders: readonly Holder[]) => {
    setChosen(holders)
    setActing(kind)
  }
  const done = () => {
    setActing(undefined)
    setChosen([])
  }
  const list = { chosen, onChoose: setChosen, onOpen: setOpened, onAdjust: (one: Holder) => act('adjust', [one]) }
  return (
    <>
      <PageHeader
        title={t('holders.title')}
        description={t('holders.description')}
        actions={
          <Button type="primary" disabled={chosen.length === 0} onClick={() => act('issue', chosen)}>
            {t('holders.issue', { count: chosen.length })}
          </Button>
        }
      />
      <TabBar
        label={t('holders.title')}
        tabs={views.map((key) => ({ key, title: t(`holders.view.${key}`) }))}
        active={view}
        onChange={(next) => {
          setView(next)
          setChosen([])
        }}
      />
      {view === 'teams' ? (
        <Teams {...list} />
      ) : (
        <Directory key={view} accountType={view === 'members' ? 1 : 2} {...list} />
      )}
      {acting && (
        <IssueModal key={acting} mode={acting} holders={chosen} onClose={() => setActing(undefined)} onDone={done} />
      )}
      {opened && <HolderRecords holder={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface ListProps {
  readonly chosen: readonly Holder[]
  readonly onChoose: (holders: readonly Holder[]) => void
  readonly onOpen: (holder: Holder) => void
  readonly onAdjust: (holder: Holder) => void
}

/** The list of members or of organizations. */
function Directory({ accountType, ...props }: ListProps & { readonly accountType: 1 | 2 }) {
  const t = useText('currency')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useState('')
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(currency.holders, { query: { accountType, page, pageSize, search: search || undefined } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sy-toolbar cu-toolbar">
        <SearchBox
          label={t(accountType === 1 ? 'holders.search' : 'holders.searchOrganizations')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
      </div>
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <HolderTable
          {...props}
          rows={list.data?.items}
          loading={list.isPending}
          paging={paging}
          recordCount={list.data?.recordCount}
        />
      )}
    </>
  )
}

function Teams(props: ListProps) {
  const t = useText('currency')
  const [search, setSearch] = useState('')
  const list = useQuery({
    ...q(currency.searchTeams, { query: { search: search || undefined } }, { quiet: true, cache: 0 }),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.items.map(
    ({ id, ...team }): HolderRow => ({
      ...team,
      accountType: 3,
      accountCode: id,
      avatarPath: '',
      organizationName: '',
    }),
  )
  return (
    <>
      <div className="sy-toolbar cu-toolbar">
        <SearchBox label={t('holders.searchTeams')} onSearch={setSearch} />
      </div>
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <HolderTable {...props} rows={rows} loading={list.isPending} />
      )}
    </>
  )
}

interface TableProps extends ListProps {
  readonly rows: readonly HolderRow[] | undefined
  readonly loading: boolean
  readonly paging?: ReturnType<typeof usePaging>
  readonly recordCount?: number
}

function HolderTable({ chosen, onChoose, onOpen, onAdjust, rows, loading, paging, recordCount }: TableProps) {
  const t = useText('currency')
  const name = useCurrencyName()
  return (
    <DataTable<HolderRow>
      label={t('holders.title')}
      rows={rows}
      rowKey="accountCode"
      loading={loading}
      paging={paging}
      recordCount={recordCount}
      empty={<EmptyState small title={t('holders.none')} />}
      selection={{
        selectedRowKeys: chosen.map((one) => one.accountCode),
        preserveSelectedRowKeys: true,
        onChange: (_, selected) => onChoose(selected.filter(Boolean)),
      }}
      columns={[
        {
          title: t('holders.holder'),
          key: 'holder',
          render: (_, row) => <Person name={row.name} path={row.avatarPath} note={row.organizationName} />,
        },
        { title: asTitle(name), key: 'coins', align: 'right', render: (_, row) => <Amount value={row.coins} /> },
        {
          title: asTitle(t('points')),
          key: 'points',
          align: 'right',
          render: (_, row) => <Amount value={row.points} />,
        },
        {
          title: t('records.actions'),
          key: 'actions',
          render: (_, row) => (
            <span className="sy-actions">
              {row.accountType !== 3 && (
                <Button type="link" className="cu-link" onClick={() => onOpen(row)}>
                  {t('holders.records')}
                </Button>
              )}
              <Button type="link" className="cu-link" onClick={() => onAdjust(row)}>
                {t('holders.adjust')}
              </Button>
            </span>
          ),
        },
      ]}
    />
  )
}

function HolderRecords({ holder, onClose }: { holder: Holder; onClose: () => void }) {
  const t = useText('currency')
  const name = useCurrencyName()
  const [tab, setTab] = useState<'1' | '2'>('1')
  const kind = Number(tab) as CurrencyKind
  const tabs = [
    { key: '1', title: asTitle(name) },
    { key: '2', title: asTitle(t('points')) },
  ] as const
  return (
    <Drawer open title={t('records.of', { name: holder.name })} onClose={onClose} size="large" className="cu-drawer">
      <TabBar label={t('team.kinds')} tabs={tabs} active={tab} onChange={setTab} />
      <RecordsPanel
        key={tab}
        accountCode={holder.accountCode}
        accountType={holder.accountType}
        kind={kind}
        tradeTypes={tradeTypes}
        label={t('records.of', { name: holder.name })}
      />
    </Drawer>
  )
}
