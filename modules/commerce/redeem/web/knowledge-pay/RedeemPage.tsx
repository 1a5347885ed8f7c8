import '../parts/redeem.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PurchaseTabs } from '#web/layout/PurchaseTabs.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { RedeemedCard } from '../../contract/shapes.ts'
import { redeem } from '../../contract.ts'
import { CodeInput } from '../parts/CodeInput.tsx'
import { RewardText } from '../parts/RewardText.tsx'
import { useCodeCheck } from '../parts/use-code-check.ts'

/** A member redeems a card, and sees what earlier ones gave. */
export default function RedeemPage() {
  const t = useText('redeem')
  const [redeemed, setRedeemed] = useState<RedeemedCard>()
  return (
    <>
      <PurchaseTabs />
      <PageHeader title={t('page.title')} description={t('page.description')} />
      <RedeemForm onRedeemed={setRedeemed} />
      {redeemed && <Result card={redeemed} />}
      <OwnCards />
    </>
  )
}

interface Values {
  readonly code: string
}

function RedeemForm({ onRedeemed }: { readonly onRedeemed: (card: RedeemedCard | undefined) => void }) {
  const t = useText('redeem')
  const [form] = Form.useForm<Values>()
  const check = useCodeCheck()
  const { busy, run } = useAction()
  const send = ({ code }: Values) =>
    run(async () => {
      onRedeemed(undefined)
      onRedeemed(await call(redeem.redeem, { body: { code } }))
      form.resetFields()
    })
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="sy-card rd-form"
      validateTrigger="onSubmit"
      onFinish={(values) => void send(values)}
    >
      <Form.Item name="code" label={t('page.code')} extra={t('page.codeHint')} rules={[{ validator: check }]}>
        <CodeInput label={t('page.code')} autoFocus />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('page.redeem')}
      </Button>
    </Form>
  )
}

function Result({ card }: { readonly card: RedeemedCard }) {
  const t = useText('redeem')
  return (
    <section className="sy-card rd-result" role="status">
      <p>{t('page.received')}</p>
      <p>
        <strong>
          +<RewardText reward={card.reward} />
        </strong>
      </p>
      <p className="sy-faint">{t('page.from', { batch: card.batchName, lastFour: card.lastFour })}</p>
    </section>
  )
}

function OwnCards() {
  const t = useText('redeem')
  const paging = usePaging()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(redeem.ownCards, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="rd-own" aria-labelledby="rd-own">
      <h2 id="rd-own">{t('page.own')}</h2>
      {isPending && <LoadingState rows={3} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState title={t('page.none')} description={t('page.noneHint')} />}
      {data !== undefined && data.recordCount > 0 && (
        <>
          <ul className="sy-card">
            {data.items.map((card) => (
              <li key={card.id}>
                <span>
                  {card.batchName} <span className="sy-faint">{t('endsWith', { lastFour: card.lastFour })}</span>
                </span>
                <span className="sy-row sy-gap-4">
                  <DateText value={card.redeemedAt} />
                  <RewardText reward={card.reward} />
                </span>
              </li>
            ))}
          </ul>
          <Pager paging={paging} recordCount={data.recordCount} />
        </>
      )}
    </section>
  )
}
