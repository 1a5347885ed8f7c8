import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { linkPattern } from '../../contract/document.ts'
import { Labeled } from './Labeled.tsx'

const allowed = new RegExp(linkPattern, 'u')

interface Props {
  readonly label: string
  readonly value: string | null
  readonly onChange: (link: string | null) => void
}

/** What is no allowed link yet stays in the field, and the page keeps the link that it had. */
export function LinkField({ label, value, onChange }: Props) {
  const t = useText('pages')
  const [typed, setTyped] = useState(value ?? '')
  useEffect(() => setTyped(value ?? ''), [value])
  const isWrong = typed !== '' && !allowed.test(typed)
  return (
    <Labeled label={label}>
      {(labelId) => (
        <>
          <Input
            aria-labelledby={labelId}
            aria-invalid={isWrong}
            status={isWrong ? 'error' : ''}
            maxLength={500}
            value={typed}
            placeholder="#/study-v"
            onChange={({ target }) => {
              setTyped(target.value)
              if (target.value === '') onChange(null)
              else if (allowed.test(target.value)) onChange(target.value)
            }}
          />
          {isWrong && <small className="pe-fault">{t('design.linkWrong')}</small>}
        </>
      )}
    </Labeled>
  )
}
