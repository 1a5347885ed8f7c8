import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { SeatHolder, SeatPool } from '../../contract/shapes.ts'
import { entitlements } from '../../contract.ts'

const freeOf = ({ seatCount, usedCount, returnedCount }: SeatPool) => seatCount - usedCount - returnedCount

/** The seats that the member has bought, and the members that have them. */
export default function SeatsList() {
  const t = useText('entitlements')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [openedId, setOpenedId] = useState<string>()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({ ...q(entitlements.ownSeats, { query }, { quiet: true }), placeholderData: keepPreviousData })
  const opened = list.data?.items.find(({ id }) => id === openedId)
  return (
    <>
      <ListTable<SeatPool>
        list={list}
        label={t('seats.title')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('seats.none')} description={t('seats.noneHint')} />}
        columns={[
          {
            title: t('owned.item'),
            key: 'item',
            render: (_, { itemName, link }) => (link === '' ? itemName : <Link to={link}>{itemName}</Link>),
          },
          { title: t('seats.count'), key: 'count', align: 'right', render: (_, { seatCount }) => seatCount },
          { title: t('seats.used'), key: 'used', align: 'right', render: (_, { usedCount }) => usedCount },
          { title: t('seats.free'), key: 'free', align: 'right', render: (_, row) => freeOf(row) },
          { title: t('owned.since'), key: 'since', render: (_, { createdAt }) => <DateText value={createdAt} /> },
          {
            title: '',
            key: 'actions',
            render: (_, { id }) => (
              <Button type="link" onClick={() => setOpenedId(id)}>
                {t('seats.manage')}
              </Button>
            ),
          },
        ]}
      />
      {opened && <Holders pool={opened} onClose={() => setOpenedId(undefined)} />}
    </>
  )
}

function Holders({ pool, onClose }: { pool: SeatPool; onClose: () => void }) {
  const t = useText('entitlements')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { busy, run } = useAction()
  const params = { id: pool.id }
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({
    ...q(entitlements.seatHolders, { params, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const free = freeOf(pool)
  const give = () =>
    run(() => call(entitlements.giveSeats, { params, body: { memberIds: [...chosen] } }), {
      done: t('seats.given'),
      after: () => setChosen([]),
    })
  return (
    <Drawer open size={640} title={pool.itemName} onClose={onClose}>
      <div className="sy-column sy-gap-4">
        <p>{t('seats.freeOf', { free, all: pool.seatCount })}</p>
        <div className="sy-row sy-wrap sy-gap-3">
          <MemberIdsPicker label={t('seats.choose')} value={[...chosen]} onChange={setChosen} />
          <Button
            type="primary"
            loading={busy}
            disabled={chosen.length === 0 || chosen.length > free}
            onClick={() => void give()}
          >
            {t('seats.give')}
          </Button>
        </div>
        {chosen.length > free && (
          <p role="alert" className="sy-problem">
            {t('seats.tooMany')}
          </p>
        )}
        <ListTable<SeatHolder>
          list={list}
          label={t('seats.holders')}
          rowKey="memberId"
          paging={paging}
          empty={<EmptyState small title={t('seats.noHolders')} />}
          columns={[
            {
              title: t('seats.member'),
              key: 'member',
              render: (_, { memberName, organizationName }) => `${memberName} · ${organizationName}`,
            },
            { title: t('owned.since'), key: 'since', render: (_, { givenAt }) => <DateText value={givenAt} /> },
            {
              title: '',
              key: 'actions',
              render: (_, { memberId, hasStarted }) =>
                hasStarted ? (
                  <span className="sy-faint">{t('seats.started')}</span>
                ) : (
                  <ConfirmButton
                    type="link"
                    question={t('seats.takeQuestion')}
                    onConfirm={() => call(entitlements.takeSeat, { params: { ...params, memberId } })}
                  >
                    {t('seats.take')}
                  </ConfirmButton>
                ),
            },
          ]}
        />
      </div>
    </Drawer>
  )
}
