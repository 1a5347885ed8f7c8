import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { NameDialog } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateSpan } from '#web/ui/DateSpan.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { partsInAll } from '../../contract/chances.ts'
import {
  type LotteryStatus,
  lotteryNameLengthMax,
  lotteryStatuses,
  newLottery,
  type PrizeInput,
} from '../../contract/fields.ts'
import type { ManagedLottery } from '../../contract/managing.ts'
import { lotteries } from '../../contract.ts'
import { lotteryPaths } from '../paths.ts'
import { LotteryTag } from './LotteryTag.tsx'

export interface ManagedLotteriesProps {
  /** As the module that shows them has registered it; those of the company where it is left out. */
  readonly scopeKind?: string
  readonly scopeId?: string
  /** What they belong to is closed: nothing of them is written any more. */
  readonly isClosed?: boolean
}

/** The lotteries that the member runs: of the company, or of a class or the like on its own page. */
export default function ManagedLotteries({ scopeKind, scopeId, isClosed }: ManagedLotteriesProps) {
  const t = useText('lotteries')
  const scope = scopeKind === undefined || scopeId === undefined ? {} : { scopeKind, scopeId }
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [status, setStatus] = useState<LotteryStatus>()
  const [isCreating, setIsCreating] = useState(false)
  const { page, pageSize } = paging
  const query = { page, pageSize, ...scope, ...(search && { search }), ...(status && { status }) }
  const list = useQuery({
    ...q(lotteries.managedLotteries, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('managing.search')} onSearch={setSearch} />
        <Select<LotteryStatus>
          allowClear
          style={{ width: 150 }}
          aria-label={t('managing.state')}
          placeholder={t('managing.all')}
          onChange={(chosen?: LotteryStatus) => {
            setStatus(chosen)
            paging.reset()
          }}
          options={lotteryStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
        {!isClosed && (
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setIsCreating(true)}>
            {t('managing.create')}
          </Button>
        )}
      </div>
      <ListTable<ManagedLottery>
        label={t('managing.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('managing.none')} description={t('managing.noneHint')} />}
        columns={[
          {
            title: t('managing.lottery'),
            key: 'name',
            render: (_, { id, name }) => <Link to={lotteryPaths.editor(id)}>{name}</Link>,
          },
          { title: t('managing.state'), key: 'state', render: (_, { state }) => <LotteryTag state={state} /> },
          {
            title: t('managing.times'),
            key: 'times',
            render: (_, { opensAt, closesAt }) => <DateSpan from={opensAt} until={closesAt} />,
          },
          { title: t('managing.draws'), key: 'draws', render: (_, { drawsMade }) => drawsMade },
          {
            title: t('managing.prizes'),
            key: 'prizes',
            render: (_, { remaining, stock }) => t('list.left', { remaining, stock }),
          },
          { title: t('managing.author'), dataIndex: 'authorName' },
          {
            title: t('managing.actions'),
            key: 'actions',
            render: (_, lottery) => <Actions lottery={lottery} />,
          },
        ]}
      />
      {isCreating && <CreateLottery scope={scope} onClose={() => setIsCreating(false)} />}
    </>
  )
}

function Actions({ lottery: { id, name, possible } }: { lottery: ManagedLottery }) {
  const t = useText('lotteries')
  return (
    <div className="sy-actions">
      {!possible.includes('edit') && (
        <Link className="sy-button sy-button-plain sy-button-small" to={lotteryPaths.winners(id)}>
          {t('managing.tabs.winners')}
          <span className="sy-visually-hidden"> {name}</span>
        </Link>
      )}
      {possible.includes('delete') && (
        <ConfirmButton
          danger
          aria-label={`${t('actions.delete')} ${name}`}
          question={t('actions.deleteQuestion', { name })}
          confirmText={t('actions.delete')}
          onConfirm={async () => {
            await call(lotteries.deleteLottery, { params: { id } })
            notify('success', t('actions.deleted'))
          }}
        >
          {t('actions.delete')}
        </ConfirmButton>
      )}
    </div>
  )
}

function CreateLottery({ scope, onClose }: { scope: ManagedLotteriesProps; onClose: () => void }) {
  const t = useText('lotteries')
  const thanks: PrizeInput = { kind: 'thanks', name: t('prizes.thanks'), weight: partsInAll, stock: 1 }
  return (
    <NameDialog
      title={t('managing.create')}
      okText={t('managing.createOk')}
      label={t('form.name')}
      needed={t('form.nameNeeded')}
      maxLength={lotteryNameLengthMax}
      create={async (name) => {
        const { id } = await call(lotteries.createLottery, {
          body: { ...newLottery, ...scope, name, prizes: [thanks] },
        })
        return lotteryPaths.editor(id)
      }}
      onClose={onClose}
    />
  )
}
