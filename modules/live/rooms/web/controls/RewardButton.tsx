import { Button, InputNumber, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { useRoom } from '../state/room-store.ts'

const usual = [1, 5, 10, 50] as const

/** Coins from a member to the host. */
export function RewardButton() {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const [open, setOpen] = useState(false)
  const [coins, setCoins] = useState<number>(5)
  const currency = useCurrencyName()
  const offered = useRoom((view) => !view.me.guest && view.hostId !== null && view.hostId !== view.me.id)
  const mayReward = useAllowed('reward')
  if (!offered) return null
  const give = () =>
    run(() => request('reward', { coins })).then((done) => {
      if (!done) return
      setOpen(false)
      notify('success', t('reward.given', { coins, currency }))
    })
  return (
    <>
      <button type="button" className="room-control" disabled={!mayReward} onClick={() => setOpen(true)}>
        <Icon name="coin" />
        <span>{t('controls.reward')}</span>
      </button>
      <Modal
        open={open}
        width={400}
        title={t('reward.title', { currency })}
        onCancel={() => setOpen(false)}
        footer={
          <Button type="primary" block loading={busy} onClick={() => void give()}>
            {t('reward.give', { coins, currency })}
          </Button>
        }
      >
        <div className="room-reward">
          <Segmented
            block
            value={coins}
            onChange={setCoins}
            options={usual.map((value) => ({ value, label: String(value) }))}
          />
          <InputNumber
            aria-label={t('reward.amount')}
            min={1}
            max={10_000}
            precision={0}
            value={coins}
            onChange={(value) => setCoins(value ?? 1)}
            style={{ width: '100%' }}
          />
        </div>
      </Modal>
    </>
  )
}
