import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { FilteredList, FilterSelect, useFilters } from '#web/ui/FilteredList.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type Batch, type BatchState, batchStates } from '../../contract/shapes.ts'
import { redeem } from '../../contract.ts'
import { RewardText } from '../parts/RewardText.tsx'
import { redeemPaths } from '../paths.ts'
import { BatchTag } from './BatchTag.tsx'
import { FindCardModal } from './FindCardModal.tsx'
import { MakeCodesButton } from './MakeCodesButton.tsx'
import { NewBatchModal } from './NewBatchModal.tsx'

interface Filters {
  readonly search?: string
  readonly state?: BatchState
}

/** Administrators make batches of redeem cards, and see what became of them. */
export default function BatchesPage() {
  const t = useText('redeem')
  const { paging, narrow, query } = useFilters<Filters>()
  const [dialog, setDialog] = useState<'new' | 'find'>()
  const close = () => setDialog(undefined)
  const list = useQuery({ ...q(redeem.batches, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <FilteredList<Batch>
        title={t('batches.title')}
        description={t('batches.description')}
        actions={
          <>
            <Button icon={<Icon name="search" size={16} />} onClick={() => setDialog('find')}>
              {t('find.title')}
            </Button>
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setDialog('new')}>
              {t('create.title')}
            </Button>
          </>
        }
        searchLabel={t('batches.search')}
        onSearch={(search) => narrow({ search })}
        filters={
          <FilterSelect
            label={t('batches.state')}
            all={t('batches.allStates')}
            options={batchStates.map((value) => ({ value, label: t(`batchStates.${value}`) }))}
            onChange={(state) => narrow({ state })}
          />
        }
        none={t('batches.none')}
        noneHint={t('batches.noneHint')}
        list={list}
        paging={paging}
        columns={[
          {
            title: t('batches.name'),
            key: 'name',
            render: (_, { id, name }) => <Link to={redeemPaths.batch(id)}>{name}</Link>,
          },
          { title: t('batches.state'), key: 'state', render: (_, { state }) => <BatchTag state={state} /> },
          { title: t('batches.reward'), key: 'reward', render: (_, { reward }) => <RewardText reward={reward} /> },
          { title: t('batches.quantity'), dataIndex: 'quantity', key: 'quantity' },
          { title: t('batches.redeemed'), dataIndex: 'redeemedCount', key: 'redeemedCount' },
          { title: t('batches.void'), dataIndex: 'voidCount', key: 'voidCount' },
          {
            title: t('batches.until'),
            key: 'validUntil',
            render: (_, { validUntil }) => <DateText value={validUntil} />,
          },
          {
            title: t('batches.actions'),
            key: 'actions',
            render: (_, { id, quantity, codesMadeAt }) =>
              codesMadeAt === null && <MakeCodesButton id={id} count={quantity} onMade={() => void list.refetch()} />,
          },
        ]}
      />
      {dialog === 'new' && <NewBatchModal onClose={close} />}
      {dialog === 'find' && <FindCardModal onClose={close} />}
    </>
  )
}
