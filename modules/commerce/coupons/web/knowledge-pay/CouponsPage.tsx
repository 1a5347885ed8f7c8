import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Tag } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PurchaseTabs } from '#web/layout/PurchaseTabs.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ClaimableCoupon } from '../../contract/shapes.ts'
import { isCouponCode } from '../../contract/terms.ts'
import { coupons } from '../../contract.ts'
import { CouponCard } from '../parts/CouponCard.tsx'

const pageSize = 12

/** A member's coupons: those to claim, a field for a code, and the own ones. */
export default function CouponsPage() {
  const t = useText('coupons')
  return (
    <>
      <PurchaseTabs />
      <PageHeader title={t('page.title')} description={t('page.description')} />
      <CodeForm />
      <Claimable />
      <Own />
    </>
  )
}

function CodeForm() {
  const t = useText('coupons')
  const [form] = Form.useForm<{ code: string }>()
  const key = useRef(crypto.randomUUID())
  const { busy, run } = useAction()
  const send = ({ code }: { code: string }) =>
    run(async () => {
      await call(coupons.claimCouponByCode, { body: { key: key.current, code } })
      key.current = crypto.randomUUID()
      form.resetFields()
      notify('success', t('page.got'))
    })
  const check = (_: unknown, value = '') =>
    isCouponCode(value) ? Promise.resolve() : Promise.reject(new Error(t('page.codeWrong')))
  return (
    <Form
      form={form}
      className="sy-card cp-code"
      validateTrigger="onSubmit"
      onFinish={(values: { code: string }) => void send(values)}
    >
      <Form.Item name="code" extra={t('page.codeHint')} rules={[{ validator: check }]}>
        <Input aria-label={t('page.code')} placeholder={t('page.code')} maxLength={40} autoComplete="off" />
      </Form.Item>
      <Button htmlType="submit" loading={busy}>
        {t('page.get')}
      </Button>
    </Form>
  )
}

function Claimable() {
  const t = useText('coupons')
  const paging = usePaging(pageSize)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({
    ...q(coupons.claimableCoupons, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (list.isPending) return <LoadingState rows={3} />
  if (list.isError) return <ErrorState small error={list.error} onRetry={() => void list.refetch()} />
  if (list.data.recordCount === 0) return null
  return (
    <section className="cp-section" aria-labelledby="cp-claimable">
      <h2 id="cp-claimable">{t('page.claimable')}</h2>
      <ul className="cp-list">
        {list.data.items.map((coupon) => (
          <li key={coupon.id}>
            <CouponCard coupon={coupon}>
              <Claim coupon={coupon} />
            </CouponCard>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={list.data.recordCount} />
    </section>
  )
}

function Claim({ coupon: { id, name, memberMax, ownCount, left } }: { readonly coupon: ClaimableCoupon }) {
  const t = useText('coupons')
  const key = useRef(crypto.randomUUID())
  const { busy, run } = useAction()
  const get = () =>
    run(async () => {
      await call(coupons.claimCoupon, { params: { id }, body: { key: key.current } })
      key.current = crypto.randomUUID()
      notify('success', t('page.got'))
    })
  return (
    <>
      <small className="sy-faint">{t('page.left', { count: left })}</small>
      {ownCount >= memberMax ? (
        <Tag>{t('page.full')}</Tag>
      ) : (
        <Button
          size="small"
          type="primary"
          loading={busy}
          aria-label={`${t('page.get')} ${name}`}
          onClick={() => void get()}
        >
          {t('page.get')}
        </Button>
      )}
    </>
  )
}

const tabs = ['open', 'used', 'expired'] as const
const tagColors = {
  usable: 'success',
  upcoming: 'processing',
  reserved: 'warning',
  used: 'default',
  expired: 'default',
}

function Own() {
  const t = useText('coupons')
  const paging = usePaging(pageSize)
  const [is, setIs] = useState<(typeof tabs)[number]>('open')
  const query = { page: paging.page, pageSize: paging.pageSize, is }
  const list = useQuery({ ...q(coupons.ownCoupons, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <section className="cp-section" aria-labelledby="cp-own">
      <h2 id="cp-own">{t('page.mine')}</h2>
      <TabBar
        label={t('page.mine')}
        tabs={tabs.map((key) => ({ key, title: t(`page.tabs.${key}`) }))}
        active={is}
        onChange={(next) => {
          setIs(next)
          paging.reset()
        }}
      />
      {list.isPending && <LoadingState rows={3} />}
      {list.isError && <ErrorState small error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.recordCount === 0 && <EmptyState small title={t('page.none')} description={t('page.noneHint')} />}
      {list.data && list.data.recordCount > 0 && (
        <>
          <ul className="cp-list">
            {list.data.items.map((coupon) => (
              <li key={coupon.id}>
                <CouponCard coupon={coupon} isFaint={is !== 'open'} isUpcoming={coupon.state === 'upcoming'}>
                  <Tag color={tagColors[coupon.state]}>{t(`own.${coupon.state}`)}</Tag>
                  {coupon.orderId !== null && <Link to={`/orders/${coupon.orderId}`}>{t('page.order')}</Link>}
                </CouponCard>
              </li>
            ))}
          </ul>
          <Pager paging={paging} recordCount={list.data.recordCount} />
        </>
      )}
    </section>
  )
}
