import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { CompletionAwards } from '#kit/completion-awards.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { certificates } from '../../contract.ts'

export interface CertificatePickerProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (templateId: string | null) => void
  /** What is chosen stays on offer though its template is not offered any more. */
  readonly chosen?: CompletionAwards['certificate']
}

/** Chooses a certificate that something earns, or none. */
export default function CertificatePicker({ id, value, onChange, chosen = null }: CertificatePickerProps) {
  const t = useText('certificates')
  const offered = useQuery(q(certificates.offeredTemplates, {}, { quiet: true }))
  const options = new Map((offered.data?.items ?? []).map((template) => [template.id, template.name]))
  if (chosen && !options.has(chosen.templateId)) options.set(chosen.templateId, chosen.name)
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('awards.noCertificate')}
      loading={offered.isPending}
      options={[...options].map(([template, label]) => ({ value: template, label }))}
      value={value ?? null}
      onChange={(next?: string) => onChange?.(next ?? null)}
    />
  )
}
