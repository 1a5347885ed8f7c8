import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { MemberPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { audienceMembersMax, audienceOrganizationsMax } from '../../contract/shapes.ts'
import { audienceText } from './audience-text.ts'
import { Field } from './Field.tsx'
import type { FieldName, Problems } from './rules.ts'
import type { LiveFormValues } from './values.ts'

interface Props {
  readonly values: LiveFormValues
  readonly problems: Problems
  readonly closed: ReadonlySet<FieldName>
  readonly onChange: (change: Partial<LiveFormValues>) => void
}

/** The chosen audience: organizations with all below them, and single members. */
export function AudienceFields({ values, problems, closed, onChange }: Props) {
  const t = useText('live')
  const id = useId()
  const found = problems.get('organizations')
  const problem = found && t(`form.problem.${found.key}`)
  const tree = useQuery(q(identity.organizationTree, {}, { cache: 'wide', quiet: true }))
  const nameOf = (wanted: string) =>
    tree.data?.items.find((one) => one.id === wanted)?.name ??
    values.organizations.find((one) => one.id === wanted)?.name ??
    ''
  if (closed.has('organizations')) return <p className="sy-faint">{audienceText(values)}</p>
  return (
    <div className="sy-grid sy-gap-4 lv-audience">
      <Field id={`${id}-organizations`} label={t('form.organizations')} problem={problem}>
        <div data-field="organizations">
          <OrganizationPicker
            id={`${id}-organizations`}
            multiple
            allowClear
            label={t('form.organizationsHint')}
            max={audienceOrganizationsMax}
            status={problem ? 'error' : undefined}
            {...(problem && { describedBy: `${id}-organizations-problem` })}
            value={values.organizations.map((one) => one.id)}
            onChange={(ids) => onChange({ organizations: ids.map((one) => ({ id: one, name: nameOf(one) })) })}
          />
        </div>
      </Field>
      <Field id={`${id}-members`} label={t('form.members')} problem={undefined}>
        <MemberPicker
          id={`${id}-members`}
          label={t('form.lecturersHint')}
          max={audienceMembersMax}
          value={values.members}
          onChange={(members) => onChange({ members, organizations: values.organizations })}
        />
      </Field>
    </div>
  )
}
