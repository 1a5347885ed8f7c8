import { useQuery } from '@tanstack/react-query'
import { Button, Divider, Input, Select } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { identity } from '../../contract.ts'

const positionsShown = 100

interface Props {
  readonly value?: string | null
  readonly onChange?: (positionId: string | null) => void
  readonly placeholder: string
  readonly id?: string
}

/** Chooses a position of the company, or adds one. */
export function PositionSelect({ value, onChange, placeholder, id }: Props) {
  const t = useText('identity')
  const [name, setName] = useState('')
  const { data, isLoading } = useQuery(
    q(identity.listPositions, { query: { pageSize: positionsShown } }, { quiet: true }),
  )
  const add = async () => {
    const position = await call(identity.createPosition, { body: { name: name.trim() } }).catch(() => undefined)
    if (!position) return
    setName('')
    onChange?.(position.id)
  }
  return (
    <Select
      id={id}
      value={value ?? undefined}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
      allowClear
      loading={isLoading}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
      aria-label={placeholder}
      style={{ width: '100%' }}
      options={(data?.items ?? []).map((position) => ({ value: position.id, label: position.name }))}
      popupRender={(menu) => (
        <>
          {menu}
          <Divider style={{ margin: '8px 0' }} />
          <div style={{ display: 'flex', gap: 8, padding: '0 8px 4px' }}>
            <Input
              size="small"
              maxLength={30}
              value={name}
              placeholder={t('members.newPosition')}
              aria-label={t('members.newPosition')}
              onChange={(event) => setName(event.target.value)}
              onKeyDown={(event) => event.stopPropagation()}
            />
            <Button size="small" disabled={name.trim() === ''} onClick={() => void add()}>
              {t('common.add')}
            </Button>
          </div>
        </>
      )}
    />
  )
}
