import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { community } from '#modules/community/community/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Column, columns } from '../../contract.ts'
import { ColumnCards } from '../parts/ColumnCards.tsx'
import { columnPaths } from '../paths.ts'

/** The columns of the accounts that the caller administers, one account at a time (COMMUNITY-019, COMMUNITY-020). */
export default function ColumnCardsPage() {
  const t = useText('columns')
  const [query, setQuery] = useSearchParams()
  const accounts = useQuery(q(community.myAccounts))
  if (accounts.isError) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
  if (!accounts.data) return <LoadingState rows={6} />
  const administered = accounts.data.items.filter((one) => one.currentMember && one.currentMember.memberType !== 2)
  const account = administered.find((one) => one.id === query.get('account')) ?? administered[0]
  if (!account) {
    const apply = (
      <Link className="sy-button" to={columnPaths.apply()}>
        {t('own.apply')}
      </Link>
    )
    return <EmptyState page title={t('own.noAccount')} description={t('own.noAccountHint')} action={apply} />
  }
  return (
    <>
      <PageHeader
        title={t('own.title')}
        description={t('own.description')}
        back={<Link to={columnPaths.account(account.id)}>{account.name}</Link>}
        actions={
          <>
            {administered.length > 1 && (
              <Select
                value={account.id}
                aria-label={t('own.account')}
                style={{ minWidth: 180 }}
                options={administered.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id) => setQuery({ account: id })}
              />
            )}
            {!account.frozen && (
              <Link className="sy-button" to={columnPaths.add(account.id)}>
                {t('own.add')}
              </Link>
            )}
          </>
        }
      />
      <OwnColumns key={account.id} accountId={account.id} frozen={account.frozen} />
    </>
  )
}

function OwnColumns({ accountId, frozen }: { accountId: string; frozen: boolean }) {
  const t = useText('columns')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(columns.columnsOfAccount, { query: { id: accountId, page, pageSize, search } }),
    placeholderData: keepPreviousData,
  })
  const remove = async (column: Column) => {
    await call(columns.removeColumn, { params: { id: column.id } })
    await list.refetch()
    notify('success', t('own.removed', { title: column.title }))
  }
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState rows={5} />
  const isEmpty = list.data.recordCount === 0
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('search')} onSearch={setSearch} />
      </div>
      {isEmpty && (
        <EmptyState
          title={t(search === undefined ? 'own.none' : 'noMatch')}
          description={search === undefined ? t('own.noneHint') : undefined}
        />
      )}
      {!isEmpty && (
        <ColumnCards
          items={list.data.items}
          label={t('own.title')}
          linkOf={({ id }) => columnPaths.manage(id)}
          actions={(column) => (
            <>
              {!frozen && (
                <Link className="sy-button sy-button-small sy-button-plain" to={columnPaths.edit(column.id)}>
                  {t('own.edit')}
                </Link>
              )}
              <ConfirmButton
                danger
                question={t('own.removeQuestion', { title: column.title })}
                consequence={t('own.removeConsequence')}
                onConfirm={() => remove(column)}
              >
                {t('own.remove')}
              </ConfirmButton>
            </>
          )}
        />
      )}
      <Pager paging={paging} recordCount={list.data.recordCount} />
    </>
  )
}
