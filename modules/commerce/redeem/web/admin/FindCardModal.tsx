import '../parts/redeem.css'
import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { redeem } from '../../contract.ts'
import { CodeInput } from '../parts/CodeInput.tsx'
import { useCodeCheck } from '../parts/use-code-check.ts'
import { redeemPaths } from '../paths.ts'
import { BatchTag, CardTag } from './BatchTag.tsx'

type Found = Output<typeof redeem.findCard>

/** Finds a card by the whole code that a member tells the support. */
export function FindCardModal({ onClose }: { readonly onClose: () => void }) {
  const t = useText('redeem')
  const check = useCodeCheck()
  const [found, setFound] = useState<Found>()
  const { busy, run } = useAction()
  const find = ({ code }: { readonly code: string }) =>
    run(async () => {
      setFound(undefined)
      setFound(await call(redeem.findCard, { body: { code } }))
    })
  return (
    <Modal open title={t('find.title')} footer={null} onCancel={onClose}>
      <Form layout="vertical" validateTrigger="onSubmit" onFinish={(values: { code: string }) => void find(values)}>
        <Form.Item name="code" label={t('page.code')} rules={[{ validator: check }]}>
          <CodeInput label={t('page.code')} autoFocus />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('find.confirm')}
        </Button>
      </Form>
      {found && <FoundCard {...found} />}
    </Modal>
  )
}

function FoundCard({ batch, card }: Found) {
  const t = useText('redeem')
  return (
    <div role="status" style={{ marginTop: 16 }}>
      <Facts
        shape="rows"
        items={[
          [
            t('batches.batch'),
            <span key="batch">
              <Link to={redeemPaths.batch(batch.id)}>{batch.name}</Link> <BatchTag state={batch.state} />
            </span>,
          ],
          [t('cards.number'), card.number],
          [t('cards.state'), <CardTag key="state" state={card.state} />],
          card.redeemedAt !== null && [
            t('cards.redeemed'),
            <span key="redeemed">
              {card.redeemedByName} · <DateText value={card.redeemedAt} />
            </span>,
          ],
          card.voidedAt !== null && [
            t('cards.voided'),
            <span key="voided">
              {card.voidedByName} · <DateText value={card.voidedAt} /> · {card.voidReason}
            </span>,
          ],
        ]}
      />
    </div>
  )
}
