import '../parts/coupons.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { FilteredList, FilterSelect, useFilters } from '#web/ui/FilteredList.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type CouponState, couponStates, type ManagedCoupon } from '../../contract/shapes.ts'
import { coupons } from '../../contract.ts'
import { useCouponText } from '../parts/use-coupon-text.ts'
import { CouponModal } from './CouponModal.tsx'
import { GiveModal } from './GiveModal.tsx'
import { HoldersDrawer } from './HoldersDrawer.tsx'
import { RaiseModal } from './RaiseModal.tsx'

interface Filters {
  readonly search?: string
  readonly state?: CouponState
}

type Doing = 'edit' | 'raise' | 'give' | 'holders'
interface Dialog {
  readonly doing: Doing
  readonly coupon: ManagedCoupon
}

const tagColors = { draft: 'default', running: 'success', stopped: 'warning' } as const

/** Administrators make coupons, start, give and stop them, and see who has them. */
export default function ManagedCouponsPage() {
  const t = useText('coupons')
  const say = useCouponText()
  const { paging, narrow, query } = useFilters<Filters>()
  const [dialog, setDialog] = useState<Dialog | 'new'>()
  const close = () => setDialog(undefined)
  const list = useQuery({ ...q(coupons.managedCoupons, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <FilteredList<ManagedCoupon>
        title={t('managed.title')}
        description={t('managed.description')}
        actions={
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setDialog('new')}>
            {t('edit.new')}
          </Button>
        }
        searchLabel={t('managed.search')}
        onSearch={(search) => narrow({ search })}
        filters={
          <FilterSelect
            label={t('managed.state')}
            all={t('managed.allStates')}
            options={couponStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            onChange={(state) => narrow({ state })}
          />
        }
        none={t('managed.none')}
        noneHint={t('managed.noneHint')}
        list={list}
        paging={paging}
        columns={[
          {
            title: t('managed.name'),
            key: 'name',
            render: (_, { name, state }) => (
              <span className="sy-column sy-gap-1">
                <strong>{name}</strong>
                <span>
                  <Tag color={tagColors[state]}>{t(`states.${state}`)}</Tag>
                </span>
              </span>
            ),
          },
          {
            title: t('managed.worth'),
            key: 'worth',
            render: (_, coupon) => (
              <span className="sy-column">
                <strong>{say.worth(coupon)}</strong>
                <small className="sy-faint">{say.condition(coupon)}</small>
                <small className="sy-faint">{say.scope(coupon)}</small>
              </span>
            ),
          },
          {
            title: t('managed.way'),
            key: 'way',
            render: (_, { way, code }) => (
              <span className="sy-column">
                {t(`ways.${way}`)}
                {code !== '' && <code>{code}</code>}
              </span>
            ),
          },
          {
            title: t('managed.validity'),
            key: 'validity',
            render: (_, { validFrom, validUntil }) => (
              <>
                <DateText value={validFrom} /> – <DateText value={validUntil} />
              </>
            ),
          },
          {
            title: t('managed.counts'),
            key: 'counts',
            align: 'right',
            render: (_, { givenCount, total }) => `${givenCount} / ${total}`,
          },
          {
            title: t('managed.used'),
            key: 'used',
            align: 'right',
            render: (_, { usedCount, reservedCount }) =>
              reservedCount === 0 ? usedCount : t('managed.usedCount', { used: usedCount, reserved: reservedCount }),
          },
          {
            title: t('managed.actions'),
            key: 'actions',
            render: (_, coupon) => <Actions coupon={coupon} onDo={(doing) => setDialog({ doing, coupon })} />,
          },
        ]}
      />
      {dialog === 'new' && <CouponModal edited="new" onClose={close} />}
      {dialog !== 'new' && dialog?.doing === 'edit' && <CouponModal edited={dialog.coupon} onClose={close} />}
      {dialog !== 'new' && dialog?.doing === 'raise' && <RaiseModal coupon={dialog.coupon} onClose={close} />}
      {dialog !== 'new' && dialog?.doing === 'give' && <GiveModal coupon={dialog.coupon} onClose={close} />}
      {dialog !== 'new' && dialog?.doing === 'holders' && <HoldersDrawer coupon={dialog.coupon} onClose={close} />}
    </>
  )
}

function Actions({ coupon, onDo }: { readonly coupon: ManagedCoupon; readonly onDo: (doing: Doing) => void }) {
  const t = useText('coupons')
  const { id, name, state } = coupon
  const setState = (next: 'running' | 'stopped') =>
    call(coupons.setCouponState, { params: { id }, body: { state: next } })
  const does = (doing: Doing) => (
    <Button key={doing} size="small" onClick={() => onDo(doing)}>
      {t(`managed.${doing}`)}
    </Button>
  )
  return (
    <span className="sy-actions">
      {state === 'draft' && does('edit')}
      {state === 'draft' && (
        <ConfirmButton
          size="small"
          question={t('managed.startQuestion', { name })}
          consequence={t('managed.startHint')}
          onConfirm={() => setState('running')}
        >
          {t('managed.start')}
        </ConfirmButton>
      )}
      {state === 'running' && does('give')}
      {state === 'running' && does('raise')}
      {state !== 'draft' && does('holders')}
      {state === 'running' && (
        <ConfirmButton
          size="small"
          danger
          question={t('managed.stopQuestion', { name })}
          consequence={t('managed.stopHint')}
          onConfirm={() => setState('stopped')}
        >
          {t('managed.stop')}
        </ConfirmButton>
      )}
    </span>
  )
}
