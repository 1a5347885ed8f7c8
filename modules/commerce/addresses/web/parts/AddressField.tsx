import './addresses.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { addresses, addressesMax } from '../../contract.ts'
import { AddressModal } from './AddressModal.tsx'

export interface AddressFieldProps {
  /** The id of an own address; the default one is chosen where there is one. */
  readonly value?: string
  readonly onChange?: (id: string | undefined) => void
  /** The form field's. */
  readonly id?: string
}

/** Chooses one of the own addresses, or adds one and chooses it. */
export default function AddressField({ value, onChange, id }: AddressFieldProps) {
  const t = useText('addresses')
  const { data, isError, error, refetch } = useQuery(q(addresses.ownAddresses, {}, { quiet: true }))
  const [isAdding, setAdding] = useState(false)
  const items = data?.items ?? []
  const start = useEffectEvent(() => {
    if (value === undefined) onChange?.(data?.items.find(({ isDefault }) => isDefault)?.id)
  })
  const isKnown = data !== undefined
  useEffect(() => {
    if (isKnown) start()
  }, [isKnown])
  if (isError && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={1} shape="lines" />
  return (
    <>
      <div className="ad-field">
        <Select
          id={id}
          aria-label={t('choose')}
          placeholder={t(items.length === 0 ? 'none' : 'choose')}
          disabled={items.length === 0}
          value={items.some((one) => one.id === value) ? value : undefined}
          options={items.map((one) => ({ value: one.id, label: `${one.receiver} ${one.phone} · ${one.text}` }))}
          onChange={(chosen: string) => onChange?.(chosen)}
        />
        <Button
          icon={<Icon name="plus" size={16} />}
          disabled={items.length >= addressesMax}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </Button>
      </div>
      {items.length >= addressesMax && <p className="sy-note">{t('full', { max: addressesMax })}</p>}
      {isAdding && <AddressModal onSaved={(added) => onChange?.(added)} onClose={() => setAdding(false)} />}
    </>
  )
}
