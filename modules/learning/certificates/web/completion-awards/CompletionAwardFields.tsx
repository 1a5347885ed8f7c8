import './completion-awards.css'
import { InputNumber } from 'antd'
import { useId } from 'react'
import type { CompletionAwards, CompletionAwardsInput } from '#kit/completion-awards.ts'
import { useText } from '#web/i18n/texts.ts'
import CertificatePicker from './CertificatePicker.tsx'

export interface CompletionAwardProps {
  readonly gives: CompletionAwards
  /** Called with the changed part: numbers during typing, a certificate when it is chosen. */
  readonly onChange: (part: CompletionAwardsInput) => void
}

/** The completion awards of an item, as fields of the form of its author. */
export default function CompletionAwardFields({ gives: awards, onChange }: CompletionAwardProps) {
  const t = useText('certificates')
  return (
    <div className="sy-column sy-gap-5">
      <div className="sy-grid sy-gap-4 ce-awards-pair">
        <Hundredths
          label={t('awards.classHours')}
          value={awards.classHourHundredths}
          onChange={(classHourHundredths) => onChange({ classHourHundredths })}
        />
        <Hundredths
          label={t('awards.credit')}
          value={awards.creditHundredths}
          onChange={(creditHundredths) => onChange({ creditHundredths })}
        />
      </div>
      <TemplateField
        chosen={awards.certificate}
        onChange={(certificateTemplateId) => onChange({ certificateTemplateId })}
      />
    </div>
  )
}

interface HundredthsProps {
  readonly label: string
  readonly value: number
  readonly onChange: (hundredths: number) => void
}

/** A number with up to two decimals, kept in hundredths. */
function Hundredths({ label, value, onChange }: HundredthsProps) {
  const id = useId()
  return (
    <div className="sy-column ce-awards-field">
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        style={{ width: '100%' }}
        min={0}
        max={10_000}
        step={0.5}
        precision={2}
        defaultValue={value / 100}
        onChange={(entered) => onChange(Math.round((entered ?? 0) * 100))}
      />
    </div>
  )
}

interface TemplateProps {
  readonly chosen: CompletionAwards['certificate']
  readonly onChange: (templateId: string | null) => void
}

function TemplateField({ chosen, onChange }: TemplateProps) {
  const t = useText('certificates')
  const id = useId()
  return (
    <div className="sy-column ce-awards-field">
      <label htmlFor={id}>{t('awards.certificate')}</label>
      <small>{t('awards.certificateHint')}</small>
      <CertificatePicker id={id} chosen={chosen} value={chosen?.templateId ?? null} onChange={onChange} />
    </div>
  )
}
