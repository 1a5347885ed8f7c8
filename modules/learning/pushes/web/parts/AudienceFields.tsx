import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import {
  type ChosenMember,
  MemberPicker,
  type MemberSource,
  OrganizationPicker,
} from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { audienceMembersMax } from '../../contract/shapes.ts'
import { pushes } from '../../contract.ts'

export interface Audience {
  readonly organizationIds: readonly string[]
  readonly members: readonly ChosenMember[]
}

/** The members that the caller may push to. */
const people: MemberSource = {
  name: 'push-people',
  async find(keyword) {
    const { items } = await call(pushes.pushPeople, { query: { search: keyword || undefined } }, { quiet: true })
    return items.map(({ id, fullName, organization }) => ({ id, fullName, organizationName: organization.name }))
  },
}

interface Props {
  readonly value: Audience
  readonly onChange: (value: Audience) => void
}

/** The audience: organizations with all below them, and single members, within the caller's push scope. */
export function AudienceFields({ value, onChange }: Props) {
  const t = useText('pushes')
  const id = useId()
  const scope = useQuery(q(pushes.pushScope, {}, { cache: 'wide' }))
  const granted = scope.data?.organizations
  const roots = useMemo(() => granted?.map((organization) => organization.id) ?? [], [granted])
  return (
    <>
      {(granted === undefined || granted.length > 0) && (
        <div className="pu-field">
          <label htmlFor={`${id}-organizations`}>{t('draft.organizations')}</label>
          <OrganizationPicker
            id={`${id}-organizations`}
            label={t('draft.organizationsHint')}
            multiple
            allowClear
            roots={roots}
            value={value.organizationIds}
            onChange={(organizationIds) => onChange({ ...value, organizationIds })}
          />
        </div>
      )}
      <div className="pu-field">
        <label htmlFor={`${id}-members`}>{t('draft.members')}</label>
        <MemberPicker
          id={`${id}-members`}
          label={t('draft.membersHint')}
          max={audienceMembersMax}
          source={people}
          value={value.members}
          onChange={(members) => onChange({ ...value, members })}
        />
      </div>
    </>
  )
}
