import { Input, Modal, Switch } from 'antd'
import { useId, useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { study } from '../../contract.ts'
import { amountText, parseAmount } from '../parts/amounts.ts'

interface Props {
  readonly cap: Output<typeof study.creditCaps>['items'][number]
  readonly onClose: () => void
}

/** Sets or lifts a year's maximum. */
export function CapModal({ cap, onClose }: Props) {
  const t = useText('study')
  const [switchId, valueId] = [useId(), useId()]
  const [limited, setLimited] = useState(cap.maxScore !== null)
  const [typed, setTyped] = useState(cap.maxScore === null ? '' : amountText(cap.maxScore))
  const [tried, setTried] = useState(false)
  const { busy: saving, run } = useAction()
  const name = cap.type === 1 ? t('hours') : t('credit')
  const amount = parseAmount(typed)
  const wrong = limited && (amount === undefined || amount === '0')
  const save = () => {
    setTried(true)
    if (wrong) return
    return run(
      async () => {
        const params = { businessType: cap.businessType, type: cap.type }
        await call(study.changeCreditCap, { params, body: { maxScore: limited ? (amount ?? null) : null } })
      },
      { done: t('caps.saved'), close: onClose },
    )
  }
  return (
    <Modal
      open
      title={t('caps.dialog', { label: cap.label, name })}
      okButtonProps={{ loading: saving }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="st-form">
        <span>
          <Switch id={switchId} checked={limited} onChange={setLimited} />{' '}
          <label htmlFor={switchId}>{t('caps.limit')}</label>
        </span>
        {limited && (
          <>
            <label htmlFor={valueId}>{t('caps.value')}</label>
            <Input
              id={valueId}
              inputMode="decimal"
              suffix={name}
              value={typed}
              status={tried && wrong ? 'error' : undefined}
              onChange={(event) => setTyped(event.target.value)}
            />
            {tried && wrong && (
              <p className="st-wrong" role="alert">
                {t('caps.scoreNeeded')}
              </p>
            )}
          </>
        )}
        <p className="sy-faint">{t('caps.hint')}</p>
      </div>
    </Modal>
  )
}
