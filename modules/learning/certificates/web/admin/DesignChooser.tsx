import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { CertificateDocument } from '../parts/Paper.tsx'
import type { FormValues } from './form-values.ts'

type Design = FormValues['design']
const designs: readonly Design[] = ['classic', 'modern', 'festive']

interface Props {
  /** Given by the form. */
  readonly value?: Design
  readonly onChange?: (design: Design) => void
  readonly title: string
}

/** The designs as they look, one of which is chosen. */
export function DesignChooser({ value, onChange, title }: Props) {
  const t = useText('certificates')
  const name = useId()
  return (
    <div className="sy-grid sy-gap-2 ce-designs" role="radiogroup" aria-label={t('form.design')}>
      {designs.map((design) => (
        <label key={design}>
          <input
            type="radio"
            className="sy-visually-hidden"
            name={name}
            value={design}
            checked={value === design}
            onChange={() => onChange?.(design)}
          />
          <CertificateDocument design={design} titleCn={title.slice(0, 8)}>
            <span>{t(`form.${design}`)}</span>
          </CertificateDocument>
        </label>
      ))}
    </div>
  )
}
