import '../parts/cards.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { FilteredList, FilterSelect, useFilters } from '#web/ui/FilteredList.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type CardStatus, cardStatuses, type ManagedCard } from '../../contract/shapes.ts'
import { cards } from '../../contract.ts'
import { cardPaths } from '../paths.ts'
import { CardModal } from './CardModal.tsx'
import { GrantModal } from './GrantModal.tsx'

interface Filters {
  readonly search?: string
  readonly status?: CardStatus
}

type Dialog = { readonly edits: ManagedCard | 'new' } | { readonly grants: ManagedCard }

const tagColors = { draft: 'default', 'on-sale': 'success', ended: 'warning' } as const

/** Administrators make member cards, price them, put them on sale and grant them. */
export default function ManagedCardsPage() {
  const t = useText('cards')
  const { dataPermission } = useSession()
  const mayGrant = dataPermission.has('order.manage')
  const { paging, narrow, query } = useFilters<Filters>()
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const list = useQuery({ ...q(cards.managedCards, { query }, { quiet: true }), placeholderData: keepPreviousData })
  const setStatus = (id: string, status: 'on-sale' | 'ended') =>
    call(cards.setCardStatus, { params: { id }, body: { status } })
  return (
    <>
      <FilteredList<ManagedCard>
        title={t('managed.title')}
        description={t('managed.description')}
        actions={
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setDialog({ edits: 'new' })}>
            {t('edit.new')}
          </Button>
        }
        searchLabel={t('managed.search')}
        onSearch={(search) => narrow({ search })}
        filters={
          <FilterSelect
            label={t('managed.status')}
            all={t('managed.allStatuses')}
            options={cardStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            onChange={(status) => narrow({ status })}
          />
        }
        none={t('managed.none')}
        noneHint={t('managed.noneHint')}
        list={list}
        paging={paging}
        columns={[
          {
            title: t('edit.name'),
            key: 'name',
            render: (_, { id, name }) => <Link to={cardPaths.preview(id)}>{name}</Link>,
          },
          {
            title: t('managed.status'),
            key: 'status',
            render: (_, { status }) => <Tag color={tagColors[status]}>{t(`statuses.${status}`)}</Tag>,
          },
          {
            title: t('managed.validity'),
            key: 'validity',
            render: (_, { validityDays }) =>
              validityDays === null ? t('managed.forever') : t('managed.days', { count: validityDays }),
          },
          {
            title: t('managed.made'),
            key: 'made',
            render: (_, { createdAt, createdByName }) => (
              <>
                <DateText value={createdAt} style="day" /> {createdByName}
              </>
            ),
          },
          {
            title: t('managed.actions'),
            key: 'actions',
            render: (_, card) => (
              <span className="sy-actions">
                <Button size="small" href={`#${cardPaths.price(card.id)}`}>
                  {t('managed.price')}
                </Button>
                <Button size="small" onClick={() => setDialog({ edits: card })}>
                  {t('managed.edit')}
                </Button>
                {mayGrant && (
                  <Button size="small" onClick={() => setDialog({ grants: card })}>
                    {t('grant.button')}
                  </Button>
                )}
                {card.status === 'on-sale' ? (
                  <ConfirmButton
                    size="small"
                    question={t('managed.endQuestion', { name: card.name })}
                    consequence={t('managed.endHint')}
                    onConfirm={() => setStatus(card.id, 'ended')}
                  >
                    {t('managed.end')}
                  </ConfirmButton>
                ) : (
                  <ConfirmButton
                    size="small"
                    question={t('managed.sellQuestion', { name: card.name })}
                    consequence={t('managed.sellHint')}
                    onConfirm={() => setStatus(card.id, 'on-sale')}
                  >
                    {t('managed.sell')}
                  </ConfirmButton>
                )}
              </span>
            ),
          },
        ]}
      />
      {dialog && 'edits' in dialog && <CardModal edited={dialog.edits} onClose={close} />}
      {dialog && 'grants' in dialog && <GrantModal card={dialog.grants} onClose={close} />}
    </>
  )
}
