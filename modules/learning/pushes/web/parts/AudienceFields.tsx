import { useQuery } from '@tanstack/react-query'
import { Select, TreeSelect } from 'antd'
import { useEffect, useId, useMemo, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import { audienceMembersMax } from '../../contract/shapes.ts'
import { pushes } from '../../contract.ts'
import { grantedTree } from './tree.ts'

export interface ChosenMember {
  readonly id: string
  readonly fullName: string
}

export interface Audience {
  readonly organizationIds: readonly string[]
  readonly members: readonly ChosenMember[]
}

interface Props {
  readonly value: Audience
  readonly onChange: (value: Audience) => void
}

/** Whom it is for: organizations with all below them, and single members, of those whom one may push to. */
export function AudienceFields({ value, onChange }: Props) {
  const t = useText('pushes')
  const id = useId()
  const scope = useQuery(q(pushes.pushScope, {}, { cache: 'wide' }))
  const tree = useQuery(q(identity.organizationTree, {}, { cache: 'wide' }))
  const granted = scope.data?.organizations
  const choices = useMemo(
    () =>
      grantedTree(
        tree.data?.items ?? [],
        (granted ?? []).map((organization) => organization.id),
      ),
    [tree.data, granted],
  )
  return (
    <>
      {(granted === undefined || granted.length > 0) && (
        <div className="pu-field">
          <label htmlFor={`${id}-organizations`}>{t('draft.organizations')}</label>
          <TreeSelect
            id={`${id}-organizations`}
            multiple
            allowClear
            showSearch={{ treeNodeFilterProp: 'title' }}
            maxTagCount={6}
            placeholder={t('draft.organizationsHint')}
            loading={scope.isPending || tree.isPending}
            treeDefaultExpandedKeys={choices.map((choice) => choice.value)}
            treeData={choices}
            value={choices.length > 0 ? [...value.organizationIds] : []}
            onChange={(organizationIds: string[]) => onChange({ ...value, organizationIds })}
          />
        </div>
      )}
      <div className="pu-field">
        <label htmlFor={`${id}-members`}>{t('draft.members')}</label>
        <MemberSelect
          id={`${id}-members`}
          value={value.members}
          onChange={(members) => onChange({ ...value, members })}
        />
      </div>
    </>
  )
}

interface MemberSelectProps {
  readonly id: string
  readonly value: readonly ChosenMember[]
  readonly onChange: (members: ChosenMember[]) => void
}

function MemberSelect({ id, value, onChange }: MemberSelectProps) {
  const t = useText('pushes')
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const people = useQuery(q(pushes.pushPeople, { query: { search: search || undefined } }, { quiet: true }))
  const found = (people.data?.items ?? []).map(({ id: key, fullName, organization }) => ({
    value: key,
    label: fullName,
    organization: organization.name,
  }))
  const kept = value
    .filter((member) => !found.some((choice) => choice.value === member.id))
    .map((member) => ({ value: member.id, label: member.fullName, organization: '' }))
  const choices = [...kept, ...found]
  return (
    <Select
      id={id}
      mode="multiple"
      allowClear
      maxCount={audienceMembersMax}
      maxTagCount={12}
      placeholder={t('draft.membersHint')}
      loading={people.isFetching}
      showSearch={{ onSearch: setTyped, filterOption: false, searchValue: typed }}
      notFoundContent={people.isFetching ? null : t('draft.nobody')}
      options={choices}
      optionRender={({ data }) => (
        <span>
          {data.label} <span className="sy-faint">{data.organization}</span>
        </span>
      )}
      value={value.map((member) => member.id)}
      onChange={(ids: string[]) => {
        setTyped('')
        onChange(ids.map((key) => ({ id: key, fullName: choices.find((one) => one.value === key)?.label ?? '' })))
      }}
    />
  )
}
