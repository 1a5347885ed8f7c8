import { Checkbox, Select } from 'antd'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { audiencePersonTypes, audienceRoles } from '../../contract/audiences.ts'
import { type AudienceValues, audienceKeys, audienceValues } from './audience-values.ts'
import OrganizationPicker from './OrganizationPicker.tsx'

export interface AudienceFieldProps {
  /** A field of a form hands it `id`, `value` and `onChange`. The keys of the chosen audiences; none: nobody. */
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (keys: string[]) => void
}

const organizationsMax = 30

/** Chooses the audiences that see something: everybody, or members of roles, person types and organizations. */
export default function AudienceField({ id, value = [], onChange }: AudienceFieldProps) {
  const t = useText('identity')
  const language = useLanguage()
  const values = audienceValues(value)
  const change = (part: Partial<AudienceValues>) => onChange?.(audienceKeys({ ...values, ...part }))
  const optionsOf = (labels: Readonly<Record<string, { readonly cn: string; readonly en: string }>>) =>
    Object.entries(labels).map(([key, label]) => ({ value: key, label: label[language] }))
  return (
    <div className="sy-column sy-gap-2">
      <Checkbox
        id={id}
        checked={values.isEverybody}
        onChange={(event) => change({ isEverybody: event.target.checked })}
      >
        {t('audience.everybody')}
      </Checkbox>
      {!values.isEverybody && (
        <>
          <Select
            mode="multiple"
            aria-label={t('audience.roles')}
            placeholder={t('audience.roles')}
            value={[...values.roles]}
            options={optionsOf(audienceRoles)}
            onChange={(roles: string[]) => change({ roles })}
          />
          <Select
            mode="multiple"
            aria-label={t('audience.personTypes')}
            placeholder={t('audience.personTypes')}
            value={[...values.personTypes]}
            options={optionsOf(audiencePersonTypes)}
            onChange={(personTypes: string[]) => change({ personTypes })}
          />
          <OrganizationPicker
            multiple
            allowClear
            max={organizationsMax}
            label={t('audience.organizations')}
            value={[...values.organizationIds]}
            onChange={(organizationIds) => change({ organizationIds })}
          />
          <small className="sy-faint">{t('audience.organizationsHint')}</small>
        </>
      )}
    </div>
  )
}
